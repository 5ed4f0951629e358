/**
 * One record by its id as the members that are selected. That it is not there is no error in GraphQL: the nullable field says so.
 */
import { ApiError } from '../../../errors/api-error.js';
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import { getRecord } from '../../../records/read/get-record.js';
import type { GetRequest } from '../../../request/list-request.js';
import type { JsonObject } from './render-answer.js';

/** @throws ApiError as the core does, but for a record that is not there */
export async function findRecord(deps: ServerDeps, call: Call, request: GetRequest): Promise<JsonObject | undefined> {
  const text = await findRecordText(deps, call, request);
  return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
}

/** The same as text. @throws as above */
export async function findRecordText(deps: ServerDeps, call: Call, request: GetRequest): Promise<string | undefined> {
  return (await getRecord(deps, call, request).catch(undefinedIfNotFound))?.text;
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.errorName === 'ERROR_RECORD_NOT_FOUND') return undefined;
  throw error;
}
