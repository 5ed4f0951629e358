/**
 * Many writes at once, as the APIs pass them to the core.
 */

import type { ApiError } from '../../src/errors/api-error.js';
import { ValidationError } from '../../src/errors/validation-error.js';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import type { WriteOutcome } from '../../src/records/write/write-outcome.js';
import { writeRecords } from '../../src/records/write/write-records.js';
import type { WriteItem } from '../../src/request/write-request.js';
import type { Running } from '../fixture.js';
import type { Json } from '../test-space.js';
import { WritesRejected, writeAll } from '../write-all.js';

interface Options {
  readonly keepGoing?: boolean;
  readonly space?: string;
}

export function writeMany(
  running: Running,
  items: readonly WriteItem[],
  options: Options = {},
): Promise<WriteOutcome[]> {
  const { keepGoing = false, space = running.space.id } = options;
  return inTransaction(running.server.deps, systemCall(space), (context) =>
    keepGoing ? writeRecords(context, items) : writeAll(context, items),
  );
}

/** @returns the failures of writes that were all rejected */
export async function rejectionOf(running: Running, items: readonly WriteItem[]): Promise<string[]> {
  try {
    await writeMany(running, items);
  } catch (error) {
    if (error instanceof WritesRejected) return error.failures.map((one) => `${one.index} ${said(one.error)}`);
    throw error;
  }
  throw new Error('nothing was rejected');
}

/** Each outcome in a word: `done`, or what is wrong. */
export function wordsOf(outcomes: readonly WriteOutcome[]): string[] {
  return outcomes.map((outcome) => (outcome.kind === 'done' ? 'done' : said(outcome.error)));
}

function said(error: ApiError): string {
  if (!(error instanceof ValidationError)) return error.errorName;
  const { entity, fields } = error.errors;
  return [...entity, ...fields.flatMap((field) => field.leaves)].map(({ message }) => message).join(' | ');
}

export function idsOf(outcomes: readonly WriteOutcome[]): string[] {
  return outcomes.map((outcome) => (outcome.kind === 'done' ? outcome.id : ''));
}

export const create = (entityType: string, body: Json, validationLevel = 0): WriteItem => ({
  kind: 'create',
  entityType,
  body,
  validationLevel,
});

export const update = (
  entityType: string,
  id: string,
  body: Json,
  more: { expectedRevision?: number } = {},
): WriteItem => ({
  kind: 'update',
  entityType,
  id,
  body,
  validationLevel: 0,
  ...more,
});

export const remove = (entityType: string, id: string, more: { expectedRevision?: number } = {}): WriteItem => ({
  kind: 'delete',
  entityType,
  id,
  validationLevel: 0,
  ...more,
});

export const restore = (entityType: string, id: string, validationLevel = 0): WriteItem => ({
  kind: 'restore',
  entityType,
  id,
  validationLevel,
});

/** Ids may be chosen with it. */
export const choosing = 8;

let chosen = 0;

/** @returns an id that no record has */
export function newId(): string {
  chosen += 1;
  return `0000000c-0000-4000-8000-${String(chosen).padStart(12, '0')}`;
}
