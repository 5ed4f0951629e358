/**
 * Reads what comes with the body of a v100 write: its parameters and its conditions. Knows no entity type.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import type { Context } from 'koa';
import { ApiError } from '../../errors/api-error.js';
import type { QueryName } from '../../http/handler-types.js';
import type { BatchRequest } from '../../request/batch-request.js';
import type { UpsertRequest } from '../../request/upsert-request.js';
import { type Dependents, maxValidationLevel } from '../../request/write-request.js';
import type { QueryReader } from './query-reader.js';

/** @returns the bits of `validation-level`; 0 when it is absent */
export function parseValidationLevel(reader: QueryReader<'validation-level'>): number {
  const level = readValidationLevel(reader);
  reader.rejectErrors();
  return level;
}

function readValidationLevel(reader: QueryReader<'validation-level'>): number {
  return reader.wholeNumber('validation-level', 0, maxValidationLevel) ?? 0;
}

/** @returns what the caller agrees to lose besides a deleted record */
export function parseAlsoDeletes(reader: QueryReader<QueryName<V100Handlers['delete']>>): Dependents[] {
  const kinds = (['records', 'values'] as const).filter((one) => reader.flag(`delete-${one}`));
  reader.rejectErrors();
  return kinds;
}

/** The parameters of a batch. */
export function parseBatchQuery(
  reader: QueryReader<QueryName<V100Handlers['batch-modify']>>,
): Pick<BatchRequest, 'validationLevel' | 'keepsGoing'> {
  const query = {
    validationLevel: readValidationLevel(reader),
    keepsGoing: reader.wholeNumber('rollback-method', 0, 1) === 1,
  };
  reader.rejectErrors();
  return query;
}

/**
 * @returns the revision that the caller has seen, if the request says so
 * @throws ApiError `ERROR_PARAMETER_INVALID` for what is no revision
 */
export function parseIfMatch(ctx: Pick<Context, 'get'>): { readonly expectedRevision?: number } {
  const header = ctx.get('If-Match').trim();
  if (header === '' || header === '*') return {};
  const match = /^(?:(?:W\/)?"(\d{1,15})(?:-[^"]*)?"|(\d{1,15}))$/.exec(header);
  if (match) return { expectedRevision: Number(match[1] ?? match[2]) };
  throw new ApiError('ERROR_PARAMETER_INVALID', 'If-Match: must be an ETag that this service gave out.', {
    at: 'If-Match',
  });
}

/**
 * What the conditions of an upsert ask for: `If-Match: *` an existing record, `If-None-Match: *` a new one.
 * @throws ApiError `ERROR_PARAMETER_INVALID` for any other `If-None-Match`
 */
export function parseWanted(ctx: Pick<Context, 'get'>): UpsertRequest['wanted'] {
  const ifMatch = ctx.get('If-Match').trim();
  const ifNoneMatch = ctx.get('If-None-Match');
  if (ifNoneMatch === '') return ifMatch === '*' ? 'existing' : 'any';
  if (ifNoneMatch.trim() === '*' && ifMatch === '') return 'new';
  const message = 'If-None-Match: only * is taken here, and not together with If-Match.';
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'If-None-Match' });
}
