/**
 * The operations of REST v100 that write many records at once.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import { readJson } from '../../http/content/read-json-body.js';
import { writeBatch } from '../../records/write/write-batch.js';
import { type BatchRequest, maxBatchItems } from '../../request/batch-request.js';
import { answerWrite } from './answer-write.js';
import type { Handler } from './handler.js';
import { parseBatchQuery } from './parse-write-query.js';
import { outcomesAnswer } from './render-records.js';

/** A batch may be as many times as long as the body of one record. */
const bodyFactor = 4;

/** @spec openapi#/components/responses/BatchDone */
export function batchOperation(operation: BatchRequest['operation']): Handler<V100Handlers['batch-modify']> {
  return async (request) => {
    const { ctx, deps, bytes, entityType, query } = request;
    const options = parseBatchQuery(query);
    const body = await readJson(ctx.req, deps.limits.maxBodyBytes * bodyFactor, bytes.hold);
    const items = requireItems(body);
    const batch = { operation, entityType: entityType.name, items, ...options };
    return answerWrite(request, body, batch, async (context, ready) =>
      outcomesAnswer(await writeBatch(context, ready)),
    );
  };
}

/** @throws ApiError `ERROR_PARAMETER_INVALID`, `ERROR_BATCH_TOO_LARGE` */
function requireItems(body: unknown): readonly unknown[] {
  if (body === undefined) throw new ApiError('ERROR_PARAMETER_INVALID', 'Missing or invalid JSON data.');
  if (!Array.isArray(body) || body.length === 0) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `The body must be an array of 1 to ${maxBatchItems} items.`);
  }
  if (body.length > maxBatchItems) {
    const message = `The batch has ${body.length} items; at most ${maxBatchItems} are allowed. Send it in parts.`;
    throw new ApiError('ERROR_BATCH_TOO_LARGE', message);
  }
  return body;
}
