/**
 * Servers whose writes, values and rules are wrong.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { isJsonObject, type Json, type JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editRecords,
  type Fault,
  isRest,
  type ProxiedRequest,
  withBody,
  withoutParameters,
} from './fault.js';

const catalog = buildCatalog(entityTypes);

/** The entity type in the path, and true when a body is written to it. */
function written({ method, url }: ProxiedRequest): string | undefined {
  const collection = /\/entities\/([^/]+)/.exec(url.pathname)?.[1] ?? '';
  return method === 'POST' || method === 'PATCH' ? catalog.byCollection(collection)?.name : undefined;
}

/** The body without members that the entity type lacks. */
function forgiving(request: ProxiedRequest): ProxiedRequest {
  const name = written(request);
  if (name === undefined) return request;
  return withBody(request, (body) =>
    Object.fromEntries(Object.entries(body).filter(([member]) => catalog.member(name, member) !== undefined)),
  );
}

function mapTexts(value: Json, edit: (text: string) => string): Json {
  if (typeof value === 'string') return edit(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, edit));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item ?? null, edit)]));
}

/** Makes the rows of a body obey the rule of the one primary row. */
function withOnePrimary(body: JsonObject): JsonObject {
  const { account_relations: rows } = body;
  if (!Array.isArray(rows)) return body;
  return { ...body, account_relations: rows.map((row: JsonObject, index) => ({ ...row, is_primary: index === 0 })) };
}

const patched = (request: ProxiedRequest) => request.method === 'PATCH' && isRest(request);

