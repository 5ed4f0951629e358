/**
 * Servers on which what a space has defined is not tied together as it should be, or goes when it should stay.
 */
import { isJsonObject, type JsonObject } from '../../src/http/json.js';
import {
  editRecords,
  type Fault,
  type ProxiedRequest,
  withBody,
  without,
  withoutParameters,
  withQuery,
  withStatus,
} from './fault.js';

const isAt = ({ url }: ProxiedRequest, collection: string) =>
  new RegExp(`/entities/${collection}(/|$)`).test(url.pathname);

/** Edits the members of records that belong to a field which a check has given a name of that ending. */
function editMembers(
  record: JsonObject,
  ending: string,
  edit: (value: JsonObject[string]) => JsonObject[string],
): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name.startsWith('cf_') && name.endsWith(ending) ? edit(value) : value,
    ]),
  );
}

/** Adds a parameter to each deletion in a collection. */
const deletingWith = (collection: string, parameter: string) => (request: ProxiedRequest) =>
  request.method === 'DELETE' && isAt(request, collection)
    ? withQuery(request, (query) => query.set(parameter, 'true'))
    : request;

export const metadataRelationFaults: readonly Fault[] = [
  {
    name: 'shows lookups from one side only',
    caughtBy: ['metadata.lookup', 'metadata.lookup.many'],
    answer: (answer, request) =>
      isAt(request, 'Accounts') ? editRecords(answer, (record) => editMembers(record, '_projects', () => [])) : answer,
  },
  neverTakingAway(),
  {
    name: 'sums up nothing',
    caughtBy: ['metadata.rollup'],
    answer: (answer, request) =>
      isAt(request, 'Accounts') ? editRecords(answer, (record) => editMembers(record, '_sum', () => 0)) : answer,
  },
  {
    name: 'counts related records whatever the filter of a roll-up is',
    caughtBy: ['metadata.rollup.functions'],
    request: (request) =>
      isAt(request, 'Fields')
        ? withBody(request, (field) =>
            isJsonObject(field.rollup) ? { ...field, rollup: without(field.rollup, 'filter') } : field,
          )
        : request,
  },
  {
    name: 'ties no fields of leads and opportunities',
    caughtBy: ['metadata.paired-field'],
    request: (request) =>
      isAt(request, 'Fields') ? withBody(request, (field) => without(field, 'shared_with_field_id')) : request,
  },
  {
    name: 'hands no custom values over to opportunities',
    caughtBy: ['metadata.paired-field'],
    answer: (answer, request) =>
      request.url.pathname.endsWith('/qualify')
        ? editRecords(answer, (record) => editMembers(record, '_paired', () => null))
        : answer,
  },
  {
    name: 'deletes fields that formulas need',
    caughtBy: ['metadata.field.needed'],
    answer: (answer, request) =>
      request.method === 'DELETE' && isAt(request, 'Fields') ? withStatus(answer, 200) : answer,
  },
  {
    name: 'loses the values of deleted fields',
    caughtBy: ['metadata.field.restored'],
    request: deletingWith('Fields', 'delete-values'),
  },
  {
    name: 'keeps values that are to be forgotten',
    caughtBy: ['metadata.field.delete-values'],
    request: (request) => withoutParameters(request, 'delete-values'),
  },
  {
    name: 'deletes entity types with all that is in them',
    caughtBy: ['metadata.entity-type.needed'],
    request: deletingWith('Entities', 'delete-records'),
  },
  {
    name: 'deletes no entity types that have records',
    caughtBy: ['metadata.entity-type.delete-records'],
    request: (request) => withoutParameters(request, 'delete-records'),
  },
  {
    name: 'restores entity types without their records',
    caughtBy: ['metadata.entity-type.delete-records'],
    answer: (answer, request) =>
      request.method === 'GET' && /\/entities\/Hwc\w*\/[^/]+$/.test(request.url.pathname)
        ? withStatus(answer, 404)
        : answer,
  },
];

/** Counts and sums that rise only, by account. */
function neverTakingAway(): Fault {
  const largest = new Map<string, number>();
  return {
    name: 'takes nothing out of counts and sums',
    caughtBy: ['metadata.rollup'],
    answer: (answer, request) =>
      isAt(request, 'Accounts')
        ? editRecords(answer, (record) =>
            ['_count', '_sum'].reduce(
              (edited, ending) =>
                editMembers(edited, ending, (value) => {
                  const key = `${String(record.id)}${ending}`;
                  largest.set(key, Math.max(Number(value), largest.get(key) ?? 0));
                  return largest.get(key);
                }),
              record,
            ),
          )
        : answer,
  };
}
