/**
 * Finds the uuids behind the ids of records in REST v1.
 */
import type { V1Names, V1Type } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { findIdsByNumber } from '../../records/read/find-by-number.js';
import { parseLegacyId, parseRecordNumber } from './legacy-fields.js';
import { readAll } from './list-collection.js';
import { inView } from './query/translate-list-query.js';

/**
 * Waits on the database only for a number and for a view.
 * @param id `PY-7FFFFFFF-<UUID>`, a plain uuid or, for users and units, a number, as it was sent
 * @returns the uuid; whether a record has it is not looked up, but for views
 * @throws ApiError `ERROR_PARAMETER_INVALID` when it is neither text nor number; `ERROR_RECORD_NOT_FOUND` when it is no id of this entity type, no record has the number or the view has no such record
 */
export async function requireRecordId(deps: ServerDeps, call: Call, type: V1Type, id: unknown): Promise<string> {
  const [found] = await findRecordIds(deps, call, type, [id]);
  if (found instanceof ApiError) throw found;
  return found as string;
}

/**
 * @param ids texts or numbers; what is neither is rejected
 * @returns for each id its uuid, or its error; a statement for numbers, and one for each hundred ids of a view
 */
export async function findRecordIds(
  deps: ServerDeps,
  call: Call,
  { entityType, names, view }: V1Type,
  ids: readonly unknown[],
): Promise<(string | ApiError)[]> {
  const texts = ids.map((id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : undefined));
  const numbers = entityType.numbered ? texts.map((text = '') => parseRecordNumber(text)) : [];
  const asked = numbers.filter((number) => number !== undefined);
  const byNumber =
    asked.length === 0
      ? undefined
      : await findIdsByNumber(deps, call.principal.space, entityType.name, [...new Set(asked)]);
  const uuids = texts.map((text = '', index) => {
    const number = numbers[index];
    return number === undefined ? parseLegacyId(text) : byNumber?.get(number);
  });
  const known = view && (await idsInView(deps, call, { entityType, names, view }, uuids));
  return texts.map((text, index) => {
    const uuid = uuids[index];
    if (uuid !== undefined && known?.has(uuid) !== false) return uuid;
    return text === undefined ? noId() : notFound(names, text);
  });
}

function noId(): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', 'An id must be a text or a number.', { at: 'ID' });
}

function notFound(names: V1Names, id: string): ApiError {
  return new ApiError('ERROR_RECORD_NOT_FOUND', `There is no ${names.entity} with the id "${id}".`);
}

/** @returns what `work` does; that there is no such record is said with the id and the name that the caller knows */
export async function namingRecord<T>({ names }: V1Type, id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError && error.errorName === 'ERROR_RECORD_NOT_FOUND' ? notFound(names, id) : error;
  }
}

/** @returns the `ID` of a body; undefined when there is none: null and an empty text are none */
export function idIn(body: Readonly<Record<string, unknown>>): unknown {
  return body.ID === null || body.ID === '' ? undefined : body.ID;
}

async function idsInView(
  deps: ServerDeps,
  call: Call,
  { entityType, view }: V1Type,
  uuids: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const wanted = uuids.filter((uuid) => uuid !== undefined);
  if (wanted.length === 0) return new Set();
  const isOneOf = { kind: 'condition', path: ['id'], operator: 'eq', operands: wanted, at: 'ID' } as const;
  const texts = await readAll(deps, call, {
    entityType: entityType.name,
    filter: inView(view, isOneOf),
    sort: [],
    includeDeleted: true,
    selection: { kind: 'legacy', only: ['ID'] },
  });
  return new Set(texts.map((text) => parseLegacyId(String(JSON.parse(text).ID)) ?? ''));
}
