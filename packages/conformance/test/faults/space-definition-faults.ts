/**
 * Servers that treat what a space has defined worse than what every space has.
 */
import type { JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editRecords,
  type Fault,
  isGraphql,
  isLegacy,
  isRest,
  withBody,
  without,
  withoutParameters,
  withQuery,
  withRecord,
  withStatus,
} from './fault.js';

const isCustom = (name: string) => name.startsWith('cf_');
const customNames = (record: JsonObject) => Object.keys(record).filter(isCustom);

/** The custom members of a record with other values. */
function mapCustom(record: JsonObject, edit: (name: string) => JsonObject[string]): JsonObject {
  return { ...record, ...Object.fromEntries(customNames(record).map((name) => [name, edit(name)])) };
}

/** What was sent, as an object. */
const sentIn = (body: string): JsonObject => (body.startsWith('{') ? (JSON.parse(body) as JsonObject) : {});

export const spaceDefinitionFaults: readonly Fault[] = [
  {
    name: 'leaves conditions on custom fields out of filters',
    caughtBy: ['custom.Contacts.filter', 'custom.Vehicle.filter'],
    request: (request) => withoutParameters(request, 'filter[cf_', 'filter-op[cf_'),
  },
  {
    name: 'takes unset custom fields for empty texts',
    caughtBy: ['custom.Contacts.filter'],
    request: (request) =>
      withQuery(request, (query) => {
        for (const [name, value] of [...query]) {
          if (name.startsWith('filter-op[cf_custom_email') && value === 'null') query.set(name, 'eq');
        }
      }),
  },
  {
    name: 'puts records in order by system fields only',
    caughtBy: ['custom.Contacts.order', 'custom.Vehicle.order'],
    request: (request) =>
      withQuery(request, (query) => {
        const order = query.get('order-by') ?? '';
        if (isCustom(order.replace('-', ''))) query.set('order-by', 'id');
      }),
  },
  {
    name: 'puts unset custom fields last',
    caughtBy: ['custom.Contacts.order'],
    request: (request) =>
      withQuery(request, (query) => {
        const order = query.get('order-by');
        if (order === 'cf_custom_date') query.set('order-by', '-cf_custom_date');
      }),
  },
  {
    name: 'keeps custom values that are to be cleared',
    caughtBy: ['custom.Contacts.change', 'custom.Vehicle.change'],
    request: (request) =>
      request.method === 'PATCH' && isRest(request)
        ? withBody(request, (body) =>
            Object.keys(body).length === 1
              ? without(body, ...customNames(body).filter((name) => body[name] === null))
              : body,
          )
        : request,
  },
  {
    name: 'forgets custom values that a change does not name',
    caughtBy: ['custom.Contacts.change'],
    answer: (answer, request) =>
      request.method === 'PATCH' && isRest(request)
        ? editRecords(answer, (record) => mapCustom(record, (name) => sentIn(request.body)[name] ?? null))
        : answer,
  },
  {
    name: 'lets callers write numbers and formulas',
    caughtBy: ['custom.Contacts.read-only'],
    answer: (answer, request) =>
      request.method === 'PATCH' && isRest(request)
        ? editRecords(answer, (record) => mapCustom(record, (name) => sentIn(request.body)[name] ?? record[name]))
        : answer,
  },
  {
    name: 'expands relations of the system only',
    caughtBy: ['custom.Contacts.expand', 'custom.Vehicle.expand'],
    request: (request) =>
      withQuery(request, (query) => {
        const kept = (query.get('expand') ?? '').split(',').filter((name) => !isCustom(name));
        if (query.has('expand')) query.set('expand', kept.join());
      }),
  },
  {
    name: 'links options by their sets',
    caughtBy: ['custom.Contacts.expand'],
    answer: (answer, request) =>
      isRest(request)
        ? editRecords(answer, (record) =>
            typeof record.cf_custom_dropdown === 'string'
              ? {
                  ...record,
                  cf_custom_dropdown: `${record.cf_custom_dropdown.replace(/[^/]+$/, '')}018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20`,
                }
              : record,
          )
        : answer,
  },
  {
    name: 'shows no custom values in GraphQL',
    caughtBy: ['custom.Contacts.graphql', 'custom.Vehicle.graphql', 'graphql.same-records'],
    answer: (answer, request) =>
      isGraphql(request) && answer.body.startsWith('{')
        ? editBody(answer, ({ data, ...body }) => ({
            ...body,
            data: Object.fromEntries(
              Object.entries((data ?? {}) as JsonObject).map(([name, record]) => [
                name,
                record === null ? null : mapCustom(record as JsonObject, () => null),
              ]),
            ),
          }))
        : answer,
  },
  {
    name: 'leaves unset custom members out of answers',
    caughtBy: ['operation.getContact', 'create.unset'],
    answer: (answer, request) =>
      isRest(request)
        ? editRecords(answer, (record) =>
            without(record, ...customNames(record).filter((name) => record[name] === null)),
          )
        : answer,
  },
  {
    name: 'takes no custom members in bodies',
    caughtBy: ['collection.Contacts.members', 'collection.Vehicle.members'],
    request: (request) => withRecord(request, (record) => without(record, ...customNames(record))),
  },
  {
    name: 'takes anything as a custom value',
    caughtBy: ['collection.Contacts.wrong-types', 'collection.Vehicle.wrong-types'],
    request: (request) =>
      withRecord(request, (record) =>
        without(
          record,
          ...customNames(record).filter((name) => typeof record[name] === 'object' && record[name] !== null),
        ),
      ),
  },
  {
    name: 'writes whole numbers of custom fields as texts',
    caughtBy: ['operation.getContact', 'collection.Contacts.members'],
    answer: (answer, request) =>
      isRest(request)
        ? editRecords(answer, (record) =>
            typeof record.cf_custom_integer === 'number'
              ? { ...record, cf_custom_integer: String(record.cf_custom_integer) }
              : record,
          )
        : answer,
  },
  {
    name: 'lists the record types of an entity type of the space in place of the default one',
    caughtBy: ['operation.getDefaultVehicleType'],
    answer: (answer, request) =>
      isRest(request) && request.url.pathname.endsWith('/VehicleType')
        ? editBody(answer, ({ data, ...body }) => ({ ...body, data: [data ?? null] }))
        : answer,
  },
  {
    name: 'knows records of custom entity types in lists only',
    caughtBy: ['operation.getVehicle', 'operation.updateVehicle', 'operation.deleteVehicle'],
    answer: (answer, request) =>
      isRest(request) && /\/Vehicle\/[0-9a-f-]{36}$/.test(request.url.pathname) ? withStatus(answer, 404) : answer,
  },
  {
    name: 'demands nothing of records of custom entity types',
    caughtBy: ['collection.Vehicle.required'],
    answer: (answer, request) =>
      request.method === 'POST' && request.url.pathname.endsWith('/Vehicle') && answer.status === 422
        ? { ...answer, status: 201, body: JSON.stringify({ success: true, data: {} }) }
        : answer,
  },
  {
    name: 'knows no custom entity types in REST v1',
    caughtBy: ['legacy.collections', 'legacy.same-records'],
    answer: (answer, request) => {
      if (!isLegacy(request)) return answer;
      if (/\/Vehicle(\/|$)/.test(request.url.pathname)) return withStatus(answer, 404);
      return { ...answer, body: answer.body.replace(/,?"Vehicle"/g, '') };
    },
  },
];
