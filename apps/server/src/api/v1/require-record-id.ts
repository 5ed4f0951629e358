/**
 * Finds the uuid behind the id of a record in a REST v1 address.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { findIdByNumber } from '../../records/read/find-by-number.js';
import { parseLegacyId, parseRecordNumber } from './legacy-id.js';

/**
 * Waits on the database only for a number.
 * @param id `PY-7FFFFFFF-<UUID>`, a plain uuid or, for users and units, a number
 * @returns the uuid; whether a record has it is not looked up
 * @throws ApiError `ERROR_RECORD_NOT_FOUND` when it is no id of this entity type or no record has the number
 */
export async function requireRecordId(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
  id: string,
): Promise<string> {
  const number = entityType.numbered ? parseRecordNumber(id) : undefined;
  const uuid =
    number === undefined
      ? parseLegacyId(id)
      : await findIdByNumber(deps, call.principal.space, entityType.name, number);
  if (uuid === undefined) {
    const entity = entityType.v1?.entity ?? entityType.name;
    throw new ApiError('ERROR_RECORD_NOT_FOUND', `There is no ${entity} with the id "${id}".`);
  }
  return uuid;
}
