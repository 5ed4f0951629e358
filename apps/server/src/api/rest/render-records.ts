/**
 * Writes the envelopes of REST v100 around records that are finished texts.
 */
import { crc32 } from 'node:zlib';
import type { V100Handlers } from '@headwater/openapi-types';
import { answer, JsonText, jsonArray, jsonObject, jsonText } from '../../http/content/json-answer.js';
import type { JsonBody } from '../../http/handler-types.js';
import type { Change } from '../../records/changes/change-page.js';
import type { MergePreview } from '../../records/merge/merge-records.js';
import type { RecordPage, RecordText } from '../../records/read/record-page.js';
import type { WriteOutcome } from '../../records/write/write-outcome.js';
import { renderItemError } from './render-error.js';

/** A record of any entity type. */
export interface AnyRecord {
  readonly id: unknown;
}

const success = jsonText(true as const);

export function recordAnswer<Status extends number>(status: Status, record: RecordText) {
  const data = new JsonText<AnyRecord>(record.text);
  return answer(status, jsonObject({ success, data }), { ETag: renderETag(record) });
}

/** @param changes of the record, the newest first */
export function recordWithHistory(record: RecordText, changes: readonly Change[]) {
  const data = new JsonText<AnyRecord>(record.text);
  const history = jsonArray<ChangeJson>(changes.map(({ openText }) => `${openText}}`));
  return answer(200, jsonObject({ success, data, history }), { ETag: renderETag(record) });
}

export type ChangeJson = JsonBody<V100Handlers['listRecordHistory']['responses'][200]>['data'][number];

/** What a merge would be answered with, and what it would take from the records besides. */
export function previewAnswer(record: RecordText, { givenUp, references }: MergePreview) {
  const data = new JsonText<AnyRecord>(record.text);
  const given = givenUp.map(({ id, members }) => {
    const texts = Object.fromEntries(members.map(([name, text]) => [name, new JsonText<unknown>(text)]));
    return jsonObject({ id: jsonText(id), members: jsonObject(texts) }).toString();
  });
  const preview = jsonObject({ given_up: jsonArray<GivenUp>(given), references: jsonText(references) });
  return answer(200, jsonObject({ success, data, preview }));
}

type GivenUp = NonNullable<JsonBody<V100Handlers['merge']['responses'][200]>['preview']>['given_up'][number];

export function deletedAnswer(id: string) {
  return answer(200, jsonObject({ success, data: jsonText(id) }));
}

/** What became of each item of a batch: its id, or its error. */
export function outcomesAnswer(outcomes: readonly WriteOutcome[]) {
  const items = outcomes.map((outcome, index) =>
    outcome.kind === 'done' ? outcome.id : renderItemError(outcome.error, index),
  );
  return answer(200, jsonObject({ success, data: jsonText(items) }));
}

/** @param withPageInfo false for a list by `limit` and `offset` */
export function listAnswer(page: RecordPage, withPageInfo: boolean) {
  return answer(
    200,
    jsonObject({
      success,
      total: page.total === undefined ? undefined : jsonText(page.total),
      page_info: withPageInfo ? pageInfo(page) : undefined,
      data: jsonArray<AnyRecord>(page.texts),
    }),
  );
}

type DuplicateGroup = JsonBody<V100Handlers['duplicates']['responses'][200]>['data'][number];

export function duplicatesAnswer(page: RecordPage) {
  const data = jsonArray<DuplicateGroup>(page.texts);
  return answer(200, jsonObject({ success, page_info: pageInfo(page), data }));
}

function pageInfo(page: RecordPage) {
  return jsonText({
    start_cursor: page.startCursor,
    end_cursor: page.endCursor,
    has_previous_page: page.hasPreviousPage,
    has_next_page: page.hasNextPage,
  });
}

/**
 * The revision, which `If-Match` wants, and a checksum of the text: what is expanded or worked out on reading changes without the
 * record's own revision.
 */
function renderETag(record: RecordText): string {
  return `"${record.revision}-${crc32(record.text).toString(36)}${record.text.length.toString(36)}"`;
}
