/**
 * The one question of rights: whether who asks may do something with an entity type. Pure.
 */
import { ApiError } from '../errors/api-error.js';
import type { Action, NamedType } from './action.js';
import type { Rights } from './rights.js';
import type { Liberty } from './user-rights.js';

/** Who asks, as far as rights are concerned. */
export interface Holder {
  readonly rights: Rights;
}

export function may({ rights }: Holder, entityType: NamedType, action: Action): boolean {
  return rights.may(entityType, action);
}

/** @throws ApiError `ERROR_FORBIDDEN` that names the missing right */
export function requireRight(holder: Holder, entityType: NamedType, action: Action): void {
  if (may(holder, entityType, action)) return;
  const member = action === 'read' ? undefined : holder.rights.user?.lackedToShare(entityType);
  throw member === undefined ? missingRight(holder.rights, `${entityType.collection}:${action}`) : lacksMember(member);
}

/**
 * @param entityType for what the members of the entity type say
 * @throws ApiError `ERROR_FORBIDDEN` that names the missing member, for a key whose user may not do this
 */
export function requireLiberty({ rights }: Holder, liberty: Liberty, entityType?: NamedType): void {
  const member = rights.user?.lackedFor(liberty, entityType);
  if (member !== undefined) throw lacksMember(member);
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

function lacksMember(member: string): ApiError {
  const message = `The user of this key lacks ${member} in the set of rights. Use a key of a user who has it.`;
  return new ApiError('ERROR_FORBIDDEN', message);
}

function onlyReads(): ApiError {
  return new ApiError('ERROR_FORBIDDEN', 'This key may only read. Use a key that may write.');
}
