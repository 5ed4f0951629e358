/**
 * Answers the `getFields` call of REST v1.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import type { EntityType } from '@headwater/catalog';
import { answer, jsonText } from '../../http/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { fieldInfos } from './field-infos.js';
import { filterFieldInfos } from './filter-field-infos.js';
import { Mistakes } from './mistakes.js';
import { parseFilter } from './parse-filter.js';
import { parseSingle } from './parse-list-query.js';

/**
 * @param query `filter` chooses among the fields: `CUSTOM::TRUE`
 * @throws ApiError `ERROR_PARAMETER_INVALID` naming every phrase that is wrong
 */
export async function getFields(deps: ServerDeps, call: Call, entityType: EntityType, query: ParsedUrlQuery) {
  const mistakes = new Mistakes();
  const phrases = parseFilter(parseSingle(query, 'filter', mistakes), mistakes);
  const infos = filterFieldInfos(await fieldInfos(deps, call, entityType), phrases, mistakes);
  mistakes.refuseAny();
  return answer(200, jsonText(infos));
}
