/**
 * The root field of any record: what it may be is read from its arguments, what is shown of it from the fragments on its type.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { QueryNodeArgs } from '@headwater/graphql-types';
import { suggestion } from '../../../errors/closest-name.js';
import { parameterError } from '../../../errors/parameter-error.js';
import { isCustomEntityType, storageTypes } from '../../../plan/relations/custom-types.js';
import { entityTypeOf } from '../../../records/read/entity-type-of.js';
import { mayRead, requireReadable } from '../../../rights/scoped-catalog.js';
import { findRecord } from '../run/find-record.js';
import { type JsonObject, renderObject } from '../run/render-answer.js';
import type { FieldContext, SpecialCall, SpecialField } from '../special-field.js';
import { NodeSelections } from './node-selections.js';

/** Any record: what it shows is rendered from the selection, as that of every entity type is. */
export const nodeFields: { readonly node: SpecialField<QueryNodeArgs> } = { node };

function node(given: QueryNodeArgs, { catalog, reading, nodes, at }: FieldContext): SpecialCall {
  const among = candidates(catalog, given, at);
  const certain = onlyOne(catalog, among);
  const includeDeleted = given.includeDeleted === true;
  const selections = new NodeSelections(reading, nodes, catalog);
  return {
    kind: 'special',
    size: selections.size,
    async run(deps, call) {
      const entityType =
        certain ?? (await entityTypeOf(deps, call, given.id, readableOf(deps.catalog, given, among), includeDeleted));
      if (entityType === undefined) return null;
      const { name } = entityType;
      const { selection, shape } = selections.of(name);
      const record = await findRecord(deps, call, { entityType: name, id: given.id, selection, includeDeleted });
      return record && markRecordType(renderObject(shape, record), name);
    },
  };
}

/** @returns those whose records may be read @throws ApiError `ERROR_FORBIDDEN` when the caller names one that may not be read */
function readableOf(catalog: Catalog, { entity }: QueryNodeArgs, among: readonly EntityType[]): readonly EntityType[] {
  if (entity != null) for (const one of among) requireReadable(catalog, one);
  return among.filter((one) => mayRead(catalog, one));
}

/** @returns the entity type of the record if it can be of no other one */
function onlyOne({ entityTypes }: Catalog, [first, ...others]: readonly EntityType[]): EntityType | undefined {
  if (first === undefined || others.length > 0 || first.union) return undefined;
  return entityTypes.some(({ storedIn }) => storedIn === first.name) ? undefined : first;
}

/** @returns the entity types that the record can be of; those kept in a shared table are found with the one that keeps them */
function candidates(catalog: Catalog, { entity, entityApiName }: QueryNodeArgs, at: string): readonly EntityType[] {
  if (entityApiName != null) {
    if (entity !== storageTypes.records)
      throw parameterError(`${at}.entityApiName`, `is allowed with ${storageTypes.records} only`);
    const customTypes = catalog.entityTypes.filter(isCustomEntityType);
    const kind = customTypes.find(({ name }) => name === entityApiName);
    if (kind) return [kind];
    const hint = suggestion(
      entityApiName,
      customTypes.map(({ name }) => name),
    );
    throw parameterError(`${at}.entityApiName`, `there is no custom entity type "${entityApiName.slice(0, 80)}"`, hint);
  }
  if (entity == null) return catalog.entityTypes.filter(({ union, storedIn }) => !union && storedIn === undefined);
  const found = catalog.entityType(entity);
  if (!found) throw parameterError(`${at}.entity`, `no records of "${entity}" are stored here`);
  return [found];
}

// Marks records that are shown as a `Node` with the entity type that they are of. No alias of a client can hide it.

const recordType = Symbol('entity type');

/** Changes the record in place. */
export function markRecordType(record: JsonObject, entityType: string): JsonObject {
  return Object.assign(record, { [recordType]: entityType });
}

/** @returns the name of the object type of a record that was marked */
export function recordTypeOf(record: object): string | undefined {
  return (record as { readonly [recordType]?: string })[recordType];
}
