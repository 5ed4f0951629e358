/**
 * Answers the `getFields` call of REST v1.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import type { EntityType } from '@headwater/catalog';
import { answer, jsonText } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { fieldInfos } from './field-infos.js';
import { filterFieldInfos } from './filter-field-infos.js';
import { parseFilter } from './query/parse-filter.js';
import { parseSingle } from './query/parse-list-query.js';
import { QueryErrors } from './query/query-errors.js';

/**
 * @param query `filter` chooses among the fields: `CUSTOM::TRUE`
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming every phrase that is wrong
 */
export async function getFields(deps: ServerDeps, call: Call, entityType: EntityType, query: ParsedUrlQuery) {
  const errors = new QueryErrors();
  const phrases = parseFilter(parseSingle(query, 'filter', errors), errors);
  const infos = filterFieldInfos(await fieldInfos(deps, call, entityType), phrases, errors);
  errors.rejectAny();
  return answer(200, jsonText(infos));
}
