/**
 * What a key may write. Its scopes say which entity types: each planned item needs a right, and each row that its body makes, changes or
 * leaves out; what the service writes beside that by its own rules needs none. Its user may see some records only, and change some of
 * those: a record that is not seen is as one that is not there.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { FieldLeaf } from '../../plan/change/field-errors.js';
import { ownerColumns } from '../../plan/relations/owner-columns.js';
import { type FieldLimits, fieldsOfLink } from '../../rights/field-rights.js';
import { requireLiberty, requireRight } from '../../rights/require-right.js';
import { goesWithOthers, shareModes } from '../../rights/user-rights.js';
import type { UserSight } from '../../sql/record-sight.js';
import type { Call } from '../call.js';
import { scopeOf } from '../record-store.js';
import type { Draft } from './draft.js';
import type { PlannedItem } from './plan-item.js';
import type { WriteContext } from './write-context.js';

const actionOf = { create: 'create', update: 'update', delete: 'delete', restore: 'delete' } as const;

/** @throws ApiError `ERROR_FORBIDDEN` that names the missing right */
export function requireItem({ principal }: Call, { item, entityType }: PlannedItem): void {
  requireRight(principal, entityType, actionOf[item.kind]);
}

/**
 * To be asked once it is known which rows there are.
 * @param draft of an item, with the rows that its body gives
 * @throws ApiError `ERROR_FORBIDDEN` that names the missing right
 */
export function requireRows(call: Call, draft: Draft): void {
  for (const { field, target, drafts, removed } of draft.rowSets) {
    // Rules ask for rows that no body names; those of a custom field are values of the record.
    if (!draft.change.rows.has(field.name) || field.custom !== undefined) continue;
    if (removed.length > 0) requireRight(call.principal, target, 'delete');
    for (const row of drafts) {
      if (row.isNew) requireRight(call.principal, target, 'create');
      else if (row.changesAnything) requireRight(call.principal, target, 'update');
      requireRows(call, row);
    }
  }
}

/**
 * To be asked once it is known what is stored: a value that stays as it is needs no right.
 * @param draft of an item, before rules have set anything in it
 * @param by the relation of a record whose body gives it as a row
 * @throws ApiError `ERROR_FORBIDDEN` that names a field which the caller sees and does not write
 */
export function requireFields(limits: FieldLimits, draft: Draft, by?: RowsField): void {
  const names = limits.readOnly.get(draft.entityType.name) ?? [];
  for (const name of names) {
    if (draft.setsOtherwise(name)) throw readOnlyField(draft.entityType, name);
  }
  const shownBy = changesItself(draft) ? readOnlyRelation(limits, draft, by) : undefined;
  if (shownBy) throw readOnlyField(shownBy.parent, shownBy.field.name);
  for (const { field, drafts, removed } of draft.rowSets) {
    if (draft.change.rows.has(field.name)) for (const row of [...drafts, ...removed]) requireFields(limits, row, field);
  }
}

function changesItself(draft: Draft): boolean {
  return draft.act !== 'update' || draft.changesAnything;
}

/** @returns the relation that the caller does not write and that a row belongs to, before the write or after it, besides that of its body */
function readOnlyRelation({ readOnlyRows }: FieldLimits, draft: Draft, by: RowsField | undefined) {
  const isSet = (name: string) => draft.get(name) !== null || (draft.stored?.[name] ?? null) !== null;
  return readOnlyRows.get(draft.entityType.name)?.find(({ field: { via, having } }) => {
    const isOfBody = via === by?.via && having === by.having;
    return !isOfBody && [via, ...fieldsOfLink(draft.entityType, having)].every(isSet);
  });
}

function readOnlyField({ collection }: EntityType, name: string): ApiError {
  const message = `The user of this key may read ${collection}.${name}, and not write it. Leave it out, or send it as it is.`;
  return new ApiError('ERROR_FORBIDDEN', message);
}

/** By the ids of records that are seen, whether they may be changed. */
type Seen = ReadonlyMap<string, boolean>;

/** @returns undefined: all records are seen, and may be changed */
export async function seenOf(
  context: WriteContext,
  entityType: EntityType,
  ids: readonly string[],
): Promise<Seen | undefined> {
  const { sight } = context.answering;
  if (sight === undefined || ids.length === 0) return undefined;
  return readSeen(context, sight, entityType, ids);
}

