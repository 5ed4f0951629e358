/**
 * The conversions between leads and opportunities, and the reactivation of archived ones.
 */
import { ApiError } from '../../errors/api-error.js';
import type { Selection } from '../../request/selection.js';
import type { RecordBody } from '../../request/write-request.js';
import { requireFieldsOf } from '../../rights/scoped-catalog.js';
import type { RecordText } from '../read/record-page.js';
import { readWritten } from '../write/answer/answer-of-write.js';
import type { StoredRecord } from '../write/draft.js';
import type { WriteContext } from '../write/write-context.js';
import { writeRecord } from '../write/write-records.js';
import { type ConversionRequest, convertRecord } from './convert-record.js';
import { status } from './outcome.js';

export interface LifecycleRequest {
  readonly id: string;
  readonly validationLevel: number;
  /** The revision that the caller has seen. */
  readonly expectedRevision?: number;
  /** How the record is answered. */
  readonly selection: Selection;
}

/** Of a lead or an opportunity. */
export interface ReactivateRequest extends LifecycleRequest {
  readonly entityType: string;
}

export interface ConvertRequest extends LifecycleRequest {
  /** Members of what the record becomes. */
  readonly body: RecordBody;
}

type Conversion = Pick<ConversionRequest, 'from' | 'to' | 'values'>;

const qualification: Conversion = {
  from: 'Lead',
  to: 'Opportunity',
  values(lead, moment) {
    if (lead.is_archived === true) throw stateConflict('Lead', lead, 'is archived. Reactivate it first.');
    return new Map<string, string | boolean>([
      ['was_qualified', true],
      ['qualify_date', moment],
    ]);
  },
};

const wayBack: Conversion = {
  from: 'Opportunity',
  to: 'Lead',
  values(opportunity) {
    if (opportunity.is_archived === true) {
      throw stateConflict('Opportunity', opportunity, 'is archived. Reactivate it first.');
    }
    if (opportunity.status === status.won) {
      throw stateConflict('Opportunity', opportunity, 'is won. Move it to another step of its pipeline first.');
    }
    return new Map();
  },
};

/**
 * Makes a lead an opportunity, which keeps its id.
 * @returns the opportunity
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_STATE_CONFLICT`; ValidationError
 */
export function qualifyLead(context: WriteContext, request: ConvertRequest): Promise<RecordText> {
  return convert(context, qualification, request);
}

/** Makes an opportunity a lead, which keeps its id. @returns the lead @throws the same */
export function sendBack(context: WriteContext, request: ConvertRequest): Promise<RecordText> {
  return convert(context, wayBack, request);
}

/**
 * Takes a record out of the archive; one that is not in it stays as it is.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_FORBIDDEN` for a key that does not see `is_archived`;
 *   ValidationError
 */
export async function reactivateRecord(
  context: WriteContext,
  { selection, ...request }: ReactivateRequest,
): Promise<RecordText> {
  requireFieldsOf(context.answering.catalog, [[request.entityType, 'is_archived']], 'A reactivation changes');
  const { id } = await writeRecord(context, { ...request, kind: 'update', body: { is_archived: false } });
  return readWritten(context, { entityType: request.entityType, id, selection });
}

async function convert(
  context: WriteContext,
  conversion: Conversion,
  { selection, ...request }: ConvertRequest,
): Promise<RecordText> {
  const { id } = await convertRecord(context, { ...request, ...conversion });
  return readWritten(context, { entityType: conversion.to, id, selection });
}

function stateConflict(entityType: string, { id }: StoredRecord, problem: string): ApiError {
  return new ApiError('ERROR_STATE_CONFLICT', `${entityType} ${String(id)} ${problem}`);
}
