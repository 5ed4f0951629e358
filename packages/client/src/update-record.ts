/**
 * `update` of a client: reads a record, lets the caller say what is to change, and writes it if nobody was faster.
 * Must not know types of records.
 */
import type { Client, ClientPathsWithMethod, MethodResponse } from 'openapi-fetch';
import { ApiError, ConflictError } from './errors/api-errors.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import { newKey } from './fetch/idempotency-key.js';
import { pause } from './fetch/repeating-fetch.js';
import { type Result, unwrap } from './unwrap.js';

export interface UpdateOptions {
  /** How often the record is read and written at most; 10 when absent. */
  readonly maxAttempts?: number;
  /** Ends the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Changes a record by what it holds. */
export interface RecordUpdater<Paths extends object> {
  /**
   * Reads the record, calls `change` with it, and writes what that returns, unless the record has changed meanwhile: then all of it is
   * done again. A change whose answer was lost is found in the history of the record, where the server has one, and not made twice.
   * @param path of one record, such as `/entities/Contacts/{id}`
   * @param change returns the members to set; undefined: nothing is written. It may be called several times
   * @returns the record as it is then
   * @throws ConflictError others were faster each time; UnexpectedAnswerError a record without a revision; ApiError, NetworkError,
   * TimeoutError, the reason of the signal, and what `change` throws
   */
  update<Path extends UpdatePath<Paths>>(
    path: Path,
    id: string,
    change: (
      record: UpdatedRecord<Paths, Path>,
    ) => UpdateBody<Paths, Path> | undefined | Promise<UpdateBody<Paths, Path> | undefined>,
    options?: UpdateOptions,
  ): Promise<UpdatedRecord<Paths, Path>>;
}

/** The paths of single records. */
export type UpdatePath<Paths extends object> = ClientPathsWithMethod<Client<Paths>, 'patch'> &
  ClientPathsWithMethod<Client<Paths>, 'get'>;

export type UpdatedRecord<Paths extends object, Path extends UpdatePath<Paths>> =
  MethodResponse<Client<Paths>, 'get', Path> extends { data: infer Data } ? Data : never;

export type UpdateBody<Paths extends object, Path extends keyof Paths> = Paths[Path] extends {
  patch: { requestBody?: infer Body };
}
  ? NonNullable<Body> extends { content: { 'application/json': infer Members } }
    ? Members
    : never
  : never;

interface Stored {
  readonly revision?: unknown;
}

interface HistoryEntry {
  readonly request_id?: unknown;
}

/** A client as this file uses it. */
export interface UpdateSource {
  GET(path: string, init: object): Promise<Result<{ readonly data: unknown }>>;
  PATCH(path: string, init: object): Promise<Result<{ readonly data: unknown }>>;
}

/** Clients that failed together do not come back together. */
const longestPauseMs = 50;

export function createUpdater(source: UpdateSource) {
  async function update(
    path: string,
    id: string,
    change: (record: unknown) => unknown,
    { maxAttempts = 10, signal }: UpdateOptions = {},
  ): Promise<unknown> {
    const init = { ...(signal && { signal }), params: { path: { id } } };
    const read = async () => (await unwrap(source.GET(path, init))).data as Stored;
    for (let attempt = 1; ; attempt++) {
      const record = await read();
      const body = await change(record);
      if (body === undefined) return record;
      if (typeof record.revision !== 'number') throw new UnexpectedAnswerError('The record has no "revision"');
      const requestId = newKey();
      const params = { path: { id }, header: { 'If-Match': `"${record.revision}"` } };
      try {
        const headers = { 'X-Request-Id': requestId };
        return (await unwrap(source.PATCH(path, { ...init, params, headers, body }))).data;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        if (await isWritten(source, path, init, requestId)) return await read();
        if (attempt >= maxAttempts) throw error;
      }
      await pause(Math.random() * longestPauseMs * attempt, signal ?? new AbortController().signal);
    }
  }
  return { update };
}

/** Whether the conflict is with the request itself: it was carried out, its answer was lost, and it was repeated. */
async function isWritten(source: UpdateSource, path: string, init: object, requestId: string): Promise<boolean> {
  try {
    const { data } = await unwrap(source.GET(`${path}/history`, init));
    return (data as HistoryEntry[]).some((entry) => entry.request_id === requestId);
  } catch (error) {
    // A server without histories.
    if (error instanceof ApiError) return false;
    throw error;
  }
}
