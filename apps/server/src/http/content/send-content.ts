/**
 * Answers with the content of a file: all of it, a part, or that the caller has it already. What callers uploaded is saved, never shown,
 * and never run as a part of this site. Knows no record.
 */
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import { isKnownTag } from './etag.js';

/** What is known of the content before it is opened. */
export interface ContentFacts {
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** A strong entity tag, with its quotation marks. */
  readonly tag: string;
  /** The name to save it under, no path. */
  readonly filename: string;
}

/** The part of it to send. */
export type WantedPart = ByteRange | 'all' | 'nothing';

/** @returns which part the request wants; nothing when it knows the content, asks for its headers, or for a part that is not there */
export function wantedPart(ctx: Context, { tag, size }: ContentFacts): WantedPart {
  if (isKnownTag(ctx.get('If-None-Match'), tag)) return 'nothing';
  const range = rangeOf(ctx, tag, size);
  if (ctx.method === 'HEAD' || range === 'outside') return 'nothing';
  return range ?? 'all';
}

/**
 * @param bytes of the wanted part; undefined when that is nothing
 * @param isPublic shared caches may keep it, but ask each time whether it may still be had
 * @throws ApiError `ERROR_RANGE`, with the header `Content-Range` set
 */
export function sendContent(ctx: Context, facts: ContentFacts, bytes: Readable | undefined, isPublic: boolean): void {
  const { mimeType, size, tag, filename } = facts;
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', `${isPublic ? 'public' : 'private'}, no-cache, no-transform`);
  if (isKnownTag(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304;
    return;
  }
  const range = rangeOf(ctx, tag, size);
  if (range === 'outside') {
    ctx.set('Content-Range', `bytes */${size}`);
    throw new ApiError('ERROR_RANGE', `The file has ${size} bytes; the range begins after them.`, { at: 'Range' });
  }
  ctx.status = range ? 206 : 200;
  ctx.set('Accept-Ranges', 'bytes');
  ctx.attachment(filename, { fallback: asciiOf(filename) });
  ctx.set('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  if (range) ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${size}`);
  ctx.set('Content-Type', mimeType);
  if (bytes) ctx.body = bytes;
  ctx.length = range ? range.last - range.first + 1 : size;
}

/** A part of what the caller has of other content would not fit to it. */
function rangeOf(ctx: Context, tag: string, size: number): ByteRange | 'outside' | undefined {
  const condition = ctx.get('If-Range');
  if (condition !== '' && condition !== tag) return undefined;
  return parseRange(ctx.get('Range'), size);
}

/** For clients that do not know the extended form of a header's value; the others get the name as it is. */
function asciiOf(filename: string): string {
  return filename
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '_');
}

// Reads the header `Range` (RFC 9110, 14.2). Pure.

/** Offsets of the first and the last byte, counted from 0. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * @param header '' when there is none
 * @param size of the whole, in bytes
 * @returns undefined when all is to be sent: no header, or one that asks for anything but one range of bytes; `outside` when the whole
 *   has no such part
 */
export function parseRange(header: string, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'outside' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'outside';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
