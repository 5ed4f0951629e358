/**
 * Makes, rotates and deletes keys for a caller, whose own key bounds what it gives: nobody comes to more rights by a key of a key.
 */
import type { Catalog } from '@headwater/catalog';
import { isInside } from '../auth/networks.js';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { suggestion } from '../errors/closest-name.js';
import { isStorableText, isUuid } from '../plan/values/operand.js';
import type { Call } from '../records/call.js';
import { wholeStore } from '../records/scoped-store.js';
import { FieldRights, fieldLimits, isField } from '../rights/field-rights.js';
import { Rights } from '../rights/rights.js';
import { selectKey } from '../sql/tables/api-keys.js';
import {
  checkHiddenFields,
  checkNetworks,
  checkScopes,
  createKey,
  deleteKey,
  HiddenFieldError,
  hasUser,
  hiddenFieldsOf,
  type KeyMaking,
  keyRecordId,
  NetworkError,
  rotateKey,
  ScopeError,
  scopesOf,
} from './space-keys.js';

/** What a body names of a key; nothing of it is checked yet. @spec openapi#/components/schemas/NewKey */
export interface KeyRequest {
  readonly label?: unknown;
  readonly scopes?: unknown;
  readonly hidden_fields?: unknown;
  readonly networks?: unknown;
  readonly expires_at?: unknown;
  readonly client_id?: unknown;
  readonly as_user?: unknown;
}

/** @spec openapi#/components/schemas/KeyPassword */
export interface KeyPassword {
  /** Of its record of ApiAccesses. */
  readonly id: string;
  readonly token: string;
  readonly password: string;
  /** ISO text in UTC. */
  readonly old_password_until: string | null;
}

/** What a key may, as far as it can be handed on. */
interface Grant {
  readonly scopes: readonly string[];
  readonly hiddenFields: readonly string[];
  /** Null: from anywhere. */
  readonly networks: readonly string[] | null;
  /** ISO text in UTC; null: never. */
  readonly expiresAt: string | null;
  /** Null: it speaks for no user. */
  readonly client: string | null;
}

/** Items of a list, and characters of a text. */
const most = { items: 100, characters: 255 } as const;

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` that names the member; `ERROR_FORBIDDEN` for what goes beyond the caller's own key
 */
export async function grantKey(making: KeyMaking, call: Call, request: KeyRequest): Promise<KeyPassword> {
  const { principal } = call;
  const store = wholeStore(making);
  rejectUnknown(request, ['label', 'scopes', 'hidden_fields', 'networks', 'expires_at', 'client_id', 'as_user']);
  const own = await ownGrant(store, principal);
  const label = labelOf(request.label);
  const granted: Grant = {
    scopes: optionalList(request.scopes, 'scopes') ?? own.scopes,
    hiddenFields: [...new Set([...own.hiddenFields, ...(optionalList(request.hidden_fields, 'hidden_fields') ?? [])])],
    networks: optionalList(request.networks, 'networks') ?? own.networks,
    expiresAt: request.expires_at === undefined ? own.expiresAt : momentAfterNow(request.expires_at),
    client: request.client_id === undefined ? own.client : await userOf(store, principal.space, request.client_id),
  };
  const { as_user: asUser = false } = request;
  if (typeof asUser !== 'boolean') throw invalid('as_user', 'must be true or false.');
  if (asUser && granted.client === null)
    throw invalid('as_user', 'needs a client_id, the user that the key stands for.');
  try {
    if (request.scopes !== undefined) await checkScopes(store, principal.space, granted.scopes);
    if (request.hidden_fields !== undefined)
      await checkHiddenFields(store, principal.space, optionalList(request.hidden_fields, 'hidden_fields') ?? []);
    if (request.networks !== undefined) checkNetworks(granted.networks ?? []);
    requireWithin(store, principal, own, granted);
    const credentials = await createKey(
      store,
      {
        space: principal.space,
        scopes: granted.scopes,
        asUser,
        createdBy: principal.token,
        ...(granted.hiddenFields.length > 0 && { hiddenFields: granted.hiddenFields }),
        ...(label !== undefined && { label }),
        ...(granted.networks !== null && { networks: granted.networks }),
        ...(granted.client !== null && { client: granted.client }),
        ...(granted.expiresAt !== null && { expiresAt: new Date(granted.expiresAt) }),
      },
      call,
    );
    return { id: keyRecordId(credentials.token), ...credentials, old_password_until: null };
  } catch (error) {
    if (error instanceof ScopeError) throw invalid('scopes', sentence(error.message));
    if (error instanceof HiddenFieldError) throw invalid('hidden_fields', sentence(error.message));
    if (error instanceof NetworkError) throw invalid('networks', sentence(error.message));
    throw error;
  }
}

function sentence(message: string): string {
  return /[.?]$/.test(message) ? message : `${message}.`;
}

/** Seconds for which the password before a rotation is taken. */
const keepOld = { usual: 86_400, most: 31_622_400 } as const;

/** @spec openapi#/paths/~1keys~1{token}~1rotate */
export interface RotateRequest {
  /** Left out: a day. */
  readonly keep_old_seconds?: unknown;
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID`, `ERROR_FORBIDDEN` for a key that may more than the caller's own; `ERROR_RECORD_NOT_FOUND`
 */
