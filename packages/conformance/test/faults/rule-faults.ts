/**
 * Servers that break the rules of single entity types.
 */
import type { JsonObject } from '../../src/http/json.js';
import { editList, editRecords, type Fault, isList, replacing, withoutParameters, withRecord } from './fault.js';

/** Makes the rows of a body obey the rule of the one primary row. */
function withOnePrimary(record: JsonObject): JsonObject {
  const { account_relations: rows } = record;
  if (!Array.isArray(rows)) return record;
  return { ...record, account_relations: rows.map((row: JsonObject, index) => ({ ...row, is_primary: index === 0 })) };
}

/** Replaces members of every record that has the first of them. */
function showing(members: (record: JsonObject) => JsonObject): NonNullable<Fault['answer']> {
  return (answer) =>
    editRecords(answer, (record) => {
      const replaced = members(record);
      return Object.keys(replaced).every((name) => name in record) ? { ...record, ...replaced } : record;
    });
}

export const ruleFaults: readonly Fault[] = [
  {
    name: 'takes contacts without a name',
    caughtBy: ['contact.name.required'],
    request: (request) =>
      withRecord(request, (record) =>
        'owner_id' in record && !record.first_name && !record.last_name && !('name' in record)
          ? { ...record, last_name: 'x' }
          : record,
      ),
  },
  {
    name: 'forms names with the last name first',
    caughtBy: ['contact.formatted-name'],
    answer: showing(({ last_name, first_name }) =>
      first_name === undefined ? {} : { formatted_name: [last_name, first_name].filter(Boolean).join(' ') },
    ),
  },
  {
    name: 'takes relations without a primary item',
    caughtBy: ['contact.primary.exactly-one', 'opportunity.primary.exactly-one', 'contact.primary.update'],
    request: (request) => withRecord(request, withOnePrimary),
  },
  {
    name: 'words the message about the primary item in its own way',
    caughtBy: ['contact.primary.exactly-one'],
    answer: (answer) =>
      replacing(answer, "Exactly one 'is_primary' item must be set.", 'Set exactly one primary item.'),
  },
  {
    name: 'shows no primary account',
    caughtBy: ['contact.primary.members', 'opportunity.members'],
    answer: (answer, { url }) =>
      url.search === ''
        ? showing(() => ({ primary_account: null }))(
            answer,
            { url, method: '', headers: {}, body: '' },
            async () => answer,
          )
        : answer,
  },
  {
    name: 'lets several rows be primary',
    caughtBy: ['contact.primary.moves'],
    answer: (answer, { url }) =>
      url.pathname.endsWith('/ContactAccountRelations')
        ? editList(answer, (rows) => rows.map((row) => ({ ...row, is_primary: true })))
        : answer,
  },
  {
    name: 'gives contacts no default unit',
    caughtBy: ['contact.unit.default', 'operation.getContact'],
    answer: showing(() => ({ unit_id: null, unit: null })),
  },
  {
    name: "gives every contact the owner's unit",
    caughtBy: ['contact.unit.given'],
    request: (request) => withRecord(request, ({ unit_id: _, ...record }) => record),
  },
  {
    name: 'takes any number as gender',
    caughtBy: ['contact.gender'],
    request: (request) => withRecord(request, (record) => (record.gender === 4 ? { ...record, gender: 0 } : record)),
  },
  {
    name: 'takes any number as share mode',
    caughtBy: ['contact.share-mode'],
    request: (request) =>
      withRecord(request, (record) => (record.share_mode === 4 ? { ...record, share_mode: 0 } : record)),
  },
  {
    name: 'leaves opportunities open for ever',
    caughtBy: ['opportunity.status'],
    answer: showing(() => ({ status: 1 })),
  },
  {
    name: 'takes the status that a body gives',
    caughtBy: ['opportunity.status.read-only'],
    answer: (answer, { body }) =>
      body.includes('"status":3') ? replacing(answer, '"status":1', '"status":3') : answer,
  },
  {
    name: 'takes opportunities for leads',
    caughtBy: ['opportunity.members'],
    answer: showing(() => ({ table_name: 'lead' })),
  },
  {
    name: 'lets two products share an article number',
    caughtBy: ['product.sku.unique', 'product.sku.race'],
    request: (request) =>
      withRecord(request, (record) =>
        typeof record.sku === 'string' ? { ...record, sku: `${record.sku}~${performance.now()}` } : record,
      ),
    answer: (answer) => replacing(answer, /~[\d.]+"/g, '"'),
  },
  {
    name: 'lists no Field records of relations',
    caughtBy: ['field.every-member'],
    answer: (answer, request) =>
      isList(request) && request.url.pathname.endsWith('/Fields')
        ? editList(answer, (fields) => fields.filter((field) => !String(field.api_name).endsWith('_id')))
        : answer,
  },
  {
    name: 'ignores the name that fields are looked up by',
    caughtBy: ['field.by-name'],
    request: (request) => withoutParameters(request, 'filter[api_name]'),
  },
  {
    name: 'makes up ids of fields in errors',
    caughtBy: ['field.in-errors'],
    answer: (answer) => replacing(answer, /"field_id":"[^"]*"/g, '"field_id":"00000000-0000-0000-0000-000000000000"'),
  },
];
