/**
 * Servers that sort wrongly, and that show the wrong part of a record.
 */
import { isJsonObject, type JsonObject } from '../../src/http/json.js';
import {
  editList,
  editRecords,
  type Fault,
  isList,
  isRest,
  type ProxiedRequest,
  replacing,
  withoutParameters,
  withQuery,
  withStatus,
} from './fault.js';

function orderOf({ url }: ProxiedRequest): string {
  return url.searchParams.get('order-by') ?? '';
}

/** Sorts a list in another way when it is requested in that order. */
function sorting(
  orderBy: string,
  compare: (left: JsonObject, right: JsonObject) => number,
): NonNullable<Fault['answer']> {
  return (answer, request) =>
    orderOf(request) === orderBy ? editList(answer, (records) => records.toSorted(compare)) : answer;
}

/** Puts null at the other end of a list by one key. */
function nullsAt(end: 'first' | 'last'): NonNullable<Fault['answer']> {
  return (answer, request) => {
    const [, sign, key = ''] = /^(-?)(\w+)$/.exec(orderOf(request)) ?? [];
    if (sign === undefined || (sign === '-') !== (end === 'first')) return answer;
    return editList(answer, (records) => {
      const [unset, set] = [records.filter((each) => each[key] === null), records.filter((each) => each[key] !== null)];
      return end === 'first' ? [...unset, ...set] : [...set, ...unset];
    });
  };
}

const byLocale = new Intl.Collator('en');

