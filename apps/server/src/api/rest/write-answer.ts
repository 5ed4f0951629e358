/**
 * Puts answers on the wire.
 */
import type { Context } from 'koa';
import { sendPieces } from '../../http/send-pieces.js';
import type { RecordPage, RecordText } from '../../records/read/record-page.js';
import type { Answer } from '../../records/write/answer-once.js';
import { renderETag, renderPage, renderRecord } from './render-records.js';

export function writeAnswer(ctx: Context, { status, headers, body }: Answer): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.type = 'application/json';
  ctx.body = body;
}

/** @param withPageInfo false for a list by `limit` and `offset` */
export function writePage(ctx: Context, page: RecordPage, withPageInfo: boolean): void {
  ctx.status = 200;
  ctx.type = 'application/json';
  sendPieces(ctx, renderPage(page, withPageInfo));
}

/** @returns an answer that shows one record and names its state */
export function recordAnswer(status: number, record: RecordText): Answer {
  return { status, headers: { ETag: renderETag(record) }, body: renderRecord(record) };
}

export function plainAnswer(status: number, body: string): Answer {
  return { status, headers: {}, body };
}
