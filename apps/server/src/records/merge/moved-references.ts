/**
 * Counts the references that a merge moves, while it is made, with one statement for each entity type that has some.
 */
import type { EntityType } from '@headwater/catalog';
import { isRowType } from '../../plan/relations/custom-types.js';
import { mayRead } from '../../rights/scoped-catalog.js';
import { MergeCompiler } from '../../sql/write/compile-merge.js';
import type { WriteContext } from '../write/write-context.js';
import type { IdMapping, ReferringType } from './merge-references.js';

/** The records of an entity type that point at the master by a member and pointed at one of the others before. */
export interface MovedReference {
  readonly entity: string;
  readonly member: string;
  /** Records that are not deleted, at least one. */
  readonly count: number;
}

export class MovedReferences {
  private readonly compiler: MergeCompiler;
  private readonly counts = new Map<string, MovedReference>();

  /** @param master id of the record that stays */
  constructor(
    private readonly context: WriteContext,
    private readonly master: string,
  ) {
    this.compiler = new MergeCompiler(context.dialect, context.space);
  }

  /**
   * To be called when all is deleted that does not move, and nothing has moved yet.
   * @param mapping of other records than those that are merged: what leads to rows that become one is not counted
   */
  async count({ entityType, fields }: ReferringType, { gone, kept }: IdMapping): Promise<void> {
    if (!kept.includes(this.master)) return;
    const shown = fields.filter((field) => !field.hidden && this.isThere(entityType, field.name));
    if (shown.length === 0) return;
    const [row] = await this.context.transaction.run(
      this.compiler.compileCounts({ entityType, fields: shown }, gone, kept),
    );
    for (const [index, { name }] of shown.entries()) this.add(entityType, name, Number(row?.[`f${index}`]));
  }

  /** @returns those that the caller may read, in the order of their names */
  all(): MovedReference[] {
    const { catalog } = this.context.answering;
    const isShown = ({ entity, member }: MovedReference) => {
      const entityType = catalog.entityType(entity);
      return entityType !== undefined && mayRead(catalog, entityType) && !catalog.field(entity, member)?.hidden;
    };
    const shown = [...this.counts].filter(([, reference]) => isShown(reference));
    return shown.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, reference]) => reference);
  }

  private add(entityType: EntityType, member: string, count: number): void {
    const entity = shownName(entityType);
    const key = `${entity} ${member}`;
    const sum = count + (this.counts.get(key)?.count ?? 0);
    if (sum > 0) this.counts.set(key, { entity, member, count: sum });
  }

  /** What is deleted and can come back moves too, but nobody sees it. */
  private isThere({ name }: EntityType, member: string): boolean {
    const { catalog } = this.context;
    return catalog.entityType(name) !== undefined && catalog.field(name, member) !== undefined;
  }
}

/** Callers know the rows of custom fields by the entity type that all of them are stored in. */
function shownName(entityType: EntityType): string {
  return isRowType(entityType) ? String(entityType.storedIn) : entityType.name;
}