async function readSeen(
  { call, transaction }: WriteContext,
  sight: UserSight,
  entityType: EntityType,
  ids: readonly string[],
): Promise<Seen> {
  const rows = await transaction.run(sight.compileSeen(scopeOf(call), entityType, ids));
  return new Map(rows.map((row) => [String(row.id), Boolean(row.may)]));
}

/** @returns only the records that are seen @throws ApiError `ERROR_FORBIDDEN` for one that is, and may not be changed */
export async function onlySeen<Stored>(
  context: WriteContext,
  entityType: EntityType,
  stored: ReadonlyMap<string, Stored>,
): Promise<ReadonlyMap<string, Stored>> {
  const seen = await seenOf(context, entityType, [...stored.keys()]);
  if (seen === undefined) return stored;
  for (const [id, mayChange] of seen) if (!mayChange) throw notChangeable(entityType, id);
  return new Map([...stored].filter(([id]) => seen.has(id)));
}

export function notChangeable({ name }: Pick<EntityType, 'name'>, id: string): ApiError {
  const message = `The user of this key may see ${name} ${id}, and not change it.`;
  return new ApiError('ERROR_FORBIDDEN', message);
}

/** The records that a group of items points at, for a user who does not see all. */
export class PointedAt {
  private readonly asked = new Map<string, Set<string>>();
  private readonly seen = new Map<string, Seen>();

  constructor(
    private readonly context: WriteContext,
    private readonly sight: UserSight,
  ) {}

  /** Asks for a record of one of these entity types. */
  ask(targets: readonly string[], id: string): void {
    for (const target of targets) this.asked.set(target, (this.asked.get(target) ?? new Set()).add(id));
  }

  /** Looks up what was asked for, with one statement for each entity type whose records not everybody sees. */
  async lookUp(): Promise<void> {
    for (const [name, ids] of this.asked) {
      const entityType = this.context.catalog.existing(name);
      if (this.sight.condition(entityType, 't') === undefined) continue;
      this.seen.set(name, await readSeen(this.context, this.sight, entityType, [...ids]));
    }
  }

  /** @returns whether a record that is there is seen */
  isSeen(target: string, id: string): boolean {
    return this.seen.get(target)?.has(id) ?? true;
  }

  /**
   * @param draft of an item: a row changes what it belongs to
   * @throws ApiError `ERROR_FORBIDDEN` for a record that is seen and may not be changed, and for a `share_mode` that the user may not set
   */
  requireParents(draft: Draft): void {
    const { entityType } = draft;
    if (draft.changes('share_mode')) {
      const mode = draft.get('share_mode');
      const isShared = mode === shareModes.allView || mode === shareModes.allEdit;
      const liberty = mode === shareModes.private ? 'make-private' : isShared ? 'share-with-all' : undefined;
      if (liberty) requireLiberty(this.context.call.principal, liberty, entityType);
    }
    if (entityType.access?.own && draft.text('owner_id') !== this.context.actor) {
      const message = `The user of this key writes its own ${entityType.collection} only: owner_id is of another user.`;
      throw new ApiError('ERROR_FORBIDDEN', message);
    }
    for (const { target, id } of parentsOf(this.context, draft)) {
      if (this.seen.get(target)?.get(id) === false) throw notChangeable({ name: target }, id);
    }
  }

  /**
   * What else is wrong with a draft may follow from a record that its user does not see: of one that points at no record that is seen, only
   * that is said.
   * @param errors of a draft
   */
  keepOnlyMissing(errors: FieldLeaf[]): void {
    const missing = errors.filter(({ errorName }) => errorName === 'ERROR_RELATIONS_DOESNT_EXIST');
    if (missing.length === 0) return;
    missing.sort((one, other) => (one.message < other.message ? -1 : 1));
    errors.splice(0, errors.length, ...missing);
  }

  /** Asks for the records that a row comes to belong to. */
  askParents(draft: Draft): void {
    for (const { target, id } of parentsOf(this.context, draft)) this.ask([target], id);
  }
}

/** The records that a row belongs to by the write; all that it points at where no record owns such rows. */
function parentsOf(context: WriteContext, draft: Draft): { readonly target: string; readonly id: string }[] {
  const { entityType } = draft;
  if (draft.act === 'delete' || !goesWithOthers(entityType)) return [];
  const owning = ownerColumns(context, entityType);
  return entityType.fields.flatMap((field) => {
    if (field.kind !== 'reference' || !draft.setsAnew(field.name)) return [];
    if (owning.length > 0 && !owning.includes(field.name)) return [];
    const id = draft.text(field.name);
    return id === null ? [] : field.targets.map((target) => ({ target, id }));
  });
}
