/**
 * Checks of the members that a space has defined itself, for every entity type that has some: they are found, put in order, shown and
 * changed as members of the interface are. That they are written and answered as declared, the checks of collections see.
 */
import type { EntityType, Field } from '@headwater/catalog';
import { idOf, idsOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import type { Contract } from '../../contract.js';
import { CheckSkipped, expectEqual } from '../../expectation.js';
import { isJsonObject, type Json } from '../../http/json.js';
import { mirrorOf, selectionOf } from '../graphql/names.js';
import { writableFields } from './writable-fields.js';

type RunOnType = (context: CheckContext, entityType: EntityType) => Promise<void>;

const isCustom = (field: Field) => field.custom !== undefined;

/** Those that bodies can set. @throws CheckSkipped when there are none */
function settable(entityType: EntityType): readonly Field[] {
  const fields = writableFields(entityType).filter(isCustom);
  if (fields.length === 0) throw new CheckSkipped(`no custom member of ${entityType.collection} can be written`);
  return fields;
}

/** A record with a value in every custom member that can be set, and one with none. */
async function setAndUnset({ fixtures }: CheckContext, entityType: EntityType) {
  const fields = settable(entityType);
  const values: Record<string, Json> = {};
  for (const field of fields) values[field.name] = await fixtures.sample(entityType, field);
  const none = Object.fromEntries(fields.map(({ name }) => [name, null]));
  const set = await fixtures.create(entityType.name, values);
  // Left out of a create, a member takes its default.
  const unset = await fixtures.update(entityType.name, await fixtures.create(entityType.name), none);
  return { fields, set, unset, filter: { 'filter[id]': [idOf(set), idOf(unset)] } };
}

/** The member to compare with, and what it holds. */
function comparable(field: Field, record: RecordJson): { readonly path: string; readonly value: Json } {
  const value = record[field.name] ?? null;
  if (field.kind !== 'money') return { path: field.name, value };
  return { path: `${field.name}.base_value`, value: isJsonObject(value) ? (value.base_value ?? null) : null };
}

const findByValue: RunOnType = async (context, entityType) => {
  const { fields, set, unset, filter } = await setAndUnset(context, entityType);
  for (const field of fields) {
    const { path, value } = comparable(field, set);
    const find = async (operator: string, operand: Json) => {
      const query = {
        ...filter,
        [`filter-op[${path}]`]: operator,
        ...(operand !== null && { [`filter[${path}]`]: String(operand) }),
      };
      return idsOf((await context.rest.list(entityType.collection, query)).records);
    };
    expectEqual(await find('eq', value), [idOf(set)], `found by ${path} eq ${JSON.stringify(value)}`);
    expectEqual(await find('not-eq', value), [idOf(unset)], `found by ${path} not-eq ${JSON.stringify(value)}`);
    expectEqual(await find('null', null), [idOf(unset)], `found by ${path} null`);
    expectEqual(await find('not-null', null), [idOf(set)], `found by ${path} not-null`);
  }
};

const putInOrder: RunOnType = async (context, entityType) => {
  const { fields, set, unset, filter } = await setAndUnset(context, entityType);
  for (const field of fields) {
    const { path } = comparable(field, set);
    const ordered = async (orderBy: string) =>
      idsOf((await context.rest.list(entityType.collection, { ...filter, 'order-by': orderBy })).records);
    expectEqual(await ordered(path), [idOf(unset), idOf(set)], `order by ${path}`);
    expectEqual(await ordered(`-${path}`), [idOf(set), idOf(unset)], `order by -${path}`);
  }
};

const change: RunOnType = async (context, entityType) => {
  const { fields, set } = await setAndUnset(context, entityType);
  for (const { name } of fields) {
    const before = await context.rest.get(entityType.collection, idOf(set));
    const after = await context.fixtures.update(entityType.name, set, { [name]: null });
    expectEqual(after[name], null, `${name} set to null`);
    const others = fields.filter((other) => other.name !== name).map((other) => other.name);
    for (const other of others) expectEqual(after[other], before[other], `${other} after a change of ${name}`);
  }
};

const leaveReadOnly: RunOnType = async ({ rest, fixtures }, entityType) => {
  const fields = entityType.fields.filter((field) => isCustom(field) && field.readOnly && field.kind === 'value');
  if (fields.length === 0) throw new CheckSkipped(`no custom member of ${entityType.collection} is read-only`);
  const record = await fixtures.create(entityType.name);
  const sent = Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'value' ? 'sent' : null]));
  const after = await rest.update(entityType.collection, idOf(record), sent);
  for (const { name } of fields) expectEqual(after[name], record[name], `${name}, which is read-only`);
};

const expand: RunOnType = async (context, entityType) => {
  const { fields, set } = await setAndUnset(context, entityType);
  const links = fields.flatMap((field) =>
    field.kind === 'reference' ? field.links.map(({ name }) => ({ field, name })) : [],
  );
  if (links.length === 0)
    throw new CheckSkipped(`no custom member of ${entityType.collection} is a link that can be set`);
  const id = idOf(set);
  const expanded = await context.rest.get(entityType.collection, id, { expand: links.map(({ name }) => name).join() });
  for (const { field, name } of links) {
    const link = String(set[name]);
    expectEqual(link.split('/').at(-1), set[field.name], `id in the link ${name}`);
    const record = expanded[name];
    expectEqual(isJsonObject(record) ? record.id : record, set[field.name], `id of ${name} expanded`);
  }
};

const showInGraphql: RunOnType = async ({ graphql, ...context }, entityType) => {
  const { set, unset } = await setAndUnset({ graphql, ...context }, entityType);
  const own = { ...entityType, fields: entityType.fields.filter(isCustom) };
  const { one } = entityType.graphql;
  for (const record of [set, unset]) {
    const data = await graphql.run(`query ($id: UUID!) { ${one}(id: $id) { ${selectionOf(own)} } }`, {
      id: idOf(record),
    });
    expectEqual(data[one], mirrorOf(own, record), `custom members of a ${entityType.name} in GraphQL`);
  }
};

interface Kind {
  readonly name: string;
  /** The sentence, with the collection's name for `X`. */
  readonly sentence: `MUST ${string}`;
  readonly run: RunOnType;
}

const kinds: readonly Kind[] = [
  { name: 'filter', sentence: 'MUST find records of X by every custom member that can be set', run: findByValue },
  { name: 'order', sentence: 'MUST put records of X in order by every custom member that can be set', run: putInOrder },
  { name: 'change', sentence: 'MUST clear a custom member of X and leave all others as they are', run: change },
  { name: 'read-only', sentence: 'MUST leave custom members of X as they are that are read-only', run: leaveReadOnly },
  { name: 'expand', sentence: 'MUST write links of custom members of X with the id, and expand them', run: expand },
  { name: 'graphql', sentence: 'MUST show custom members of X in GraphQL under their names', run: showInGraphql },
];

/** None for a contract without custom members. */
export function customMemberChecks({ catalog }: Contract): Check[] {
  const types = catalog.entityTypes.filter(
    ({ fields, operations }) => fields.some(isCustom) && operations.includes('create') && operations.includes('list'),
  );
  return types.flatMap((entityType) =>
    kinds.map(
      ({ name, sentence, run }): Check => ({
        id: `custom.${entityType.collection}.${name}`,
        sentence: sentence.replace(' X', ` ${entityType.collection}`) as `MUST ${string}`,
        spec: `v100#/components/schemas/${entityType.name}`,
        run: (context) => run(context, entityType),
      }),
    ),
  );
}
