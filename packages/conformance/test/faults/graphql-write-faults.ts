/**
 * Servers whose GraphQL says wrong things of types, answers, nodes and writes.
 */
import { isJsonObject, type Json } from '../../src/http/json.js';
import { editBody, type Fault, isGraphql, replacing } from './fault.js';
import { answering, documents, editData, turned, variables } from './graphql-edits.js';

/** Sets a variable where the operation has the other one. */
const setting = (beside: string, name: string, value: Json) =>
  variables((given) => (isJsonObject(given) && given[beside] !== undefined ? { ...given, [name]: value } : given));

export const graphqlWriteFaults: readonly Fault[] = [
  {
    name: 'has the values of an enum in another order',
    caughtBy: ['graphql.types.interface'],
    answer: answering('{"name":"Nop"},{"name":"Is"}', '{"name":"Is"},{"name":"Nop"}'),
  },
  {
    name: 'publishes a schema that is not its own',
    caughtBy: ['graphql.types.document'],
    answer: (answer, { url }) =>
      url.pathname.endsWith('/schema.graphql') ? replacing(answer, 'owner: Client\n', 'owner: Client!\n') : answer,
  },
  {
    name: 'names members without their aliases in errors',
    caughtBy: ['graphql.error.path'],
    answer: answering('"path":["mine"]', '"path":["accounts"]'),
  },
  {
    name: 'gives up all data for one error',
    caughtBy: ['graphql.error.partial'],
    answer: (answer, request) =>
      isGraphql(request) ? editBody(answer, (body) => (body.errors ? { ...body, data: null } : body)) : answer,
  },
  {
    name: 'does not say where the errors of a record are',
    caughtBy: ['graphql.error.validation', 'graphql.write.batch.rollback', 'graphql.write.batch.each'],
    answer: answering(/"path":\["(input|items)"[^\]]*\]/g, '"path":["input"]'),
  },
  {
    name: 'leaves errors out',
    caughtBy: [
      'graphql.error.variables',
      'graphql.write.delete-revision',
      'graphql.operation-name',
      'graphql.write.upsert',
    ],
    answer: (answer, request) =>
      isGraphql(request) ? editBody(answer, ({ errors: _, data = null }) => ({ data })) : answer,
  },
  {
    name: 'answers everything of GraphQL with 200',
    caughtBy: ['graphql.error.status', 'graphql.error.request'],
    answer: (answer, request) => (isGraphql(request) ? { ...answer, status: 200 } : answer),
  },
  {
    name: 'runs the first of several operations',
    caughtBy: ['graphql.operation-name'],
    request: documents((document) => document.replace(/ query B .*/, '').replace('query A', 'query B')),
  },
  {
    name: 'says of a contact that it is some record',
    caughtBy: ['graphql.node.types'],
    answer: answering('"__typename":"Contact"', '"__typename":"Record"'),
  },
  {
    name: 'ignores `entity` of `node`',
    caughtBy: ['graphql.node.none'],
    request: documents((document) => document.replace(', entity: Contact', '')),
  },
  {
    name: 'finds nodes in all spaces',
    caughtBy: ['graphql.node.isolation'],
    answer: answering('"node":null', '"node":{"id":"x"}'),
  },
  {
    name: 'ignores the filter of references followed backwards',
    caughtBy: ['graphql.reverse.records'],
    request: documents((document) => document.replace('filter: { city: { notEq: "d0" } }, ', '')),
  },
  {
    name: 'shows deleted records when references are followed backwards',
    caughtBy: ['graphql.reverse.deleted'],
    request: documents((document) =>
      document.replace('some: accountsByParentAccount', 'some: accountsByParentAccount(includeDeleted: true)'),
    ),
  },
  {
    name: 'answers a restored record as a deleted one',
    caughtBy: ['graphql.write.restore', 'graphql.write.batch.delete'],
    answer: answering('"isDeleted":false', '"isDeleted":true'),
  },
  {
    name: 'ignores `mode` of an upsert',
    caughtBy: ['graphql.write.upsert'],
    request: setting('sku', 'mode', 'Any'),
  },
  {
    name: 'answers the items of a batch in another order',
    caughtBy: ['graphql.write.batch', 'graphql.write.batch.each'],
    answer: turned('batchModifyAccounts'),
  },
  {
    name: 'writes the good items of a batch that was to be written whole',
    caughtBy: ['graphql.write.batch.rollback'],
    request: setting('items', 'rollback', false),
  },
  {
    name: 'writes nothing of a batch with a bad item, whatever was requested',
    caughtBy: ['graphql.write.batch.each'],
    request: setting('items', 'rollback', true),
  },
  {
    name: 'answers deletes of a batch in another order',
    caughtBy: ['graphql.write.batch.delete'],
    answer: turned('batchDeleteAccounts'),
  },
  {
    name: 'carries mutations out as often as they come',
    caughtBy: ['graphql.write.once'],
    request: (request) => {
      const { 'idempotency-key': _, ...headers } = request.headers;
      return isGraphql(request) ? { ...request, headers } : request;
    },
  },
  {
    name: 'ignores the members given with a merge',
    caughtBy: ['graphql.write.merge'],
    request: variables((given) =>
      isJsonObject(given) && isJsonObject(given.master) ? { ...given, master: { id: given.master.id } } : given,
    ),
  },
  {
    name: 'names no duplicates',
    caughtBy: ['graphql.duplicates'],
    answer: answering(/"secondaryIds":\[[^\]]*\]/g, '"secondaryIds":[]'),
  },
  {
    name: 'gives a qualified lead another id',
    caughtBy: ['graphql.lead.qualify'],
    answer: (answer) =>
      editData(answer, 'qualifyLead', (lead) => (isJsonObject(lead) ? { ...lead, id: 'another' } : lead)),
  },
  {
    name: 'keeps the date of a loss after a reactivation',
    caughtBy: ['graphql.lead.reactivate'],
    answer: answering('"lostDate":null', '"lostDate":"2026-01-01T00:00:00.000000"'),
  },
];
