/**
 * Servers whose feed of changes loses, doubles or mixes up what was written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../src/http/json.js';
import {
  editBody,
  editList,
  editRecords,
  type Fault,
  isList,
  isRest,
  type ProxiedAnswer,
  type ProxiedRequest,
  replacing,
  withHeader,
  without,
  withoutParameters,
  withQuery,
  withStatus,
} from './fault.js';

/** Feeds, histories and audit entries. */
export const isOfChanges = (request: ProxiedRequest) =>
  isRest(request) && /\/(changes|history|AuditEntries)$/.test(request.url.pathname);
export const isFeed = (request: ProxiedRequest) => isRest(request) && request.url.pathname.endsWith('/changes');

const hasMore = ({ body }: ProxiedAnswer) => body.includes('"has_next_page":true');

/** @returns the answer with each of its changes edited */
function editChanges(answer: ProxiedAnswer, request: ProxiedRequest, edit: (change: JsonObject) => JsonObject) {
  return isOfChanges(request) ? editRecords(answer, edit) : answer;
}

/** @returns the answer with another list of changes */
function editPage(
  answer: ProxiedAnswer,
  request: ProxiedRequest,
  edit: (changes: readonly JsonObject[]) => readonly JsonObject[],
) {
  return isOfChanges(request) ? editList(answer, edit) : answer;
}

function withoutPast({ members, ...change }: JsonObject): JsonObject {
  const changed = Object.entries(isJsonObject(members) ? members : {});
  return {
    ...change,
    members: Object.fromEntries(changed.map(([name, value]) => [name, { ...(value as JsonObject), from: null }])),
  };
}

const otherActs: Readonly<Record<string, string>> = {
  merged_into: 'deleted',
  merged_from: 'updated',
  converted: 'deleted',
};

/** @returns the request with another `after`, where it has one */
function withAfter(request: ProxiedRequest, edit: (after: string) => string): ProxiedRequest {
  const after = isFeed(request) ? request.url.searchParams.get('after') : null;
  return after === null ? request : withQuery(request, (query) => query.set('after', edit(after)));
}

const isRevision = (after: string) => /^\d{1,10}$/.test(after);

