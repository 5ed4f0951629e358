/**
 * The actions on the life of leads and opportunities: one turns into the other, and an archived one is taken out again.
 */
import { ApiError } from '../../errors/api-error.js';
import type { Selection } from '../../request/selection.js';
import type { RecordBody } from '../../request/write-request.js';
import type { Call } from '../call.js';
import { readRecord } from '../read/get-record.js';
import type { RecordText } from '../read/record-page.js';
import type { RecordStore } from '../record-store.js';
import type { StoredRecord } from '../write/draft.js';
import { inOneWrite } from '../write/write-session.js';
import { status } from './outcome.js';
import type { TurnRequest } from './turn-record.js';

export interface LifeRequest {
  readonly id: string;
  readonly validationLevel: number;
  /** The revision that the caller has seen. */
  readonly expectedRevision?: number;
  /** How the record is answered. */
  readonly selection: Selection;
}

export interface TurnLifeRequest extends LifeRequest {
  /** Members of what the record becomes. */
  readonly body: RecordBody;
}

type Turn = Pick<TurnRequest, 'from' | 'to' | 'values'>;

const qualification: Turn = {
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

const wayBack: Turn = {
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
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_STATE_CONFLICT`, `ERROR_FORBIDDEN`; ValidationError
 */
export function qualifyLead(store: RecordStore, call: Call, request: TurnLifeRequest): Promise<RecordText> {
  return turn(store, call, qualification, request);
}

/** Makes an opportunity a lead, which keeps its id. @returns the lead @throws the same */
export function sendBack(store: RecordStore, call: Call, request: TurnLifeRequest): Promise<RecordText> {
  return turn(store, call, wayBack, request);
}

/**
 * Takes a record out of the archive; one that is not in it stays as it is.
 * @param entityType of leads or opportunities
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_FORBIDDEN`; ValidationError
 */
export function reactivateRecord(
  store: RecordStore,
  call: Call,
  entityType: string,
  { selection, ...request }: LifeRequest,
): Promise<RecordText> {
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.update({ ...request, entityType, body: { is_archived: false } });
    const read = { entityType, id, selection, includeDeleted: false };
    return readRecord(session.store, call, read, session.transaction.run);
  });
}

function turn(store: RecordStore, call: Call, kind: Turn, request: TurnLifeRequest): Promise<RecordText> {
  const { selection, ...rest } = request;
  return inOneWrite(store, call, async (session) => {
    const { id } = await session.turn({ ...rest, ...kind });
    const read = { entityType: kind.to, id, selection, includeDeleted: false };
    return readRecord(session.store, call, read, session.transaction.run);
  });
}

function stateConflict(entityType: string, { id }: StoredRecord, problem: string): ApiError {
  return new ApiError('ERROR_STATE_CONFLICT', `${entityType} ${String(id)} ${problem}`);
}
