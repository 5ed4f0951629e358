/**
 * Writes the envelopes of REST v100 around records that are finished texts.
 */
import { crc32 } from 'node:zlib';
import type { RecordPage, RecordText } from '../../records/read/record-page.js';
import type { WriteOutcome } from '../../records/write/write-outcome.js';
import { renderItemError } from './render-error.js';

export function renderRecord(record: RecordText): string {
  return `{"success":true,"data":${record.text}}`;
}

export function renderDeleted(id: string): string {
  return `{"success":true,"data":${JSON.stringify(id)}}`;
}

/** What became of each item of a batch: its id, or its error. */
export function renderOutcomes(outcomes: readonly WriteOutcome[]): string {
  const items = outcomes.map((outcome, index) =>
    JSON.stringify(outcome.kind === 'done' ? outcome.id : renderItemError(outcome.error, index)),
  );
  return `{"success":true,"data":[${items.join(',')}]}`;
}

/**
 * @param withPageInfo false for a list by `limit` and `offset`
 * @returns the text in pieces
 */
export function renderPage(page: RecordPage, withPageInfo: boolean): string[] {
  const total = page.total === undefined ? '' : `"total":${page.total},`;
  const pageInfo = withPageInfo ? `"page_info":${renderPageInfo(page)},` : '';
  const records = page.texts.map((text, index) => (index > 0 ? `,${text}` : text));
  return [`{"success":true,${total}${pageInfo}"data":[`, ...records, ']}'];
}

function renderPageInfo(page: RecordPage): string {
  return JSON.stringify({
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
export function renderETag(record: RecordText): string {
  return `"${record.revision}-${crc32(record.text).toString(36)}${record.text.length.toString(36)}"`;
}
