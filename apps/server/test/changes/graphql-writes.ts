/**
 * The mutations of GraphQL.
 */
import type { EntityType } from '@headwater/catalog';
import { graphqlName } from '@headwater/contract';
import { typeDefs } from '@headwater/graphql-types/sdl';
import { buildSchema } from 'graphql';
import { mainTab } from '../filters/ask-filter.js';
import { newLead } from '../lifecycle/lifecycle-space.js';
import { names } from '../reports/saved-report-documents.js';
import type { Json, TestRecord } from '../test-space.js';
import { fieldOf, type NamedRequests, plainValue } from './named-requests.js';

const mutations = buildSchema(typeDefs).getMutationType()?.getFields() ?? {};

export const graphqlOperations: readonly string[] = Object.keys(mutations).map((name) => `graphql.${name}`);

const record = '{ id }';
const outcomes = '{ id errors { code } }';

/** Each mutation of an entity type. */
export async function writeOverGraphql(requests: NamedRequests, entityType: EntityType): Promise<void> {
  const { name, collection } = entityType;
  const { maker } = requests;
  const write = (field: string, given: Json, selection = record) => mutate(requests, field, given, selection);
  const inputOf = (body: Json) => graphqlInput(entityType, body);
  const created = await write(`create${name}`, { input: inputOf(await requests.bodyOf(entityType, 'first')) });
  const { id } = created as TestRecord;
  await write(`update${name}`, { id, input: inputOf(await requests.changeOf(entityType, 'second')) });
  await write(`upsert${name}`, { value: id, input: inputOf(await requests.changeOf(entityType, 'first')) });
  const change = inputOf(await requests.changeOf(entityType, 'second'));
  const items = [inputOf((await maker.required(entityType)).body), { id, ...change }];
  const made = (await write(`batchModify${collection}`, { items }, outcomes)) as readonly Json[] | undefined;
  await write(`batchDelete${collection}`, { ids: made?.map((one) => one.id).slice(0, 1) ?? [] }, outcomes);
  await write(`delete${name}`, { id }, '');
  await write(`restore${name}`, { id });
  await requests.space.delete(collection, id);
  await write(`batchRestore${collection}`, { ids: [id] }, outcomes);
  if (entityType.merge) {
    const secondary = await maker.create(entityType);
    await write(`merge${collection}`, { master: { id }, secondaryIds: [secondary.id] });
  }
}

/** Those of leads, opportunities, saved filters and saved reports. */
export async function writeSpeciallyOverGraphql(requests: NamedRequests): Promise<void> {
  const { space } = requests;
  const write = (field: string, given: Json, selection = record) => mutate(requests, field, given, selection);
  const { id } = await newLead(space, { is_archived: true });
  await write('reactivateLead', { id });
  await write('qualifyLead', { id, input: { closingDate: '2026-09-30', value: { baseValue: 500 } } });
  await space.update('Opportunities', id, { is_archived: true });
  await write('reactivateOpportunity', { id });
  await write('backToLead', { id });
  const contents = {
    Filter: { tab: mainTab('Account', ['city', 'Is', 'Leeds']) },
    Report: { structure: [{ ...names, parentId: null }] },
  };
  for (const [kind, content] of Object.entries(contents)) {
    const saved = (await write(`save${kind}`, { name: 'Mine', ...content })) as TestRecord;
    await write(`change${kind}`, { id: saved.id, name: 'Ours' });
    await write(`deleteSaved${kind}`, { id: saved.id }, '');
  }
}

/** @param given to the arguments @returns undefined where there is no such mutation */
async function mutate(requests: NamedRequests, field: string, given: Json, selection: string): Promise<unknown> {
  const args = Object.keys(given);
  const typeOf = (name: string) => mutations[field]?.args.find((arg) => arg.name === name)?.type;
  if (!mutations[field]) return undefined;
  const declared = args.map((name) => `$${name}: ${typeOf(name)}`).join(', ');
  const query = `mutation (${declared}) { ${field}(${args.map((name) => `${name}: $${name}`).join(', ')}) ${selection} }`;
  const { origin, id } = requests.space;
  const { body, text } = await requests.send({
    operation: `graphql.${field}`,
    method: 'POST',
    url: `${origin}/api/v100/graphql/spaces/${id}`,
    body: { query, variables: given },
    isOnce: true,
  });
  if (body.errors !== undefined) throw new Error(`${field}: ${text} for ${JSON.stringify(given)}`);
  const result = (body.data as Json)[field];
  const failed = Array.isArray(result) && result.some(({ errors }) => errors.length > 0);
  if (failed) throw new Error(`${field}: ${text} for ${JSON.stringify(given)}`);
  return result;
}

function graphqlInput(entityType: EntityType, body: Json): Json {
  const members = Object.entries(body).map(([name, value]) => {
    const field = fieldOf(entityType, name);
    const given = field.kind === 'money' ? { baseValue: (value as Json).base_value } : plainValue(field, value);
    return [graphqlName(field, name), given];
  });
  return Object.fromEntries(members);
}
