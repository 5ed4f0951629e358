/**
 * The root field of any record: what it may be is read from its arguments, what is shown of it from the fragments on its type.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { QueryNodeArgs } from '@headwater/graphql-types';
import { Kind, type SelectionSetNode } from 'graphql';
import { suggestion } from '../../../errors/closest-name.js';
import { parameterError } from '../../../errors/parameter-error.js';
import { isCustomEntityType, storageTypes } from '../../../plan/relations/custom-types.js';
import { entityTypeOf } from '../../../records/read/entity-type-of.js';
import type { FieldNodes, Reading } from '../parse/collect-fields.js';
import { parseRecordSelection, type RecordSelection } from '../parse/parse-selection.js';
import { type SelectionSize, selectionSize } from '../parse/selection-size.js';
import { findRecord } from '../run/find-record.js';
import { type JsonObject, renderObject } from '../run/render-answer.js';
import type { FieldContext, SpecialCall, SpecialField } from '../special-field.js';

/** Any record: what it shows is rendered from the selection, as that of every entity type is. */
export const nodeFields: { readonly node: SpecialField<QueryNodeArgs> } = { node };

function node(given: QueryNodeArgs, { catalog, reading, nodes, at }: FieldContext): SpecialCall {
  const among = candidates(catalog, given, at);
  const certain = onlyOne(catalog, among);
  const includeDeleted = given.includeDeleted === true;
  // What is in fragments is checked before anything runs; of other entity types only members of the interface can be requested.
  const named = [...namedTypes(reading, nodes)].filter((name) => catalog.entityType(name) !== undefined);
  const selections = new Map(named.map((name) => [name, parseRecordSelection(reading, name, nodes)]));
  return {
    kind: 'special',
    size: largest([...selections.values()]),
    async run(deps, call) {
      const entityType = certain ?? (await entityTypeOf(deps, call, given.id, among, includeDeleted));
      if (entityType === undefined) return null;
      const { name } = entityType;
      const { selection, shape } = selections.get(name) ?? parseRecordSelection(reading, name, nodes);
      const record = await findRecord(deps, call, { entityType: name, id: given.id, selection, includeDeleted });
      return record && markRecordType(renderObject(shape, record), name);
    },
  };
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

/** @returns the types that fragments are on, at this level */
function namedTypes({ fragments }: Reading, nodes: FieldNodes): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const one of set?.selections ?? []) {
      if (one.kind === Kind.FIELD) continue;
      if (one.kind === Kind.FRAGMENT_SPREAD && seen.has(one.name.value)) continue;
      if (one.kind === Kind.FRAGMENT_SPREAD) seen.add(one.name.value);
      const fragment = one.kind === Kind.FRAGMENT_SPREAD ? fragments[one.name.value] : one;
      if (fragment?.typeCondition) names.add(fragment.typeCondition.name.value);
      visit(fragment?.selectionSet);
    }
  };
  for (const one of nodes) visit(one.selectionSet);
  return names;
}

/** The record is of one type only. */
function largest(selections: readonly RecordSelection[]): SelectionSize {
  const sizes = selections.map(({ selection }) => selectionSize(selection));
  return {
    records: Math.max(1, ...sizes.map(({ records }) => records)),
    depth: Math.max(0, ...sizes.map(({ depth }) => depth)),
  };
}

// Marks records that are shown as a `Node` with the entity type that they are of. No alias of a client can hide it.

const recordType = Symbol('entity type');

/** Changes the record in place. */
function markRecordType(record: JsonObject, entityType: string): JsonObject {
  return Object.assign(record, { [recordType]: entityType });
}

/** @returns the name of the object type of a record that was marked */
export function recordTypeOf(record: object): string | undefined {
  return (record as { readonly [recordType]?: string })[recordType];
}
