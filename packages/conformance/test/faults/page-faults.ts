/**
 * Servers whose pages and cursors are wrong.
 */
import type { JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editList,
  editPageInfo,
  type Fault,
  isList,
  isRest,
  replacing,
  withoutParameters,
  withQuery,
  withStatus,
} from './fault.js';

/** Pages by position, as many servers do: rows that come or go shift the pages that follow. */
const pagesByPosition: Fault = {
  name: 'pages by position instead of by key',
  caughtBy: ['list.cursor.stable', 'list.cursor.deleted-anchor'],
  request: (request) => {
    if (!isList(request)) return request;
    return withQuery(request, (query) => {
      const after = query.get('after');
      if (after === null) return;
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
      const page_info = {
        start_cursor: cursorAt(end - records.length),
        end_cursor: records.length === 0 ? null : cursorAt(end),
        has_previous_page: after !== null,
        has_next_page: records.length === Number(request.url.searchParams.get('first') ?? 30),
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

const reversed = (text: string) => Array.from(text).reverse().join('');

export const pageFaults: readonly Fault[] = [
  pagesByPosition,
  {
    name: 'drops the last record of each page that has a next one',
    caughtBy: ['list.cursor.forward', 'list.cursor.page-size', 'list.cursor.concurrent'],
    answer: (answer, request) =>
      isList(request) && answer.body.includes('"has_next_page":true')
        ? editList(answer, (records) => records.slice(0, -1))
        : answer,
  },
  {
    name: 'loses the last record of the last page',
    caughtBy: ['list.cursor.stable.added-behind', 'list.cursor.forward'],
    answer: (answer, request) =>
      isList(request) && request.url.searchParams.has('after') && answer.body.includes('"has_next_page":false')
        ? editList(answer, (records) => records.slice(0, -1))
        : answer,
  },
  {
    name: 'repeats the first record of each further page',
    caughtBy: ['list.cursor.forward', 'list.cursor.stable'],
    answer: (answer, request) =>
      isList(request) && request.url.searchParams.has('after')
        ? editList(answer, (records) => [...records.slice(0, 1), ...records])
        : answer,
  },
  {
    name: 'names the cursors in camel case',
    caughtBy: ['list.envelope', 'operation.listAccounts'],
    answer: (answer, request) =>
      isRest(request)
        ? replacing(replacing(answer, '"start_cursor"', '"startCursor"'), '"end_cursor"', '"endCursor"')
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
    caughtBy: ['list.cursor.flags', 'list.cursor.backward', 'list.cursor.last-alone'],
    answer: (answer) => editPageInfo(answer, { has_previous_page: false }),
  },
  {
    name: 'keeps a cursor on the page after the last',
    caughtBy: ['list.cursor.after-last', 'list.cursor.empty-list'],
    answer: (answer, request) =>
      isList(request) && answer.body.includes('"data":[]') ? editPageInfo(answer, { end_cursor: 'WyJ4Il0=' }) : answer,
  },
  {
    name: 'ignores `after`, so that a list never ends',
    caughtBy: ['list.cursor.forward', 'list.cursor.after-last', 'list.cursor.broken'],
    request: (request) => (isList(request) ? withoutParameters(request, 'after') : request),
  },
  {
    name: 'ignores `before`',
    caughtBy: ['list.cursor.backward', 'list.cursor.between'],
    request: (request) => (isList(request) ? withoutParameters(request, 'before') : request),
  },
  {
    name: 'begins at the first page when it does not understand a cursor',
    caughtBy: ['list.cursor.broken', 'list.cursor.other-order'],
    answer: (answer, request, ask) =>
      isList(request) && answer.status === 400 ? ask(withoutParameters(request, 'after', 'before')) : answer,
  },
  {
    name: 'needs the padding of a cursor escaped',
    caughtBy: ['list.cursor.raw-padding'],
    answer: (answer, request) => (/after=[^&]*=/.test(request.url.search) ? withStatus(answer, 400) : answer),
  },
  {
    name: 'makes cursors of another form',
    caughtBy: ['list.cursor.form'],
    request: (request) =>
      withQuery(request, (query) => query.has('after') && query.set('after', reversed(query.get('after') ?? ''))),
    answer: (answer) => replacing(answer, /(?<="(?:start|end)_cursor":")[^"]*/g, reversed),
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
    name: 'lists the newest first when no order is given',
    caughtBy: ['list.order.default'],
    request: (request) =>
      isList(request) ? withQuery(request, (query) => query.has('order-by') || query.set('order-by', '-id')) : request,
  },
  {
    name: 'rejects parameters that it does not know',
    caughtBy: ['list.parameters.unknown'],
    answer: (answer, { url }) => (url.searchParams.has('no-such-parameter') ? withStatus(answer, 400) : answer),
  },
  {
    name: 'rejects `load-only` and `include-total`',
    caughtBy: ['collection.Accounts.parameters'],
    answer: (answer, { url }) =>
      url.searchParams.has('load-only') || url.searchParams.has('include-total') ? withStatus(answer, 400) : answer,
  },
  {
    name: 'counts the page in `total`',
    caughtBy: ['list.total.requested'],
    answer: (answer) =>
      editBody(answer, (body) =>
        'total' in body && Array.isArray(body.data) ? { ...body, total: body.data.length } : body,
      ),
  },
  {
    name: 'ignores `limit` and `offset`',
    caughtBy: ['list.limit-offset'],
    request: (request) => (isList(request) ? withoutParameters(request, 'limit', 'offset') : request),
  },
];
