/**
 * The one question of rights: whether who asks may do something with an entity type. Pure.
 */
import { ApiError } from '../errors/api-error.js';
import type { Action, NamedType } from './action.js';
import type { Rights } from './rights.js';

/** Who asks, as far as rights are concerned. */
export interface Holder {
  readonly rights: Rights;
}

export function may({ rights }: Holder, entityType: NamedType, action: Action): boolean {
  return rights.may(entityType, action);
}

/** @throws ApiError `ERROR_FORBIDDEN` that names the missing right */
export function requireRight(holder: Holder, entityType: NamedType, action: Action): void {
  if (!may(holder, entityType, action)) throw missingRight(holder.rights, `${entityType.collection}:${action}`);
}

/** @throws ApiError `ERROR_FORBIDDEN` for a key that may only read */
export function rejectReadOnly({ rights }: Holder): void {
  if (rights.isReadOnly) throw onlyReads();
}

/** @param right such as `Accounts:create` */
export function missingRight(rights: Rights, right: string): ApiError {
  if (rights.isReadOnly) return onlyReads();
  const remedy =
    rights.user === undefined
      ? 'Use a key whose scope has it.'
      : 'Its scope and the set of rights of its user must both have it.';
  return new ApiError('ERROR_FORBIDDEN', `This key lacks the right ${right}. ${remedy}`);
}

function onlyReads(): ApiError {
  return new ApiError('ERROR_FORBIDDEN', 'This key may only read. Use a key that may write.');
}
