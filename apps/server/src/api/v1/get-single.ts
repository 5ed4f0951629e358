/**
 * Answers a REST v1 GET of one record: the bare object.
 */

import type { ParsedUrlQuery } from 'node:querystring';
import type { EntityType } from '@headwater/catalog';
import { answer, JsonText } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import type { LegacyRecord } from './legacy-id.js';
import { parseSingle } from './query/parse-list-query.js';
import { parseLoadOnly } from './query/parse-names.js';
import { QueryErrors } from './query/query-errors.js';
import { translateLoadOnly } from './query/translate-list-query.js';
import { requireRecordId } from './require-record-id.js';
import { revisionHeader } from './revision-header.js';

/**
 * @param id as it is in the address
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, also for what is no id; `ERROR_PARAMETER_INVALID` for unknown names in
 *   `loadonly`
 */
export async function getSingle(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
  id: string,
  query: ParsedUrlQuery,
) {
  const errors = new QueryErrors();
  const only = parseLoadOnly(parseSingle(query, 'loadonly', errors), errors);
  const selection = translateLoadOnly(deps.catalog, entityType, only, errors);
  const withRevision = parseSingle(query, 'revision', errors) === 'true';
  errors.rejectAny();

  const uuid = await requireRecordId(deps, call, entityType, id);
  const revision = await revisionHeader(deps, call, withRevision);
  const record = await getRecord(deps, call, {
    entityType: entityType.name,
    id: uuid,
    selection,
    includeDeleted: false,
  });
  return answer(200, new JsonText<LegacyRecord>(record.text), revision);
}
