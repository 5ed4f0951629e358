/**
 * Checks that no record comes to be above itself, be it by way of others. What is above the records of a group is read with one
 * statement, whose result holds until the revision is taken; changes of earlier items count as if they were made.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import type { Row } from '../../db/database.js';
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import type { Statement } from '../../sql/binder.js';
import { compileAncestors } from '../../sql/write/compile-ancestors.js';
import type { Draft } from './draft.js';
import { fieldLists } from './field-lists.js';
import type { FactSource, WriteContext } from './write-context.js';

type Edge = readonly [id: string, above: string | null];

export class HierarchyCheck implements FactSource {
  private readonly field: ReferenceField | undefined;
  private readonly wanted = new Set<string>();
  /** The id of the record above each record that is known. */
  private readonly above = new Map<string, string | null>();

  constructor(
    private readonly context: WriteContext,
    private readonly entityType: EntityType,
  ) {
    this.field = fieldLists(entityType).hierarchy;
  }

  /** Asks for what is above the record to which the write gives a draft, if it moves it. */
  prepare(draft: Draft): void {
    const parent = this.newParent(draft);
    if (typeof parent === 'string') this.want(parent);
  }

  /** Asks for what is above a record. */
  want(id: string): void {
    this.wanted.add(id);
  }

  statement(): Statement | undefined {
    const { context, entityType, field } = this;
    if (!field || this.wanted.size === 0) return undefined;
    return compileAncestors(context.dialect, context.space, { entityType, field }, [...this.wanted].sort());
  }

  take(row: Row | undefined): void {
    for (const [id, above] of JSON.parse(String(row?.edges ?? '[]')) as Edge[]) this.above.set(id, above);
  }

  /** @returns the error of a draft that would be above itself */
  check(draft: Draft): FieldLeaf[] {
    const parent = this.newParent(draft);
    if (!this.field || typeof parent !== 'string') return [];
    const last = this.circleEnd(draft.id, parent);
    if (last === undefined) return [];
    const { name } = this.field;
    if (last === draft.id) return [invalid(name, 'leads to the record itself. Give another record, or null.')];
    const problem =
      `makes a circle: ${parent} is below this record. ` +
      `Give another record, or null, or first move ${last}, which is directly below this one.`;
    return [invalid(name, problem)];
  }

  /** Notes a draft that will be written. */
  accept(draft: Draft): void {
    const parent = this.newParent(draft);
    if (parent !== undefined) this.above.set(draft.id, parent);
  }

  /**
   * @returns the id of the record from which the way up from `parent` comes to `id`, which is `id` itself when both are one; undefined
   *   when it does not
   */
  circleEnd(id: string, parent: string): string | undefined {
    const passed = new Set<string>();
    for (let at: string | null | undefined = parent, last = id; at && !passed.has(at); at = this.above.get(at)) {
      if (at === id) return last;
      passed.add(at);
      last = at;
    }
    return undefined;
  }

  /** @returns undefined when the write leaves the record where it is, or makes one, which has none below it but perhaps itself */
  private newParent(draft: Draft): string | null | undefined {
    const { field } = this;
    if (!field || draft.act === 'delete' || draft.act === 'restore' || !draft.changes(field.name)) return undefined;
    const parent = draft.text(field.name);
    return draft.isNew && parent !== draft.id ? undefined : parent;
  }
}

/** @returns whether a stored record would be above itself below a parent */
export async function makesCircle(context: WriteContext, draft: Draft): Promise<boolean> {
  const { hierarchy } = fieldLists(draft.entityType);
  const parent = hierarchy ? draft.text(hierarchy.name) : null;
  if (parent === null) return false;
  const check = new HierarchyCheck(context, draft.entityType);
  check.want(parent);
  await context.lookUp(check);
  return check.circleEnd(draft.id, parent) !== undefined;
}
