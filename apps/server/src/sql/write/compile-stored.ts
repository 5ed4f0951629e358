/**
 * Writes the reads that writes build on: what is stored of records, by their ids or by the parent that they belong to. Pure, but for
 * the texts that it keeps.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';
import type { Projection, ProjectionMember } from '../../plan/projection/projection.js';
import { Binder, inSpace, type Statement, spaceBinder } from '../binder.js';
import { customLayoutColumn, hasNoColumn, tableName } from '../columns.js';
import { compileCustomValues } from '../custom-values/compile-custom-texts.js';
import { customLayout } from '../custom-values/custom-layout.js';
import type { Dialect } from '../dialects/dialect.js';
import { recordsOf } from '../record-source.js';
import { compileProjection, isPlain } from '../select/compile-projection.js';
import { column } from '../select/compile-value.js';

/**
 * How rows are locked until the write ends. A transaction that has taken the space's revision must never wait for a row lock: the
 * transaction that has that lock may be waiting for the revision.
 */
export type RowLock = 'none' | 'waiting' | 'at-once';

export interface RecordChoice {
  readonly lock: RowLock;
  readonly includeDeleted: boolean;
}

export class StoredCompiler {
  private readonly projections = new Map<string, string>();

  constructor(
    private readonly catalog: Catalog,
    private readonly dialect: Dialect,
  ) {}

  /**
   * @param ids each once
   * @returns a statement that locks records ahead of the read of what is stored beside them, which would else be what it was before the
   *   lock was waited for; undefined where nothing is stored beside them, and on databases that lock no rows
   */
  compileLock(space: string, entityType: EntityType, ids: readonly string[], lock: RowLock): Statement | undefined {
    const locking = this.locking(lock);
    if (locking === '' || !customLayout(entityType)) return undefined;
    const binder = spaceBinder(this.dialect, space);
    const where = `${inSpace(this.dialect, 'r')} AND ${this.isOneOf(column('r', 'id'), ids, binder)}`;
    return binder.statement(`SELECT r.id FROM ${recordsOf(this.dialect, entityType)} r WHERE ${where}${locking}`);
  }

  /** @param ids each once @returns a statement whose rows have `j`, the record as JSON text; locked in the order of their ids */
  compileRecords(space: string, entityType: EntityType, ids: readonly string[], choice: RecordChoice): Statement {
    const binder = spaceBinder(this.dialect, space);
    const conditions = [
      this.isOneOf(column('r', 'id'), ids, binder),
      ...(choice.includeDeleted ? [] : [notDeleted('r')]),
    ];
    const statement = binder.statement(this.select(entityType, conditions) + this.locking(choice.lock));
    // What is stored beside a record is in other tables.
    return customLayout(entityType) ? statement : { ...statement, touches: [{ table: tableName(entityType), ids }] };
  }

  /**
   * @param parents ids of records of `parent`, each once
   * @param withParent rows as well that were deleted together with their parent
   * @returns the same for the rows of a relation
   */
  compileRows(
    space: string,
    parent: EntityType,
    field: RowsField,
    parents: readonly string[],
    withParent: boolean,
  ): Statement {
    const binder = spaceBinder(this.dialect, space);
    const target = this.catalog.existing(field.target);
    const via = column('r', field.via);
    const deletion =
      `(SELECT d."revision" FROM ${recordsOf(this.dialect, parent)} d ` +
      `WHERE ${inSpace(this.dialect, 'd')} AND d."is_deleted" AND d.id = ${via})`;
    const conditions = [
      this.isOneOf(via, parents, binder),
      withParent ? `(${notDeleted('r')} OR ${column('r', 'revision')} = ${deletion})` : notDeleted('r'),
      ...this.having(target, field),
    ];
    return binder.statement(this.select(target, conditions));
  }

  /** @returns the same for every record of an entity type, deleted ones included */
  compileAll(space: string, entityType: EntityType): Statement {
    return spaceBinder(this.dialect, space).statement(this.select(entityType, []));
  }

