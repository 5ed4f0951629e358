/**
 * Entity tags: what names the state of an answer (RFC 9110, 8.8.3). Knows no record.
 */
import { createHash } from 'node:crypto';

/** @returns a digest for use within a tag: equal for equal parts, in 22 characters */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
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
