/**
 * Looks whether a run can begin: one request that every check would need, so that a wrong address or key is one sentence and not a
 * failure of every check.
 */
import { restSpacePath } from './api/rest-api.js';
import type { Answer } from './http/answer.js';
import { Http } from './http/http.js';
import type { SpaceAccess } from './run-checks.js';

/** The run cannot begin; the message says why and what to do. */
export class CannotBegin extends Error {
  override readonly name = 'CannotBegin';
}

export interface ProbeOptions extends SpaceAccess {
  /** Scheme, host and port of the server. */
  readonly baseUrl: string;
  /** Milliseconds that the request may take. */
  readonly timeoutMs: number;
}

/** @throws CannotBegin unless the server lists accounts of the space */
export async function probe(options: ProbeOptions): Promise<void> {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const http = new Http({ ...options, baseUrl, credentials: options, stop: new AbortController().signal });
  const path = `${restSpacePath(options.space)}/entities/Accounts`;
  const answer = await http.send('GET', path, { query: { first: 1 } }).catch((error: unknown) => {
    throw new CannotBegin(`No server answers at ${baseUrl}: ${reasonOf(error, options.timeoutMs)}.`);
  });
  const problem = problemOf(answer, options.space);
  if (problem !== undefined) throw new CannotBegin(`GET ${baseUrl}${path} answered ${answer.status}: ${problem}`);
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `nothing came within ${timeoutMs} ms (--timeout)`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function problemOf({ status, text }: Answer, space: string): string | undefined {
  if (status === 401 || status === 403) {
    return `the key may not enter the space ${space}. Look at --space, --token and --password.`;
  }
  if (status === 404) return `there is no REST v100, or no space ${space}. Look at --base-url and --space.`;
  if (status >= 300) return `the server cannot answer now, or something else does: ${text.slice(0, 200)}`;
  return isJson(text) ? undefined : 'the answer is no JSON. Look at --base-url.';
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
