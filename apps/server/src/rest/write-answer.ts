/**
 * Puts answers on the wire.
 */
import type { Context } from 'koa';
import type { Answer } from '../records/answer-once.js';
import type { RecordText } from '../records/record-page.js';
import { renderETag, renderRecord } from './render-records.js';

export function writeAnswer(ctx: Context, { status, headers, body }: Answer): void {
  ctx.status = status;
  ctx.set({ ...headers });
  ctx.type = 'application/json';
  ctx.body = body;
}

/** @returns an answer that shows one record and names its state */
export function recordAnswer(status: number, record: RecordText): Answer {
  return { status, headers: { ETag: renderETag(record) }, body: renderRecord(record) };
}

export function plainAnswer(status: number, body: string): Answer {
  return { status, headers: {}, body };
}
