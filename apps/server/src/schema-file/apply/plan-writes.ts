/**
 * Turns changes into writes, with what only the space knows: records that were deleted and can come back, and ids of the records that
 * types point at.
 */
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import type { WriteItem } from '../../request/write-request.js';
import type { Change } from '../compare/change.js';
import type { Comparison } from '../compare/compare-schema.js';
import type { SchemaError } from '../schema-errors.js';
import { builtInTypes } from '../space/record-types.js';
import { nameOfField } from '../space/space-field.js';
import { readEntityTypes, readFields, readLabels, type SpaceRecord } from '../space/space-records.js';
import { writeItem } from './write-item.js';

export type PlannedWrite =
  | { readonly change: Change; readonly item: WriteItem }
  | { readonly change: Change; readonly error: SchemaError };

/** @returns a write or an error for each change, in their order */
export async function planWrites(
  store: RecordStore,
  call: Call,
  changes: readonly Change[],
  comparison: Comparison,
): Promise<PlannedWrite[]> {
  const deleted = await readDeleted(store, call, changes);
  const labels = await readLinkLabels(store, call, changes);
  const context = {
    ...comparison,
    catalog: store.catalog,
    idOfLabel: (entityType: string, label: string) => labels.get(entityType)?.get(label),
  };
  return changes.map((change): PlannedWrite => {
    const error = missingLink(change, comparison, store, labels);
    if (error !== undefined) return { change, error };
    const gone = deleted.get(`${change.what} ${change.name}`);
    if (change.action !== 'add' || gone === undefined) return { change, item: writeItem(change, context) };
    return restored(change, gone);
  });
}

/** A deleted field or custom entity type has its api name and usually its values still: it is restored. */
function restored(change: Change, gone: SpaceRecord): PlannedWrite {
  const type = change.members.type_id?.to;
  if (type !== undefined && gone.type_id !== type) {
    const message =
      `a deleted field of this name is of type ${String(gone.type_id)}, which cannot become ${String(type)}; ` +
      'give the new field another api name';
    return { change, error: { path: change.path, message } };
  }
  const entityType = change.what === 'kind' ? 'Entity' : 'Field';
  return { change, item: { kind: 'restore', entityType, id: gone.id, validationLevel: 0 } };
}

/** @returns deleted fields and custom entity types, by what and name */
async function readDeleted(
  store: RecordStore,
  call: Call,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, SpaceRecord>> {
  const isAdded = (what: Change['what']) => changes.some((change) => change.action === 'add' && change.what === what);
  const listing = { includeDeleted: true };
  const fields = isAdded('field') ? await readFields(store, call, listing) : [];
  const kinds = isAdded('kind') ? await readEntityTypes(store, call, listing) : [];
  const isDeleted = ({ is_deleted }: SpaceRecord) => is_deleted === true;
  return new Map([
    ...fields.filter(isDeleted).map((record) => [`field ${nameOfField(record)}`, record] as const),
    ...kinds.filter(isDeleted).map((record) => [`kind ${String(record.entity_api_name)}`, record] as const),
  ]);
}

type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @returns ids by label, for each entity type that changed types point at */
async function readLinkLabels(store: RecordStore, call: Call, changes: readonly Change[]): Promise<Labels> {
  const targets = changes.flatMap((change) => linksOf(change, store).map(({ target }) => target));
  const labels = new Map<string, ReadonlyMap<string, string>>();
  for (const target of targets)
    if (!labels.has(target.name)) labels.set(target.name, await readLabels(store, call, target));
  return labels;
}

function linksOf({ what, of, members }: Change, { catalog }: RecordStore) {
  const type = what === 'type' ? builtInTypes(catalog).find(({ name }) => name === of) : undefined;
  return (type?.members ?? []).flatMap(({ name, target }) => {
    const label = members[name]?.to;
    return target && typeof label === 'string' ? [{ name, target, label }] : [];
  });
}

/** Types of the file that are still to come are no error: the link is set when they are there. */
function missingLink(
  change: Change,
  { file }: Comparison,
  store: RecordStore,
  labels: Labels,
): SchemaError | undefined {
  const missing = linksOf(change, store).find(
    ({ target, label }) =>
      !labels.get(target.name)?.has(label) && !file.types.get(target.name)?.some(({ name }) => name === label),
  );
  if (!missing) return undefined;
  const { name, target, label } = missing;
  const message = `the space has no ${target.name} ${JSON.stringify(label)}; make one, or name another`;
  return { path: [...change.path, name], message };
}
