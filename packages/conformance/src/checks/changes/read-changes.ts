/**
 * Reads the change log: pages of a feed or of a history, and which of the changes a check has made.
 */
import { idOf, type RecordJson, revisionOf } from '../../api/record.js';
import type { RestApi } from '../../api/rest-api.js';
import { expectThat } from '../../expectation.js';
import { type Answer, expectSuccess } from '../../http/answer.js';
import { type Json, type JsonObject, readObject, readObjects, readText } from '../../http/json.js';
import type { Query } from '../../http/query.js';

export interface ChangesPage {
  readonly changes: readonly JsonObject[];
  readonly endCursor: string;
  readonly hasNextPage: boolean;
}

/** Far above what any check reads; a feed that takes more repeats itself. */
const mostPages = 400;

/** @throws ExpectationFailed unless the answer is a page of changes */
export function readChangesPage(answer: Answer): ChangesPage {
  expectSuccess(answer);
  const body = readObject(answer.json, 'the body');
  const info = readObject(body.page_info, 'page_info');
  return {
    changes: readObjects(body.data, 'data'),
    endCursor: readText(info.end_cursor, 'end_cursor'),
    hasNextPage: info.has_next_page === true,
  };
}

/** @param below the space: `changes`, `entities/AuditEntries` … @throws ExpectationFailed unless the answer is a page of changes */
export async function changesPage(rest: RestApi, below: string, query: Query = {}): Promise<ChangesPage> {
  return readChangesPage(await rest.sendInSpace('GET', below, { query }));
}

/**
 * @param query with `first`, the size of the pages
 * @param between runs after each page but the last
 * @param isEnough ends the reading: others may write faster than small pages are read
 * @returns the pages up to the end of the feed, or to the one that is enough. @throws ExpectationFailed when it does not end
 */
export async function readPages(
  rest: RestApi,
  below: string,
  query: Query,
  between: () => Promise<unknown> = async () => {},
  isEnough: (page: ChangesPage) => boolean = () => false,
): Promise<ChangesPage[]> {
  const pages: ChangesPage[] = [];
  let after: Query = {};
  while (pages.length < mostPages) {
    const page = await changesPage(rest, below, { ...query, ...after });
    pages.push(page);
    if (!page.hasNextPage || isEnough(page)) return pages;
    after = { after: page.endCursor };
    await between();
  }
  expectThat(false, `${below} should end, but went on for ${mostPages} pages`);
}

/** @returns all changes up to the end of the feed */
export async function readAll(rest: RestApi, below: string, query: Query = {}): Promise<readonly JsonObject[]> {
  return (await readPages(rest, below, { first: 1000, ...query })).flatMap(({ changes }) => changes);
}

/** `after` for a feed that begins with what has made the record or changed it last. */
export function before(record: RecordJson): string {
  return String(revisionOf(record) - 1);
}

/** Those of the records: others write at the same time. */
export function changesOf(changes: readonly JsonObject[], ...ids: readonly string[]): readonly JsonObject[] {
  return changes.filter(({ entity_id }) => ids.includes(String(entity_id)));
}

/** @throws ExpectationFailed when a change has no act */
export function actsOf(changes: readonly JsonObject[]): string[] {
  return changes.map(({ act }) => readText(act, 'act'));
}

/** @throws ExpectationFailed when a change has no cursor */
export function cursorsOf(changes: readonly JsonObject[]): string[] {
  return changes.map(({ cursor }) => readText(cursor, 'cursor'));
}

/** @returns the values before and after that a change has of a member; undefined when it does not name it */
export function memberOf(change: JsonObject | undefined, name: string): Json | undefined {
  return readObject(change?.members, 'members')[name];
}

/** Makes an account and changes its city, once for each of the texts. */
export async function accountWithCities(
  rest: RestApi,
  account: RecordJson,
  cities: readonly string[],
): Promise<string> {
  const id = idOf(account);
  for (const city of cities) await rest.update('Accounts', id, { city });
  return id;
}
