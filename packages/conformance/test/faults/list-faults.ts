/**
 * Servers whose lists are wrong: pages, cursors, orders, what of a record is shown.
 */
import type { JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editList,
  editPageInfo,
  editRecords,
  type Fault,
  isList,
  isRest,
  type ProxiedRequest,
  withoutParameters,
  withQuery,
} from './fault.js';

/** Pages by position, as many servers do: rows that come or go shift the pages that follow. */
const pagesByPosition: Fault = {
  name: 'pages by position instead of by key',
  caughtBy: ['list.cursor.stable', 'list.cursor.deleted-anchor'],
  request: (request) => {
    if (!isList(request)) return request;
    return withQuery(request, (query) => {
      const after = query.get('after');
      if (after === null || (!query.has('first') && !query.has('after'))) return;
      query.delete('after');
      query.set('offset', String(positionIn(after)));
      query.set('limit', query.get('first') ?? '30');
      query.delete('first');
    });
  },
  answer: (answer, request) => {
    const after = request.url.searchParams.get('after');
    if (!isList(request) || answer.status !== 200) return answer;
    return editBody(answer, (body) => {
      const records = body.data as readonly JsonObject[];
      const end = (after === null ? 0 : positionIn(after)) + records.length;
      const size = Number(request.url.searchParams.get('first') ?? 30);
      const page_info = {
        start_cursor: cursorAt(end - records.length),
        end_cursor: records.length === 0 ? null : cursorAt(end),
        has_previous_page: after !== null,
        has_next_page: records.length === size,
      };
      return { ...body, page_info };
    });
  },
};

function cursorAt(position: number): string {
  return Buffer.from(JSON.stringify([position])).toString('base64');
}

function positionIn(cursor: string): number {
  return Number(/\d+/.exec(Buffer.from(cursor, 'base64').toString())?.[0] ?? 0);
}

function orderOf({ url }: ProxiedRequest): string | null {
  return url.searchParams.get('order-by');
}

const byLocale = new Intl.Collator('en');