export const selectionFaults: readonly Fault[] = [
  {
    name: 'ignores `sales_unit` in expand',
    caughtBy: ['expand.alias'],
    request: (request) =>
      request.url.searchParams.get('expand') === 'sales_unit' ? withoutParameters(request, 'expand') : request,
  },
  {
    name: 'cuts no single record to what `load-only` names',
    caughtBy: ['load-only.single'],
    request: (request) => (isList(request) ? request : withoutParameters(request, 'load-only')),
  },
  { name: 'sorts null last in ascending order', caughtBy: ['order.nulls.ascending'], answer: nullsAt('last') },
  { name: 'sorts null first in descending order', caughtBy: ['order.nulls.descending'], answer: nullsAt('first') },
  {
    name: 'sorts texts as a dictionary does',
    caughtBy: ['order.code-point'],
    answer: sorting('city', (a, b) => byLocale.compare(String(a.city), String(b.city))),
  },
  {
    name: 'sorts texts by UTF-16 unit',
    caughtBy: ['order.code-point'],
    answer: sorting('city', (a, b) => (String(a.city) < String(b.city) ? -1 : 1)),
  },
  {
    name: 'sorts numbers as texts',
    caughtBy: ['order.numbers'],
    answer: sorting('sort_order', (a, b) => (String(a.sort_order) < String(b.sort_order) ? -1 : 1)),
  },
  {
    name: 'sorts date-times to the second',
    caughtBy: ['order.date-times'],
    answer: sorting(
      'created',
      (a, b) =>
        Date.parse(String(a.created).slice(0, 19)) - Date.parse(String(b.created).slice(0, 19)) ||
        (String(a.created) < String(b.created) ? 1 : -1),
    ),
  },
  {
    name: 'sorts by the first key only',
    caughtBy: ['order.several', 'filter.random'],
    request: (request) =>
      withQuery(
        request,
        (query) => query.has('order-by') && query.set('order-by', orderOf(request).split(',')[0] ?? ''),
      ),
  },
  {
    name: 'ignores orders through relations',
    caughtBy: ['order.relation'],
    request: (request) => (orderOf(request).includes('.') ? withoutParameters(request, 'order-by') : request),
  },
  {
    name: 'ignores an order that it does not understand',
    caughtBy: ['order.rejected'],
    answer: (answer, request, ask) =>
      isList(request) && answer.status === 400 ? ask(withoutParameters(request, 'order-by')) : answer,
  },
  {
    name: 'cannot sort by a date-time',
    caughtBy: ['collection.Accounts.filter-and-sort'],
    answer: (answer, request) => (/^-?(created|modified)$/.test(orderOf(request)) ? withStatus(answer, 400) : answer),
  },
  {
    name: 'ignores `expand`',
    caughtBy: ['expand.to-one', 'expand.to-many', 'expand.get', 'expand.rejected'],
    request: (request) => withoutParameters(request, 'expand'),
  },
  {
    name: 'expands the first level only',
    caughtBy: ['expand.nested'],
    request: (request) =>
      withQuery(
        request,
        (query) => query.has('expand') && query.set('expand', query.get('expand')?.replaceAll(/\.[^,]*/g, '') ?? ''),
      ),
  },
  {
    name: 'expands an unset relation to an empty object',
    caughtBy: ['expand.unset'],
    answer: (answer, { url }) =>
      url.searchParams.has('expand') ? replacing(answer, '"primary_account":null', '"primary_account":{}') : answer,
  },
  {
    name: 'answers expanded records to a write',
    caughtBy: ['expand.writes'],
    answer: (answer, { method }) =>
      method === 'POST' || method === 'PATCH'
        ? editRecords(answer, (record) => ({ ...record, owner: { id: record.owner_id }, primary_account: {} }))
        : answer,
  },
  {
    name: 'answers rows without order',
    caughtBy: ['expand.ordered-rows'],
    answer: (answer) =>
      editRecords(answer, (record) =>
        Array.isArray(record.steps) ? { ...record, steps: record.steps.toReversed() } : record,
      ),
  },
  {
    name: 'writes relative links',
    caughtBy: ['link.absolute', 'operation.getAccount', 'operation.updateAccount'],
    answer: (answer, request) => (isRest(request) ? replacing(answer, /"https?:\/\/[^/"]+\//g, '"/') : answer),
  },
  {
    name: 'links to the wrong collection',
    caughtBy: ['link.resolves', 'link.absolute'],
    answer: (answer, request) =>
      isRest(request) ? replacing(answer, /(http[^"]*\/entities\/)Accounts\//g, '$1Contacts/') : answer,
  },
  {
    name: 'answers rows where links belong',
    caughtBy: ['link.to-many'],
    answer: (answer, { url }) =>
      url.search.includes('expand')
        ? answer
        : editRecords(answer, (record) =>
            Array.isArray(record.account_relations)
              ? {
                  ...record,
                  account_relations: record.account_relations.map((link) =>
                    isJsonObject(link) ? link : { id: String(link).split('/').at(-1) ?? '' },
                  ),
                }
              : record,
          ),
  },
  {
    name: 'writes null for an empty to-many relation',
    caughtBy: ['link.unset', 'operation.getContact'],
    answer: (answer) => replacing(answer, '"account_relations":[]', '"account_relations":null'),
  },
  {
    name: 'leaves unset members out',
    caughtBy: ['create.unset', 'operation.getAccount', 'operation.createAccount'],
    answer: (answer, request) =>
      isRest(request)
        ? editRecords(answer, (record) =>
            Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
          )
        : answer,
  },
  {
    name: 'ignores `load-only`',
    caughtBy: ['load-only.members', 'load-only.nested', 'load-only.rejected'],
    request: (request) => withoutParameters(request, 'load-only'),
  },
  {
    name: 'leaves the id out when `load-only` does not name it',
    caughtBy: ['load-only.members'],
    answer: (answer, request) => {
      const names = request.url.searchParams.get('load-only')?.split(',');
      return names === undefined || names.includes('id')
        ? answer
        : editRecords(answer, ({ id: _, ...record }) => record);
    },
  },
  {
    name: 'expands what `load-only` names',
    caughtBy: ['load-only.links'],
    request: (request) =>
      withQuery(request, (query) => query.get('load-only')?.includes('owner,') && query.set('expand', 'owner')),
  },
  {
    name: 'ignores `expand` beside `load-only`',
    caughtBy: ['load-only.with-expand'],
    request: (request) => (request.url.searchParams.has('load-only') ? withoutParameters(request, 'expand') : request),
  },
];
