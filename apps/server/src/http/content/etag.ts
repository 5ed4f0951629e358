/**
 * Entity tags: what names the state of an answer (RFC 9110, 8.8.3); an answer that the caller has already is not sent
 * again.
 */
import { createHash, type Hash } from 'node:crypto';
import type { SpaceRequest } from '../api-middleware.js';
import { type JsonAnswer, JsonText } from './json-answer.js';

/** @returns a digest for use within a tag: equal for equal parts, in 22 characters */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return shortened(hash);
}

/**
 * The same for a text whose parts are made one by one.
 * @param pause is awaited before each part
 */
export async function digestOfParts(parts: Iterable<string>, pause: () => Promise<void>): Promise<string> {
  const hash = createHash('sha256');
  for (const part of parts) {
    await pause();
    hash.update(part);
  }
  return shortened(hash);
}

function shortened(hash: Hash): string {
  return hash.digest('base64url').slice(0, 22);
}

/**
 * The weak comparison of `If-None-Match`: a tag and its weak form are the same.
 * @param header `If-None-Match` of the request; '' when it has none
 * @param tag with its quotation marks, strong
 */
export function isKnownTag(header: string, tag: string): boolean {
  if (header === '') return false;
  return header.split(',').some((known) => {
    const text = known.trim();
    return text === '*' || text.replace(/^W\//, '') === tag;
  });
}

// Answers reads with a tag, and with 304 when the caller knows it: without making the answer again while nothing that it is made of has
// changed.

type ReadRequest = Pick<SpaceRequest, 'ctx' | 'deps' | 'call' | 'revision'>;

/**
 * @param read makes the answer; a tag that it brings (all answers with `bringsTag` do) is taken. Without one, an answer that the clock has a part in gets none, nor one
 *   that is sent while it is read
 */
export async function unlessKnown<Answer extends JsonAnswer<200, unknown>>(
  request: ReadRequest,
  read: () => Promise<Answer>,
  { bringsTag = false } = {},
): Promise<Answer | JsonAnswer<304, never>> {
  const { ctx, deps, call, revision } = request;
  const { knownAnswers, catalog, db } = deps;
  const sent = ctx.get('If-None-Match');
  ctx.vary('Authorization');
  if (bringsTag && sent === '') {
    const answer = await read();
    return { ...answer, headers: { ...answer.headers, ...headersOf(answer.headers.ETag ?? '') } };
  }
  const revisions = await knownAnswers.revisions(call.principal.space, revision);
  const key = keyOf(request);
  const known = sent === '' ? undefined : knownAnswers.tagOf(key, revisions);
  if (known !== undefined && isKnownTag(sent, known)) return notModified(known);
  const answer = await read();
  const own = answer.headers.ETag;
  const made = isWhole(answer)
    ? knownAnswers.add(
        key,
        { catalog, texts: db.textsRead ?? [], revisions },
        (last) => own ?? `"${last}-${digestOf(key)}"`,
      )
    : undefined;
  const tag = made ?? own;
  if (tag === undefined) return answer;
  return isKnownTag(sent, tag) ? notModified(tag) : { ...answer, headers: { ...answer.headers, ...headersOf(tag) } };
}

/** @returns what distinguishes a read: callers see what their keys may see, at the addresses by which they ask */
export function keyOf({ ctx, deps, call: { principal, origin } }: Omit<ReadRequest, 'revision'>): string {
  const { space, token, client, rights } = principal;
  const { knownAnswers, metadataRevision } = deps;
  return JSON.stringify([
    ...[knownAnswers.edition, space, token, rights, client, origin, metadataRevision],
    ...[ctx.path, ctx.querystring],
  ]);
}

function isWhole({ body }: JsonAnswer<200, unknown>): boolean {
  return body instanceof JsonText && (typeof body.content === 'string' || Array.isArray(body.content));
}

function notModified(tag: string): JsonAnswer<304, never> {
  return { status: 304, headers: headersOf(tag), body: undefined };
}

function headersOf(tag: string) {
  return { ETag: tag, 'Cache-Control': 'private, no-cache' } as const;
}