  private select(entityType: EntityType, conditions: readonly string[]): string {
    const where = [inSpace(this.dialect, 'r'), ...conditions].join(' AND ');
    return `SELECT ${this.projectionText(entityType)} AS j FROM ${recordsOf(this.dialect, entityType)} r WHERE ${where}`;
  }

  private isOneOf(expression: string, ids: readonly string[], binder: Binder): string {
    const [only] = ids;
    return ids.length === 1 ? `${expression} = ${binder.bind(only)}` : binder.isOneOf(expression, ids);
  }

  /** Only those rows that the relation shows, where several relations share them. */
  private having(target: EntityType, field: RowsField): string[] {
    if (field.having === undefined) return [];
    const chosen = chosenReference(target, field.having);
    const reference = column('r', chosen.name);
    if (chosen.link === undefined) return [`${reference} IS NOT NULL`];
    const linked = recordsOf(this.dialect, this.catalog.existing(chosen.link));
    return [`EXISTS (SELECT 1 FROM ${linked} h WHERE ${inSpace(this.dialect, 'h')} AND h.id = ${reference})`];
  }

  private locking(lock: RowLock): string {
    const locking = lock === 'none' ? '' : this.dialect.forUpdate(lock === 'waiting');
    // Where nothing is locked the order is of no use, and would lead SQLite to scan the space in the order of ids.
    return locking === '' ? '' : ` ORDER BY r.id${locking}`;
  }

  /** Every stored field under its own name. */
  private projectionText(entityType: EntityType): string {
    let text = this.projections.get(entityType.name);
    if (text === undefined) {
      text = this.compileRecord(entityType);
      this.projections.set(entityType.name, text);
    }
    return text;
  }

  private compileRecord(entityType: EntityType): string {
    const { dialect } = this;
    const binder = new Binder(dialect, []);
    const entityTypeOf = (name: string) => this.catalog.existing(name);
    const context = { dialect, binder, entityType: entityTypeOf, isOfMany: false };
    const layout = customLayout(entityType);
    const projection = storedProjection(entityType);
    const members = dialect.jsonText(compileProjection(context, projection, 'r'));
    if (!layout) return members;
    const written = dialect.jsonObject([[customLayoutColumn, column('r', customLayoutColumn)]]);
    return dialect.splicedText([
      { text: members, endsPlainly: isPlain(projection.members.at(-1)) },
      { text: dialect.jsonText(written), endsPlainly: true },
      compileCustomValues(dialect, layout, 'r'),
    ]);
  }
}

/**
 * @param having name of a reference field, or of one link of a polymorphic one
 * @returns the field, and the entity type of the link when only records of that type count
 */
export function chosenReference(target: EntityType, having: string): { readonly name: string; readonly link?: string } {
  for (const field of target.fields) {
    if (field.kind !== 'reference') continue;
    const link = field.links.find(({ name }) => name === having);
    if (field.name === having || (link && field.targets.length === 1)) return { name: field.name };
    if (link) return { name: field.name, link: link.target };
  }
  throw new Error(`${target.name} has no reference "${having}"`);
}

function notDeleted(alias: string): string {
  return `NOT ${column(alias, 'is_deleted')}`;
}

function storedProjection(entityType: EntityType): Projection {
  const members = entityType.fields.flatMap((field): ProjectionMember[] => {
    if (hasNoColumn(field) || field.kind === 'rows') return [];
    if (field.kind === 'value') return [{ kind: 'value', as: field.name, field }];
    if (field.kind === 'reference') return [{ kind: 'reference-id', as: field.name, field }];
    const parts = (['base_value', 'currency_id', 'value_foreign'] as const).map((part) => ({
      kind: 'amount' as const,
      as: part,
      part,
    }));
    return [{ kind: 'money', as: field.name, field, parts }];
  });
  return { entityType, style: 'canonical', members, includeDeleted: false, cacheKey: undefined };
}
