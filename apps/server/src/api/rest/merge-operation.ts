/**
 * The operation of REST v100 that makes one record of several.
 */
import { ApiError } from '../../errors/api-error.js';
import { readBody } from '../../http/api-middleware.js';
import { mergeRecords } from '../../records/merge/merge-records.js';
import type { MergeRequest } from '../../request/merge-request.js';
import type { RecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { type RestRequest, written } from './entity-request.js';
import { parseIfMatch, parseValidationLevel } from './parse-write-query.js';
import { recordAnswer } from './write-answer.js';

/** @spec openapi#/paths/~1entities~1Accounts~1merge */
export async function merge(request: RestRequest): Promise<void> {
  const { ctx, call, entityType, query } = request;
  const validationLevel = parseValidationLevel(query);
  const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
  const body = await readBody(request);
  const merging = {
    ...parseMergeBody(body),
    entityType: entityType.name,
    validationLevel,
    selection: written,
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
  await answerWrite(request, body, async (store) => recordAnswer(200, await mergeRecords(store, call, merging)));
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` with every mistake of the shape; which ids may be merged is not its business */
function parseMergeBody({
  master,
  secondary_ids: ids,
  ...others
}: RecordBody): Pick<MergeRequest, 'master' | 'secondaryIds'> {
  const problems = Object.keys(others).map(
    (name) => `${name}: is no member of a merge; they are master and secondary_ids.`,
  );
  const record = isObject(master) ? master : undefined;
  if (typeof record?.id !== 'string') problems.push('master: must be an object with the id of the record to keep.');
  const isListOfTexts = Array.isArray(ids) && ids.every((id) => typeof id === 'string');
  if (!isListOfTexts) problems.push('secondary_ids: must be an array of ids.');
  if (record === undefined || !isListOfTexts || problems.length > 0) {
    throw new ApiError('ERROR_PARAMETER_INVALID', problems.join(' '));
  }
  return { master: record, secondaryIds: ids };
}

function isObject(value: unknown): value is RecordBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