export const writeFaults: readonly Fault[] = [
  {
    name: 'answers 200 to a create',
    caughtBy: ['create.answer', 'operation.createAccount'],
    answer: (answer) => ({ ...answer, status: answer.status === 201 ? 200 : answer.status }),
  },
  {
    name: 'answers 204 without a body to a delete',
    caughtBy: ['delete.answer', 'operation.deleteAccount'],
    answer: (answer, { method }) =>
      method === 'DELETE' && answer.status === 200 ? { ...answer, status: 204, body: '' } : answer,
  },
  {
    name: 'answers the record without `success`',
    caughtBy: ['create.answer', 'operation.getAccount'],
    answer: (answer, request) =>
      isRest(request)
        ? editBody(answer, ({ success, ...body }) => (success === true ? body : { success, ...body }))
        : answer,
  },
  {
    name: 'leaves `modified` as it was',
    caughtBy: ['update.modified'],
    answer: (answer, request) =>
      patched(request) ? editRecords(answer, (record) => ({ ...record, modified: record.created })) : answer,
  },
  {
    name: 'clears the members that a change does not send',
    caughtBy: ['update.only-sent'],
    request: (request) =>
      patched(request) && request.url.pathname.includes('/Accounts/')
        ? withBody(request, (body) => ({ address: null, ...body }))
        : request,
  },
  {
    name: 'keeps a member that is sent as null',
    caughtBy: ['update.null'],
    request: (request) =>
      patched(request)
        ? withBody(request, (body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
        : request,
  },
  {
    name: 'ignores members that it does not know',
    caughtBy: ['create.unknown-member', 'update.unknown-member'],
    request: forgiving,
  },
  {
    name: 'ignores `If-Match`',
    caughtBy: ['revision.if-match', 'revision.if-match.race'],
    request: ({ headers: { 'if-match': _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: 'ignores `revision` in a body',
    caughtBy: ['revision.body'],
    request: (request) => (patched(request) ? withBody(request, ({ revision: _, ...body }) => body) : request),
  },
  {
    name: 'ignores `If-None-Match`',
    caughtBy: ['revision.if-none-match'],
    request: ({ headers: { 'if-none-match': _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: 'does not raise the revision',
    caughtBy: ['revision.rises', 'revision.distinct'],
    answer: (answer, request) =>
      isRest(request) ? editRecords(answer, (record) => ({ ...record, revision: 7 })) : answer,
  },
  {
    name: 'writes date-times with a zone',
    caughtBy: ['value.date-time.out', 'operation.getAccount'],
    answer: (answer) => ({ ...answer, body: answer.body.replaceAll(/("\d{4}-\d\d-\d\dT[\d:.]+)"/g, '$1Z"') }),
  },
  {
    name: 'writes date-times to the millisecond',
    caughtBy: ['value.date-time.out', 'value.date-time.in'],
    answer: (answer) => ({
      ...answer,
      body: answer.body.replaceAll(/("\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}"/g, '$1"'),
    }),
  },
  {
    name: 'writes amounts as texts',
    caughtBy: ['value.money.base', 'operation.getOpportunity'],
    answer: (answer) => ({
      ...answer,
      body: answer.body.replaceAll(/"(base_value|value_foreign)":([\d.]+)/g, '"$1":"$2"'),
    }),
  },
  {
    name: 'sums up amounts in floats of 32 bits',
    caughtBy: ['value.number'],
    answer: (answer) => ({
      ...answer,
      body: answer.body.replaceAll(
        /"calc_value":([-\d.]+)/g,
        (_, number) => `"calc_value":${Math.fround(Number(number))}`,
      ),
    }),
  },
  {
    name: 'trims texts',
    caughtBy: ['value.text'],
    request: (request) =>
      written(request) ? withBody(request, (body) => mapTexts(body, (text) => text.trim())) : request,
  },
  {
    name: 'turns empty texts into null',
    caughtBy: ['value.text', 'filter.operator-alone'],
    request: (request) =>
      written(request)
        ? withBody(request, (body) =>
            Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value])),
          )
        : request,
  },
  {
    name: 'normalises Unicode',
    caughtBy: ['value.text'],
    request: (request) =>
      written(request) ? withBody(request, (body) => mapTexts(body, (text) => text.normalize('NFC'))) : request,
  },
  {
    name: 'takes relations without a primary item',
    caughtBy: ['contact.primary.exactly-one', 'opportunity.primary.exactly-one', 'contact.primary.update'],
    request: (request) => (written(request) ? withBody(request, withOnePrimary) : request),
  },
  {
    name: 'words the message about the primary item in its own way',
    caughtBy: ['contact.primary.exactly-one'],
    answer: (answer) => ({
      ...answer,
      body: answer.body.replaceAll("Exactly one 'is_primary' item must be set.", 'Set exactly one primary item.'),
    }),
  },
  {
    name: 'forms names with the last name first',
    caughtBy: ['contact.formatted-name'],
    answer: (answer) =>
      editRecords(answer, (record) => ({
        ...record,
        ...('first_name' in record
          ? { formatted_name: [record.last_name, record.first_name].filter(Boolean).join(' ') }
          : {}),
      })),
  },
  {
    name: 'gives contacts no default unit',
    caughtBy: ['contact.unit.default', 'operation.getContact'],
    answer: (answer) =>
      editRecords(answer, (record) => ({ ...record, ...('unit_id' in record ? { unit_id: null, unit: null } : {}) })),
  },
  {
    name: 'takes any number as gender',
    caughtBy: ['contact.gender'],
    request: (request) => withBody(request, (body) => (body.gender === 4 ? { ...body, gender: 0 } : body)),
  },
  {
    name: 'answers 400 to a record that is not valid',
    caughtBy: ['contact.owner.required', 'collection.Accounts.required'],
    answer: (answer) => ({ ...answer, status: answer.status === 422 ? 400 : answer.status }),
  },
  {
    name: 'stops at the first mistake of a body',
    caughtBy: ['create.all-mistakes', 'collection.Contacts.wrong-types'],
    answer: (answer) =>
      editBody(answer, (body) =>
        Array.isArray(body.field_errors)
          ? { ...body, field_errors: body.field_errors.slice(0, 1), entity_errors: [], message: '' }
          : body,
      ),
  },
  {
    name: 'takes relations to nothing',
    caughtBy: ['create.relation.missing'],
    answer: (answer, request, ask) =>
      answer.status === 422 && answer.body.includes('ERROR_RELATIONS_DOESNT_EXIST')
        ? ask(withoutRelation(request))
        : answer,
  },
  {
    name: 'lets two products share an article number',
    caughtBy: ['product.sku.unique', 'product.sku.race'],
    request: (request) =>
      withBody(request, (body) =>
        typeof body.sku === 'string' ? { ...body, sku: `${body.sku}~${performance.now()}` } : body,
      ),
    answer: (answer) => ({ ...answer, body: answer.body.replaceAll(/("sku":"[^"~]*)~[^"]*"/g, '$1"') }),
  },
  {
    name: 'leaves opportunities open for ever',
    caughtBy: ['opportunity.status'],
    answer: (answer) => editRecords(answer, (record) => ({ ...record, ...('status' in record ? { status: 1 } : {}) })),
  },
  {
    name: 'ignores `validation-level`',
    caughtBy: ['create.id.given', 'create.relation.deleted'],
    request: (request) => withoutParameters(request, 'validation-level'),
  },
];

function withoutRelation(request: ProxiedRequest): ProxiedRequest {
  return {
    ...request,
    method: 'GET',
    url: new URL(request.url.href.replace(/\/entities\/.*/, '/entities/Accounts?first=1')),
    body: '',
  };
}
