/**
 * Servers on which the values of fields that a space has defined are not guarded, filled in, chosen or worked out as they should be.
 */
import type { JsonObject } from '../../src/http/json.js';
import { editRecords, type Fault, type ProxiedRequest, replacing, withBody, without, withStatus } from './fault.js';

const sentIn = ({ body }: ProxiedRequest): JsonObject => (body.startsWith('{') ? (JSON.parse(body) as JsonObject) : {});

const isTo = (request: ProxiedRequest, method: string, collection: string) =>
  request.method === method && new RegExp(`/entities/${collection}(/|$)`).test(request.url.pathname);

/** Edits what is sent of new fields and of changed ones. */
const definingBy = (edit: (field: JsonObject) => JsonObject) => (request: ProxiedRequest) =>
  isTo(request, 'POST', 'Fields') || isTo(request, 'PATCH', 'Fields') ? withBody(request, edit) : request;

/** The members of a record that belong to a field which a check has given a name of that ending. */
function membersEnding(record: JsonObject, ending: RegExp): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name.startsWith('cf_') && ending.test(name)));
}

/** @returns lists without the items that are texts */
function withoutNames(lists: JsonObject): JsonObject {
  const cut = (list: JsonObject[string]) =>
    Array.isArray(list) ? list.filter((one) => typeof one !== 'string') : list;
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, cut(list)]));
}

export const metadataFaults: readonly Fault[] = [
  {
    name: 'lets records share unique values',
    caughtBy: ['metadata.unique', 'metadata.unique.race'],
    request: definingBy((field) => without(field, 'is_unique')),
  },
  {
    name: 'holds the unique values of deleted records',
    caughtBy: ['metadata.unique'],
    answer: (answer, request) => (isTo(request, 'PATCH', 'Projects') ? withStatus(answer, 422) : answer),
  },
  {
    name: 'forgets amounts of foreign currencies',
    caughtBy: ['metadata.types'],
    request: (request) =>
      isTo(request, 'POST', 'Projects')
        ? withBody(request, (record) => without(record, ...Object.keys(membersEnding(record, /_currency_foreign$/))))
        : request,
  },
  {
    name: 'gives no defaults of custom fields',
    caughtBy: ['metadata.default'],
    request: definingBy((field) => without(field, 'default_value')),
  },
  {
    name: 'gives the default in place of null',
    caughtBy: ['metadata.default'],
    request: (request) =>
      isTo(request, 'POST', 'Projects')
        ? withBody(request, (record) => without(record, ...Object.keys(record).filter((name) => record[name] === null)))
        : request,
  },
  {
    name: 'begins with the first number for every record',
    caughtBy: ['metadata.sequence', 'metadata.sequence.race'],
    answer: (answer) => replacing(answer, /"N-\d{4}"/g, '"N-0007"'),
  },
  {
    name: 'gives the number of a deleted record again',
    caughtBy: ['metadata.sequence'],
    answer: (answer) => replacing(answer, '"N-0010"', '"N-0009"'),
  },
  {
    name: 'lets callers write numbers and calculated values',
    caughtBy: ['metadata.sequence', 'metadata.formula'],
    answer: (answer, request) =>
      isTo(request, 'POST', 'Projects')
        ? editRecords(answer, (record) => ({ ...record, ...membersEnding(sentIn(request), /_(number|formula)$/) }))
        : answer,
  },
  {
    name: 'knows no formulas',
    caughtBy: ['metadata.formula', 'metadata.formula.stored', 'metadata.formula.circle', 'metadata.formula.rejected'],
    request: definingBy((field) => without(field, 'calc_formula')),
  },
  keepingFirstValues(),
  {
    name: 'works formulas out in records that are written only',
    caughtBy: ['metadata.formula.stored'],
    answer: (answer, request) =>
      isTo(request, 'GET', 'Projects')
        ? editRecords(answer, (record) => ({
            ...record,
            ...Object.fromEntries(Object.keys(membersEnding(record, /_formula$/)).map((name) => [name, null])),
          }))
        : answer,
  },
  {
    name: 'takes `<=` for `<` in formulas',
    caughtBy: ['metadata.formula.language'],
    request: definingBy((field) =>
      typeof field.calc_formula === 'string'
        ? { ...field, calc_formula: field.calc_formula.replaceAll('<=', '<') }
        : field,
    ),
  },
  {
    name: 'takes formulas that go round in a circle',
    caughtBy: ['metadata.formula.circle'],
    answer: (answer, request) =>
      isTo(request, 'PATCH', 'Fields') && answer.status === 422 ? withStatus(answer, 200) : answer,
  },
  {
    name: 'takes formulas that it cannot read',
    caughtBy: ['metadata.formula.rejected', 'metadata.formula.types'],
    answer: (answer, request) =>
      isTo(request, 'POST', 'Fields') && answer.status === 422 ? withStatus(answer, 201) : answer,
  },
  {
    name: 'counts every option for 1 that does not say what for',
    caughtBy: ['metadata.option.positions'],
    request: definingBy((field) =>
      Array.isArray(field.data_set)
        ? { ...field, data_set: field.data_set.map((option: JsonObject) => ({ calc_value: 1, ...option })) }
        : field,
    ),
  },
  {
    name: 'drops the names of options in lists of several',
    caughtBy: ['metadata.option.names'],
    request: (request) =>
      isTo(request, 'POST', 'Projects') || isTo(request, 'PATCH', 'Projects')
        ? withBody(request, (record) => ({ ...record, ...withoutNames(membersEnding(record, /_paints$/)) }))
        : request,
  },
  {
    name: 'removes options that records have chosen',
    caughtBy: ['metadata.option.in-use'],
    answer: (answer, request) => (isTo(request, 'DELETE', 'Data') ? withStatus(answer, 200) : answer),
  },
  {
    name: 'removes options with their field, chosen or not',
    caughtBy: ['metadata.option.in-use'],
    answer: (answer, request) =>
      isTo(request, 'PATCH', 'Fields') && answer.status === 422 ? withStatus(answer, 200) : answer,
  },
  {
    name: 'replaces a removed option by the first that stays',
    caughtBy: ['metadata.option.replaced'],
    request: definingBy((field) => {
      const { replaced_by, data_set } = field;
      if (replaced_by === undefined || !Array.isArray(data_set)) return field;
      const [first] = data_set as readonly JsonObject[];
      const removed = Object.keys(replaced_by as JsonObject);
      return { ...field, replaced_by: Object.fromEntries(removed.map((id) => [id, first?.id])) };
    }),
  },
  {
    name: 'lets every option be chosen with every other',
    caughtBy: ['metadata.option.dependent'],
    request: definingBy((field) =>
      Array.isArray(field.data_set)
        ? { ...field, data_set: field.data_set.map((option: JsonObject) => without(option, 'allowed_by')) }
        : field,
    ),
  },
];

function keepingFirstValues(): Fault {
  const first = new Map<unknown, JsonObject>();
  return {
    name: 'works formulas out for new records only',
    caughtBy: ['metadata.formula'],
    answer: (answer, request) =>
      editRecords(answer, (record) => {
        const values = membersEnding(record, /_formula$/);
        if (isTo(request, 'POST', 'Projects')) first.set(record.id, values);
        return isTo(request, 'PATCH', 'Projects') ? { ...record, ...first.get(record.id) } : record;
      }),
  };
}
