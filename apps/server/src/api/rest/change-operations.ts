/**
 * The operations of REST v100 over the change log: the feed, the history of records, and what was changed by whom.
 */
import type { Catalog } from '@headwater/catalog';
import type { V100Handlers } from '@headwater/openapi-types';
import { suggestion } from '../../errors/closest-name.js';
import { answer, jsonArray, jsonObject, jsonText } from '../../http/content/json-answer.js';
import type { JsonBody } from '../../http/handler-types.js';
import { planAuditFilter } from '../../records/changes/audit-filter.js';
import { decodePlace, encodePlace } from '../../records/changes/change-cursor.js';
import type { ChangePage } from '../../records/changes/change-page.js';
import { namesOf } from '../../records/changes/followed-types.js';
import { type ChangesRequest, followChanges, readHistory, requireKnown } from '../../records/changes/read-changes.js';
import { recordsOfChanges } from '../../records/changes/records-of-changes.js';
import { type ChangeAct, changeActs } from '../../request/change-act.js';
import type { RestSelection } from '../../request/selection.js';
import type { Handlers, WholeSpaceRequest } from './handler.js';
import { parseFilters, parseSelection, splitNames } from './parse-list-query.js';
import type { QueryReader } from './query-reader.js';

type Feed = V100Handlers['listChanges'];
type ChangeJson = JsonBody<Feed['responses'][200]>['data'][number];

/** Changes of a page. */
const page = { default: 100, most: 1_000 } as const;

const listChanges: Handlers['listChanges'] = (request) => {
  const { query, deps } = request;
  const entityTypes = parseEntityTypes(query, deps.catalog);
  return feed(request, entityTypes === undefined ? {} : { entityTypes });
};

const listCollectionChanges: Handlers['listCollectionChanges'] = (request) =>
  feed(request, { entityTypes: namesOf(request.deps.catalog, request.entityType) });

const listRecordChanges: Handlers['listRecordChanges'] = async (request) => {
  const { deps, call, entityType, params } = request;
  return feed(request, { record: await requireKnown(deps, call, entityType, params.id) });
};

const listRecordHistory: Handlers['listRecordHistory'] = async (request) => {
  const { deps, call, entityType, params, query } = request;
  const choice = { ...parseWindow(query), ...parseChoice(query) };
  query.rejectErrors();
  const record = await requireKnown(deps, call, entityType, params.id);
  return changesAnswer(await readHistory(deps, call, { ...choice, isNewestFirst: true, record }));
};

/** @spec openapi#/paths/~1entities~1AuditEntries */
const listAuditEntries: Handlers['listAuditEntries'] = async (request) => {
  const { deps, call, query } = request;
  const filter = parseFilters(query);
  const window = parseWindow(query);
  query.rejectErrors();
  const predicate = filter && planAuditFilter(filter);
  const choice = { ...window, isNewestFirst: true, ...(predicate && { predicate }) };
  return changesAnswer(await readHistory(deps, call, choice));
};

export const changeOperations = {
  ...{ listChanges, listCollectionChanges, listRecordChanges, listRecordHistory, listAuditEntries },
} as const;

/** Which of the changes are followed, as the address says. */
type Followed = Pick<ChangesRequest, 'entityTypes' | 'record'>;

type FeedRequest = Pick<WholeSpaceRequest, 'deps' | 'call'> & { readonly query: FeedReader };
type FeedReader = QueryReader<'after' | 'first' | 'act' | 'fields' | 'expand' | 'load-only'>;

async function feed({ deps, call, query }: FeedRequest, followed: Followed) {
  const choice = { ...parseWindow(query), ...parseChoice(query) };
  const selection = parseSelection(query);
  query.rejectErrors();
  const found = await followChanges(deps, call, { ...choice, isNewestFirst: false, ...followed });
  if (!showsRecords(selection)) return changesAnswer(found);
  return changesAnswer(found, await recordsOfChanges(deps, call, found.changes, selection));
}

/** @param records texts of the changed records as they are now, by the index of the change */
function changesAnswer({ changes, end, hasNext }: ChangePage, records?: readonly string[]) {
  const texts = changes.map(({ openText }, index) => {
    const record = records?.[index];
    return record === undefined ? `${openText}}` : `${openText},"record":${record}}`;
  });
  return answer(
    200,
    jsonObject({
      success: jsonText(true as const),
      page_info: jsonText({ end_cursor: encodePlace(end), has_next_page: hasNext }),
      data: jsonArray<ChangeJson>(texts),
    }),
  );
}

function showsRecords({ expand, only }: RestSelection): boolean {
  return only !== undefined || Object.keys(expand).length > 0;
}

function parseWindow(query: QueryReader<'after' | 'first'>): Pick<ChangesRequest, 'after' | 'first'> {
  const first = query.wholeNumber('first', 1, page.most) ?? page.default;
  const after = query.cursor('after');
  return { first, after: after === undefined ? undefined : decodePlace(after, 'after') };
}

function parseChoice(query: QueryReader<'act' | 'fields'>): Pick<ChangesRequest, 'acts' | 'fields'> {
  const acts = splitNames(query.all('act'));
  const fields = splitNames(query.all('fields'));
  for (const act of acts) {
    if (!isAct(act)) query.error('act', `"${act}" is none; one of ${changeActs.join(', ')}`);
  }
  return { ...(acts.length > 0 && { acts: acts.filter(isAct) }), ...(fields.length > 0 && { fields }) };
}

function isAct(text: string): text is ChangeAct {
  return changeActs.some((act) => act === text);
}

/** @returns undefined: all */
function parseEntityTypes(query: QueryReader<'entity'>, catalog: Catalog): readonly string[] | undefined {
  const given = splitNames(query.all('entity'));
  if (given.length === 0) return undefined;
  return given.flatMap((name) => {
    const entityType = catalog.entityType(name) ?? catalog.byCollection(name);
    if (entityType) return namesOf(catalog, entityType);
    const meant = suggestion(
      name,
      catalog.entityTypes.map((one) => one.name),
    );
    query.error('entity', `there is no entity type "${name}".${meant}`);
    return [];
  });
}