export async function rotateGrantedKey(
  making: KeyMaking,
  call: Call,
  token: string,
  request: RotateRequest,
): Promise<KeyPassword> {
  rejectUnknown(request, ['keep_old_seconds']);
  const { keep_old_seconds: keepOldSeconds = keepOld.usual } = request;
  const seconds = Number(keepOldSeconds);
  if (typeof keepOldSeconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > keepOld.most) {
    throw invalid('keep_old_seconds', `must be a whole number from 0 to ${keepOld.most}.`);
  }
  const { principal } = call;
  const own = await ownGrant(making, principal);
  if (token !== principal.token) {
    const granted = await grantOf(making, { space: principal.space, token });
    if (granted === undefined) throw noKey(token);
    requireWithin(wholeStore(making), principal, own, granted);
  }
  const until = new Date(Date.now() + seconds * 1_000);
  const rotated = await rotateKey(making, principal.space, token, until, call);
  if (!rotated) throw noKey(token);
  return { id: keyRecordId(token), ...rotated, old_password_until: seconds === 0 ? null : until.toISOString() };
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND` */
export async function deleteGrantedKey(making: KeyMaking, call: Call, token: string): Promise<void> {
  await ownGrant(making, call.principal);
  if (!isToken(token) || !(await deleteKey(making, call, token))) throw noKey(token);
}

/** @throws ApiError `ERROR_FORBIDDEN` for who has the password before a rotation, as others may have it too; `ERROR_UNAUTHORIZED` */
async function ownGrant(making: KeyMaking, principal: Principal): Promise<Grant> {
  if (principal.byOldPassword) {
    throw new ApiError(
      'ERROR_FORBIDDEN',
      'Keys are not managed with the password before a rotation. Use the current one.',
    );
  }
  const own = await grantOf(making, principal);
  if (own === undefined) throw new ApiError('ERROR_UNAUTHORIZED', 'This key was revoked or deleted.');
  return own;
}

function isToken(text: string): boolean {
  return text.length <= most.characters && isStorableText(text);
}

/** @returns undefined when there is no such key, or it was revoked */
async function grantOf(
  { db }: KeyMaking,
  { space, token }: Pick<Principal, 'space' | 'token'>,
): Promise<Grant | undefined> {
  const [row] = isToken(token) ? await db.read(selectKey(db.dialect, space, token)) : [];
  if (!row || row.revoked_at !== null) return undefined;
  return {
    scopes: scopesOf(row),
    hiddenFields: hiddenFieldsOf(row),
    networks: row.networks === null ? null : JSON.parse(String(row.networks)),
    expiresAt: row.expires_at === null ? null : String(row.expires_at),
    client: row.client_id === null ? null : String(row.client_id),
  };
}

/** @throws ApiError `ERROR_FORBIDDEN` that names what the own key lacks */
function requireWithin({ catalog }: KeyMaking, { rights }: Principal, own: Grant, granted: Grant): void {
  const lacked = rights.lackedOf(Rights.of(granted.scopes), catalog.entityTypes);
  if (lacked !== undefined) throw beyond(`the right ${lacked}`);
  if (!hidesAllOf(catalog, granted.hiddenFields, own.hiddenFields)) throw beyond('fields that it does not see itself');
  const { networks } = own;
  if (networks !== null) {
    const outside = (granted.networks ?? ['any network']).find(
      (one) => !networks.some((other) => isInside(one, other)),
    );
    if (outside !== undefined) throw beyond(`use from ${outside}`);
  }
  if (own.expiresAt !== null && (granted.expiresAt === null || granted.expiresAt > own.expiresAt)) {
    throw beyond(`time after ${own.expiresAt}`);
  }
  if (own.client !== null && granted.client !== own.client) throw beyond('the name of another user, or of none');
}

/** By what they mean: a relation has several names. */
function hidesAllOf(catalog: Catalog, hidden: readonly string[], wanted: readonly string[]): boolean {
  const limitsBy = (names: readonly string[]) => {
    const fields = FieldRights.of({ hidden: names, readOnly: [] });
    return fields === undefined ? new Map<string, ReadonlySet<string>>() : fieldLimits(catalog, fields).hidden;
  };
  const given = limitsBy(hidden);
  const isHidden = (type: string, names: ReadonlySet<string>) => [...names].every((name) => given.get(type)?.has(name));
  // A field that was deleted may come back.
  const gone = wanted.filter((name) => !isField(catalog, name));
  return (
    gone.every((name) => hidden.includes(name)) && [...limitsBy(wanted)].every(([type, names]) => isHidden(type, names))
  );
}

function beyond(what: string): ApiError {
  return new ApiError('ERROR_FORBIDDEN', `This key may not give or take ${what}: it goes beyond what it has itself.`);
}

function noKey(token: string): ApiError {
  return new ApiError('ERROR_RECORD_NOT_FOUND', `The space has no key ${JSON.stringify(token.slice(0, 255))}.`);
}

function invalid(member: string, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${member}: ${problem}`, { at: member });
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for a member that would be ignored, such as one that was to bound the key */
function rejectUnknown(body: object, members: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !members.includes(name));
  if (unknown === undefined) return;
  const name = unknown.slice(0, 100);
  throw invalid(name, `is not taken. The members are ${members.join(', ')}.${suggestion(name, members)}`);
}

function labelOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value.length <= most.characters && isStorableText(value)) return value;
  throw invalid('label', `must be a text of at most ${most.characters} characters that can be stored.`);
}

function optionalList(value: unknown, member: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const isText = (one: unknown) => typeof one === 'string' && one.length <= most.characters;
  if (!Array.isArray(value) || value.length === 0 || value.length > most.items || !value.every(isText)) {
    throw invalid(member, `must be a list of 1 to ${most.items} texts. Leave it out to give what this key has.`);
  }
  return value;
}

function momentAfterNow(value: unknown): string {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
  const moment = new Date(typeof value === 'string' && form.test(value) ? value : Number.NaN);
  const day = String(value).slice(0, 10);
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
  if (isDay && moment > new Date() && moment.getUTCFullYear() <= 9_999) return moment.toISOString();
  throw invalid('expires_at', 'must be a moment in the future with Z or an offset, such as 2030-01-31T12:00:00Z.');
}

/** @returns the id of a user of the space */
async function userOf(making: KeyMaking, space: string, value: unknown): Promise<string> {
  const id = typeof value === 'string' && isUuid(value) ? value.toLowerCase() : undefined;
  if (id !== undefined && (await hasUser(making, space, id))) return id;
  throw invalid('client_id', 'must be the id of a user of the space, one of Clients.');
}
