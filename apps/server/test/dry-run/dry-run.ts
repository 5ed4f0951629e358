/**
 * Dry runs over HTTP, for tests.
 */
import type { Answer, Sent, TestSpace } from '../test-space.js';

/** A write as it is sent. */
export interface Write {
  readonly method: string;
  readonly path: string;
  readonly sent?: Sent;
}

export function send(space: TestSpace, { method, path, sent = {} }: Write): Promise<Answer> {
  return space.send(method, path, sent);
}

export function dryRun(space: TestSpace, { method, path, sent = {} }: Write): Promise<Answer> {
  return space.send(method, path, { ...sent, query: { ...sent.query, 'dry-run': true } });
}

const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const anyMoment = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}"/g;
/** Of files and public addresses. */
const anyKey = /[0-9a-f]{40}/g;

/**
 * Status and text of an answer, with ids as numbers in the order in which they come, and no moments: ids and moments
 * differ between a write and its trial.
 */
export function shape({ status, text }: Answer): string {
  const ids = new Map<string, number>();
  const numberOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, ids.size);
    return `#${ids.get(id)}`;
  };
  return `${status} ${text.replaceAll(anyId, numberOf).replaceAll(anyMoment, '"moment"').replaceAll(anyKey, 'key')}`;
}
