/**
 * The operation of REST v100 that makes one record of several.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import type { BodyMembers } from '../../http/handler-types.js';
import { mergeRecords } from '../../records/merge/merge-records.js';
import type { MergeRequest } from '../../request/merge-request.js';
import type { RecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { type RestRequest, readMembers, written } from './handler.js';
import { parseIfMatch, parseValidationLevel } from './parse-write-query.js';
import { recordAnswer } from './render-records.js';

type MergeOperation = V100Handlers['merge'];

/** @spec openapi#/paths/~1entities~1Accounts~1merge */
export async function merge(request: RestRequest<MergeOperation>) {
  const { ctx, entityType, query } = request;
  const options = { validationLevel: parseValidationLevel(query), ...parseIfMatch(ctx) };
  const body = await readMembers(request);
  const merging = { ...parseMergeBody(body), entityType: entityType.name, ...options, selection: written };
  return answerWrite(request, body, merging, async (context, ready) =>
    recordAnswer(200, await mergeRecords(context, ready)),
  );
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` with every error of the shape; which ids may be merged is not its business */
function parseMergeBody({
  master,
  secondary_ids: ids,
  ...others
}: BodyMembers<MergeOperation>): Pick<MergeRequest, 'master' | 'secondaryIds'> {
  const problems = Object.keys(others).map(
    (name) => `${name}: is not a member of a merge; they are master and secondary_ids.`,
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
