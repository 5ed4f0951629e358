/**
 * The operations of REST v100 over the change log: the feed, the history of records, and what was changed by whom.
 */
import { whenSent } from '../../http/api-middleware.js';
import { answer, jsonArray, jsonObject, jsonText } from '../../http/content/json-answer.js';
import { readOptionalJsonBody } from '../../http/content/read-json-body.js';
import type { FeedRequest } from '../../http/follow-changes.js';
import { planAuditFilter } from '../../records/changes/audit-filter.js';
import { decodePlace, encodePlace } from '../../records/changes/change-cursor.js';
import type { Following } from '../../records/changes/change-follower.js';
import type { ChangePage } from '../../records/changes/change-page.js';
import {
  changesOfPage,
  mostNames,
  ofTypes,
  parseEntityTypes,
  tooManyNames,
} from '../../records/changes/chosen-changes.js';
import { type ChangesRequest, readHistory, requireKnown } from '../../records/changes/read-changes.js';
import { revertChanges } from '../../records/revert/revert-changes.js';
import { type ChangeAct, changeActs } from '../../request/change-act.js';
import { splitNames } from '../../request/name-tree.js';
import { requireLiberty } from '../../rights/require-right.js';
import { answerWrite } from './answer-write.js';
import { readFeed, sendFeed, wantsEvents } from './change-feed.js';
import type { Handlers } from './handler.js';
import { parseFilters, parseSelection } from './parse-list-query.js';
import type { QueryReader } from './query-reader.js';
import type { ChangeJson } from './render-records.js';

/** That a page without changes waits for one. */
const mostSeconds = 60;

const listChanges: Handlers['listChanges'] = (request) => {
  const { query, deps } = request;
  const given = fewNames(query, 'entity');
  const types = parseEntityTypes(given, deps.catalog, (problem, hint) => query.error('entity', problem, hint));
  return feed(request, ofTypes(given.length > 0 ? types : undefined));
};

const listCollectionChanges: Handlers['listCollectionChanges'] = (request) =>
  feed(request, ofTypes([request.entityType.name]));

const listRecordChanges: Handlers['listRecordChanges'] = async (request) => {
  const { deps, call, entityType, params } = request;
  const record = await requireKnown(deps, call, entityType, params.id);
  return feed(request, () => ({ record }));
};

const listRecordHistory: Handlers['listRecordHistory'] = async (request) => {
  const { deps, call, entityType, params, query } = request;
  const choice = { ...parseWindow(query), ...parseChoice(query) };
  query.rejectErrors();
  const record = await requireKnown(deps, call, entityType, params.id);
  return historyAnswer(await readHistory(deps, call, { ...choice, isNewestFirst: true, record }));
};

/** @spec openapi#/paths/~1entities~1AuditEntries */
const listAuditEntries: Handlers['listAuditEntries'] = async (request) => {
  const { deps, call, query } = request;
  requireLiberty(call.principal, 'read-log');
  const filter = parseFilters(query);
  const window = parseWindow(query);
  query.rejectErrors();
  const predicate = filter && planAuditFilter(filter);
  const choice = { ...window, isNewestFirst: true, ...(predicate && { predicate }) };
  return historyAnswer(await readHistory(deps, call, choice));
};

/** @spec openapi#/paths/~1changes~1{revision}~1revert */
const revert: Handlers['revertChanges'] = async (request) => {
  const { ctx, deps, bytes, params, query } = request;
  if (!/^\d{1,15}$/.test(params.revision)) query.error('revision', 'must be a revision, which is a whole number');
  query.rejectErrors();
  // The form of a body is checked even where there is none: a page elsewhere could send such a request from a browser.
  await whenSent(request, () => readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes, bytes.hold));
  const revision = Number(params.revision);
  return answerWrite(request, undefined, {}, async (context) =>
    answer(
      200,
      jsonObject({ success: jsonText(true as const), data: jsonText(await revertChanges(context, revision)) }),
    ),
  );
};

export const changeOperations = {
  ...{ listChanges, listCollectionChanges, listRecordChanges, listRecordHistory, listAuditEntries },
  revertChanges: revert,
} as const;

type ParsedFeed = FeedRequest & { readonly query: FeedReader };
type FeedReader = QueryReader<'after' | 'first' | 'wait' | 'act' | 'fields' | 'expand' | 'load-only'>;

/** @param chosen which of the changes are followed, as the address and the query say */
async function feed(request: ParsedFeed, chosen: Following['chosen']) {
  const { query, ctx } = request;
  const following = { ...parseWindow(query), ...parseChoice(query), chosen };
  const selection = parseSelection(query);
  const wait = query.wholeNumber('wait', 0, mostSeconds) ?? 0;
  query.rejectErrors();
  const last = ctx.get('Last-Event-ID');
  const from = last === '' ? following : { ...following, after: decodePlace(last, 'Last-Event-ID') };
  ctx.vary('Accept');
  if (wantsEvents(ctx)) {
    await sendFeed(request, from, selection);
    return 'written' as const;
  }
  const { changes, end, hasNext } = await readFeed(request, from, selection, wait * 1_000);
  return pageAnswer(
    changes.map(({ text }) => text),
    end,
    hasNext,
  );
}

function historyAnswer({ changes, end, hasNext }: ChangePage) {
  return pageAnswer(
    changes.map(({ openText }) => `${openText}}`),
    encodePlace(end),
    hasNext,
  );
}

function pageAnswer(changes: readonly string[], end: string, hasNext: boolean) {
  return answer(
    200,
    jsonObject({
      success: jsonText(true as const),
      page_info: jsonText({ end_cursor: end, has_next_page: hasNext }),
      data: jsonArray<ChangeJson>(changes),
    }),
  );
}

function parseWindow(query: QueryReader<'after' | 'first'>): Pick<ChangesRequest, 'after' | 'first'> {
  const first = query.wholeNumber('first', 1, changesOfPage.most) ?? changesOfPage.default;
  const after = query.cursor('after');
  return { first, after: after === undefined ? undefined : decodePlace(after, 'after') };
}

function parseChoice(query: QueryReader<'act' | 'fields'>): Pick<ChangesRequest, 'acts' | 'fields'> {
  const acts = fewNames(query, 'act');
  const fields = fewNames(query, 'fields');
  for (const act of acts) {
    if (!isAct(act)) query.error('act', `"${act}" is none; one of ${changeActs.join(', ')}`);
  }
  return { ...(acts.length > 0 && { acts: acts.filter(isAct) }), ...(fields.length > 0 && { fields }) };
}

/** @returns none of those that are too many: each wrong one would be an error of its own */
function fewNames<Name extends 'entity' | 'act' | 'fields'>(query: QueryReader<Name>, parameter: Name): string[] {
  const names = [...new Set(splitNames(query.all(parameter)))];
  if (names.length <= mostNames) return names;
  query.error(parameter, tooManyNames(names.length));
  return [];
}

function isAct(text: string): text is ChangeAct {
  return changeActs.some((act) => act === text);
}