export const listFaults: readonly Fault[] = [
  {
    name: 'drops the last record of each page that has a next one',
    caughtBy: ['list.cursor.forward', 'list.cursor.page-size'],
    answer: (answer, request) =>
      isList(request) && answer.body.includes('"has_next_page":true')
        ? editList(answer, (records) => records.slice(0, -1))
        : answer,
  },
  {
    name: 'repeats the last record of a page on the next one',
    caughtBy: ['list.cursor.forward'],
    answer: (answer, request) =>
      isList(request) && request.url.searchParams.has('after')
        ? editList(answer, (records) => [...records.slice(0, 1), ...records])
        : answer,
  },
  {
    name: 'says that there is always a next page',
    caughtBy: ['list.cursor.flags', 'list.cursor.after-last'],
    answer: (answer) => editPageInfo(answer, { has_next_page: true }),
  },
  {
    name: 'says that there is never a next page',
    caughtBy: ['list.cursor.flags', 'list.cursor.forward', 'list.first.default'],
    answer: (answer) => editPageInfo(answer, { has_next_page: false }),
  },
  {
    name: 'says that there is never a previous page',
    caughtBy: ['list.cursor.flags', 'list.cursor.backward'],
    answer: (answer) => editPageInfo(answer, { has_previous_page: false }),
  },
  {
    name: 'ignores `after`, so that a walk never gets on',
    caughtBy: ['list.cursor.forward', 'list.cursor.after-last'],
    request: (request) => (isList(request) ? withoutParameters(request, 'after') : request),
  },
  {
    name: 'ignores `before`',
    caughtBy: ['list.cursor.backward', 'list.cursor.between'],
    request: (request) => (isList(request) ? withoutParameters(request, 'before') : request),
  },
  pagesByPosition,
  {
    name: 'keeps a cursor on the page after the last',
    caughtBy: ['list.cursor.after-last', 'list.cursor.empty-list'],
    answer: (answer, request) =>
      isList(request) && answer.body.includes('"data":[]') ? editPageInfo(answer, { end_cursor: 'WyJ4Il0=' }) : answer,
  },
  {
    name: 'answers 25 records by default',
    caughtBy: ['list.first.default'],
    request: (request) =>
      isList(request)
        ? withQuery(request, (query) => query.has('first') || query.has('last') || query.append('first', '25'))
        : request,
  },
  {
    name: 'takes at most 50 records instead of 100',
    caughtBy: ['list.first.maximum'],
    request: (request) =>
      isList(request)
        ? withQuery(request, (query) => Number(query.get('first')) > 50 && query.set('first', '50'))
        : request,
  },
  {
    name: 'clamps a page size that is out of bounds',
    caughtBy: ['list.first.bounds'],
    request: (request) =>
      isList(request)
        ? withQuery(request, (query) => Number(query.get('first')) > 100 && query.set('first', '100'))
        : request,
  },
  {
    name: 'ignores `first` when `last` is given',
    caughtBy: ['list.cursor.last-of-first'],
    request: (request) =>
      isList(request) && request.url.searchParams.has('last') ? withoutParameters(request, 'first') : request,
  },
  {
    name: 'begins at the first page when a cursor is broken',
    caughtBy: ['list.cursor.broken'],
    answer: (answer, request, ask) =>
      isList(request) && answer.status === 400 ? ask(withoutParameters(request, 'after', 'before')) : answer,
  },
  {
    name: 'sorts null last in ascending order',
    caughtBy: ['order.nulls.ascending'],
    answer: (answer, request) => {
      const key = orderOf(request);
      if (key === null || !/^\w+$/.test(key)) return answer;
      return editList(answer, (records) => [
        ...records.filter((each) => each[key] !== null),
        ...records.filter((each) => each[key] === null),
      ]);
    },
  },
  {
    name: 'sorts null first in descending order',
    caughtBy: ['order.nulls.descending'],
    answer: (answer, request) => {
      const key = orderOf(request)?.slice(1) ?? '';
      if (!orderOf(request)?.startsWith('-')) return answer;
      return editList(answer, (records) => [
        ...records.filter((each) => each[key] === null),
        ...records.filter((each) => each[key] !== null),
      ]);
    },
  },
  {
    name: 'sorts texts as a dictionary does',
    caughtBy: ['order.code-point'],
    answer: (answer, request) =>
      orderOf(request) === 'city'
        ? editList(answer, (records) => records.toSorted((a, b) => byLocale.compare(String(a.city), String(b.city))))
        : answer,
  },
  {
    name: 'sorts by the first key only',
    caughtBy: ['order.several', 'filter.random'],
    request: (request) => {
      const order = orderOf(request);
      return order === null ? request : withQuery(request, (query) => query.set('order-by', order.split(',')[0] ?? ''));
    },
  },
  {
    name: 'ignores `expand`',
    caughtBy: ['expand.to-one', 'expand.to-many', 'expand.get'],
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
    name: 'ignores `load-only`',
    caughtBy: ['load-only.members', 'load-only.nested', 'load-only.refused'],
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
    name: 'writes relative links',
    caughtBy: ['link.absolute', 'operation.getAccount'],
    answer: (answer, request) =>
      isRest(request) ? { ...answer, body: answer.body.replaceAll(/"https?:\/\/[^/"]+\//g, '"/') } : answer,
  },
  {
    name: 'writes null for an empty to-many relation',
    caughtBy: ['link.unset', 'operation.getContact'],
    answer: (answer) => ({
      ...answer,
      body: answer.body.replaceAll('"account_relations":[]', '"account_relations":null'),
    }),
  },
  {
    name: 'leaves unset members out',
    caughtBy: ['create.unset', 'operation.getAccount'],
    answer: (answer, request) =>
      isRest(request)
        ? editRecords(answer, (record) =>
            Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)),
          )
        : answer,
  },
];