export const changeFaults: readonly Fault[] = [
  {
    name: 'loses a change at the border of two pages',
    caughtBy: ['changes.pages', 'history.pages'],
    answer: (answer, request) =>
      hasMore(answer) ? editPage(answer, request, (changes) => changes.slice(0, -1)) : answer,
  },
  {
    name: 'shows the last change of a page on the next one as well',
    caughtBy: ['changes.pages', 'history.pages'],
    answer: (answer, request) =>
      hasMore(answer) ? editPage(answer, request, (changes) => [...changes, ...changes.slice(-1)]) : answer,
  },
  {
    name: 'shows changes in the order of their entity types',
    caughtBy: ['changes.filter.act'],
    answer: (answer, request) =>
      editPage(answer, request, (changes) => changes.toSorted((a, b) => (`${a.entity}` < `${b.entity}` ? -1 : 1))),
  },
  {
    name: 'shows the newest changes of a feed first',
    caughtBy: ['changes.once', 'changes.order', 'changes.after.cursor', 'changes.record', 'history.record'],
    answer: (answer, request) =>
      isFeed(request) ? editPage(answer, request, (changes) => changes.toReversed()) : answer,
  },
  {
    name: 'shows each change twice',
    caughtBy: ['changes.once', 'changes.batch', 'changes.order', 'changes.filter.entity'],
    answer: (answer, request) => editPage(answer, request, (changes) => changes.flatMap((one) => [one, one])),
  },
  {
    name: 'does not know the values before a change',
    caughtBy: ['changes.members', 'changes.order', 'history.members'],
    answer: (answer, request) => editChanges(answer, request, withoutPast),
  },
  {
    name: 'gives each change a revision of its own',
    caughtBy: ['changes.batch', 'changes.merge', 'changes.conversion'],
    answer: (answer, request) =>
      editPage(answer, request, (changes) =>
        changes.map((change, index) => ({ ...change, revision: Number(change.revision) + index })),
      ),
  },
  {
    name: 'shows secrets in the feed',
    caughtBy: ['changes.secret'],
    answer: (answer, request) => (isOfChanges(request) ? replacing(answer, '"(secret)"', '"hwc"') : answer),
  },
  {
    name: 'does not say who has made a change',
    caughtBy: ['changes.author', 'history.members'],
    answer: (answer, request) =>
      editChanges(answer, request, (change) => ({ ...change, token: '', request_id: null, idempotency_key: null })),
  },
  {
    name: 'shows merges and conversions as updates and deletes',
    caughtBy: ['changes.merge', 'changes.conversion'],
    answer: (answer, request) =>
      editChanges(answer, request, (change) => ({ ...change, act: otherActs[`${change.act}`] ?? `${change.act}` })),
  },
  {
    name: 'leaves out who a row belongs to',
    caughtBy: [
      'operation.listChanges',
      'operation.listCollectionChanges',
      'operation.listRecordChanges',
      'operation.listRecordHistory',
      'operation.listAuditEntries',
    ],
    answer: (answer, request) => editChanges(answer, request, (change) => without(change, 'owner_ids')),
  },
  {
    name: 'shows the changes of the revision that is given as `after`',
    caughtBy: ['changes.after.revision'],
    request: (request) =>
      withAfter(request, (after) => (isRevision(after) ? String(Math.max(1, Number(after) - 1)) : after)),
  },
  {
    name: 'shows the change again whose cursor is given as `after`',
    caughtBy: ['changes.after.cursor'],
    request: (request) =>
      withAfter(request, (after) => {
        if (isRevision(after)) return after;
        const [revision, position] = JSON.parse(Buffer.from(after, 'base64').toString()) as number[];
        return position === undefined ? after : String(Number(revision) - 1);
      }),
  },
  {
    name: 'names with a list a revision that is ahead of it',
    caughtBy: ['changes.space-revision'],
    answer: (answer, request) =>
      isList(request)
        ? withHeader(answer, 'space-revision', String(Number(answer.headers['space-revision']) + 1))
        : answer,
  },
  {
    name: 'begins with the first change where it cannot read `after`',
    caughtBy: ['changes.after.invalid'],
    answer: (answer, request, ask) =>
      isFeed(request) && answer.status === 400
        ? ask({ ...withoutParameters(request, 'after'), headers: without(request.headers, 'last-event-id') as never })
        : answer,
  },
  {
    name: 'answers 404 to a cursor whose changes are gone',
    caughtBy: ['changes.gone'],
    answer: (answer) => (answer.status === 410 ? withStatus(answer, 404) : answer),
  },
  ...['entity', 'act', 'fields'].map(
    (name): Fault => ({
      name: `ignores the filter \`${name}\` of a feed`,
      caughtBy: [`changes.filter.${name}`, ...(name === 'entity' ? [] : ['history.filter'])],
      request: (request) => (isOfChanges(request) ? withoutParameters(request, name) : request),
    }),
  ),
  {
    name: 'shows in the feed of a collection those of all',
    caughtBy: ['changes.collection'],
    request: (request) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.replace(/\/entities\/\w+\/changes$/, '/changes');
      return { ...request, url };
    },
  },
  {
    name: 'leaves the rows of a record out of its feed and its history',
    caughtBy: ['changes.record', 'history.rows'],
    answer: (answer, request) =>
      editPage(answer, request, (changes) =>
        changes.filter(({ owner_ids }) => !Array.isArray(owner_ids) || owner_ids.length === 0),
      ),
  },
  {
    name: 'shows all members of a record beside its change',
    caughtBy: ['changes.load-only'],
    request: (request) =>
      isFeed(request)
        ? withQuery(request, (query) => {
            if (!query.has('load-only')) return;
            query.delete('load-only');
            query.set('expand', 'owner');
          })
        : request,
  },
  {
    name: 'shows the record beside a change that was deleted meanwhile',
    caughtBy: ['changes.load-only'],
    answer: (answer, request) =>
      editChanges(answer, request, (change) =>
        change.record === null ? { ...change, record: { id: change.entity_id ?? null } } : change,
      ),
  },
  {
    name: 'takes any value of a parameter of a feed',
    caughtBy: ['changes.parameters', 'history.rejected'],
    answer: (answer, request, ask) =>
      isOfChanges(request) && answer.status === 400
        ? ask(withoutParameters(request, 'act', 'entity', 'first', 'wait'))
        : answer,
  },
  {
    name: 'answers the feed of what there is not with no changes',
    caughtBy: ['changes.unknown', 'history.rejected'],
    answer: (answer, request) =>
      isOfChanges(request) && answer.status === 404
        ? { ...editBody(answer, () => ({ success: true, page_info: {}, data: [] })), status: 200 }
        : answer,
  },
  {
    name: 'waits for no change',
    caughtBy: ['changes.wait', 'changes.wait.over'],
    request: (request) => (isFeed(request) ? withoutParameters(request, 'wait') : request),
  },
  {
    name: 'waits until the time is up',
    caughtBy: ['changes.wait'],
    answer: async (answer, request) => {
      const seconds = Number(request.url.searchParams.get('wait'));
      // The second page would wait as long again.
      if (answer.body.includes('"act"')) await sleep((seconds * 1_000) / 2);
      return answer;
    },
  },
  {
    name: 'has pages only and no events',
    caughtBy: ['changes.events', 'changes.events.last-event-id'],
    request: (request) =>
      isFeed(request) ? { ...request, headers: { ...request.headers, accept: 'application/json' } } : request,
  },
  {
    name: 'sends events without ids',
    caughtBy: ['changes.events'],
    events: (events) => events.replaceAll(/^id: .*\n/gm, ''),
  },
  {
    name: 'ignores `Last-Event-ID`',
    caughtBy: ['changes.events.last-event-id'],
    request: (request) => ({ ...request, headers: without(request.headers, 'last-event-id') as never }),
  },
];
