/**
 * The REST v1 writes of one record: create, partial update, delete.
 */
import type { V1Type } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { answer, JsonText, jsonText } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { runWrite } from '../../records/write/run-write.js';
import { createRecord, deleteRecord, updateRecord } from '../../records/write/write-records.js';
import { requireRight } from '../../rights/require-right.js';
import type { LegacyRecord } from './legacy-fields.js';
import { idIn, namingRecord, requireRecordId } from './record-ids.js';
import { translateOne } from './translate-bodies.js';

type LegacyBody = Readonly<Record<string, unknown>>;

/** Answers a write with the whole record, as a GET would. */
const selection = { kind: 'legacy' } as const;

/**
 * A body with `ID` changes that record, any other makes one.
 * @param collectionUrl address of the collection, without a trailing slash
 * @returns the record; 201 and its `Location` when it was made
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN`, `ERROR_REVISION_CONFLICT`; ValidationError listing every error of the body
 * @spec interface, Legacy REST v1: POST of a collection
 */
export async function postSingle(deps: ServerDeps, call: Call, type: V1Type, body: LegacyBody, collectionUrl: string) {
  const id = idIn(body);
  if (id !== undefined) return putSingle(deps, call, type, id, body);
  requireRight(call.principal, type.entityType, 'create');
  const request = {
    entityType: type.entityType.name,
    body: await translateOne(deps, call, type, body),
    validationLevel: 0,
    selection,
  };
  const created = await runWrite(deps, call, request, createRecord);
  const headers = { Location: `${collectionUrl}/${shownId(created.text)}` };
  return answer(201, new JsonText<LegacyRecord>(created.text), headers);
}

/**
 * Changes the fields sent and no other; `REVISION` guards the record as `revision` does in REST v100.
 * @param id as it is in the address or in `ID`
 * @throws as `postSingle`; ApiError `ERROR_PARAMETER_INVALID` when the body's `ID` names another record
 */
export async function putSingle(deps: ServerDeps, call: Call, type: V1Type, id: unknown, body: LegacyBody) {
  requireRight(call.principal, type.entityType, 'update');
  const uuid = await requireRecordId(deps, call, type, id);
  const named = idIn(body) ?? id;
  if (named !== id && (await requireRecordId(deps, call, type, named)) !== uuid) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `ID: the body names "${String(named)}", the address "${id}".`, {
      at: 'ID',
    });
  }
  const request = {
    entityType: type.entityType.name,
    id: uuid,
    body: await translateOne(deps, call, type, body),
    validationLevel: 0,
    selection,
  };
  const updated = await namingRecord(type, String(id), runWrite(deps, call, request, updateRecord));
  return answer(200, new JsonText<LegacyRecord>(updated.text));
}

/** @returns the id as it was given */
export async function deleteSingle(deps: ServerDeps, call: Call, type: V1Type, id: string) {
  const uuid = await requireRecordId(deps, call, type, id);
  const request = { entityType: type.entityType.name, id: uuid, validationLevel: 0, deletesOne: true };
  await namingRecord(type, id, runWrite(deps, call, request, deleteRecord));
  return answer(200, jsonText(id));
}

/** The id as REST v1 shows it, which for users and units is a number that only the stored record knows. */
function shownId(text: string): string {
  const record: { readonly ID: string | number } = JSON.parse(text);
  return String(record.ID);
}
