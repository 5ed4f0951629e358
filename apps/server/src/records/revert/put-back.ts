/**
 * What can be put back of a change, as far as the record itself shows it. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EntityType, Field } from '@headwater/catalog';
import { isLosslessNumber, parse } from 'lossless-json';
import type { RecordBody } from '../../request/write-request.js';
import { secretText, shownText } from '../write/changed-record.js';
import type { StoredRecord } from '../write/draft.js';
import type { ChangedValue, NetChange } from './net-changes.js';

/** Why something stays as it is. @spec openapi#/components/schemas/Reverted */
export type Reason = 'changed' | 'deleted' | 'gone' | 'owner' | 'secret' | 'irreversible' | 'rejected' | 'overruled';

/** Members that stay as they are. */
export interface Left {
  readonly members: readonly string[];
  readonly reason: Reason;
}

/** JSON values by the names of members; numbers have their own digits. */
export type Values = ReadonlyMap<string, unknown>;

export interface PutBack {
  /** The values before of what is to be put back. */
  readonly values: Values;
  readonly left: readonly Left[];
}

/** Set by the service whatever a write says, or at another time. */
const ofTheService = new Set([
  'created',
  'is_deleted',
  'is_delete_protected',
  'background_work',
  'recomputation',
  'last_used',
]);

/** @param stored the record now, deleted or not @returns the members that the transaction changed and nobody since */
export function putBackMembers(entityType: EntityType, stored: StoredRecord, { members }: NetChange): PutBack {
  const values = new Map<string, unknown>();
  const left = new Map<Reason, string[]>();
  for (const [name, value] of members) {
    const field = entityType.fields.find((one) => one.name === name);
    const reason = field ? reasonToLeave(entityType, field, stored, value) : 'gone';
    if (reason === undefined) values.set(name, value.before);
    else if (reason !== 'done') left.set(reason, [...(left.get(reason) ?? []), name]);
  }
  return { values, left: [...left].map(([reason, names]) => ({ reason, members: names })) };
}

/** @returns all that a write can set of a record */
export function settableValues(entityType: EntityType, stored: StoredRecord): Values {
  return new Map(
    entityType.fields.flatMap((field): [string, unknown][] => {
      const value =
        isSettable(field) && !isSecret(field) ? shownValue(entityType, field.name, stored[field.name]) : undefined;
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** @returns a body that gives a record the values that it does not have */
export function missingValues(entityType: EntityType, stored: StoredRecord, values: Values): RecordBody {
  const others = entityType.fields.filter(
    ({ name }) => values.has(name) && !isDeepStrictEqual(shownValue(entityType, name, stored[name]), values.get(name)),
  );
  return Object.fromEntries(others.map((field) => [field.name, sentValue(field, values.get(field.name))]));
}

/** @returns members of a record, which a transaction has made, that are not any more as they were then */
export function changedSince(entityType: EntityType, stored: StoredRecord, { members }: NetChange): string[] {
  return entityType.fields.flatMap((field) => {
    if (!isSettable(field)) return [];
    const now = shownValue(entityType, field.name, stored[field.name]);
    if (now === undefined) return [];
    const then = members.get(field.name)?.after ?? shownValue(entityType, field.name, null);
    return isDeepStrictEqual(now, then) ? [] : [field.name];
  });
}

/** @returns undefined: it is to be put back; `done`: it is back, or follows by itself */
function reasonToLeave(entityType: EntityType, field: Field, stored: StoredRecord, value: ChangedValue) {
  const { name } = field;
  if (!isSettable(field)) return 'done';
  if ([value.before, value.after].includes(secretText) && isSecret(field)) return 'secret';
  const now = shownValue(entityType, name, stored[name]);
  if (isDeepStrictEqual(now, value.before)) return 'done';
  return isDeepStrictEqual(now, value.after) ? undefined : 'changed';
}

function isSettable({ derived, hidden, name }: Field): boolean {
  return !derived && hidden !== true && !ofTheService.has(name);
}

function isSecret(field: Field): boolean {
  return field.kind === 'value' && field.secret === true;
}

/** @returns the JSON value that answers show; undefined for what they do not show */
function shownValue(entityType: EntityType, name: string, stored: unknown): unknown {
  const text = shownText(entityType, name, stored);
  return text === undefined ? undefined : parse(text);
}

/** @returns a logged value as bodies take it: amounts with all their digits */
function sentValue(field: Field, value: unknown): unknown {
  const hasDigits = field.kind === 'money' || (field.kind === 'value' && field.type === 'decimal');
  return plain(value, (digits) => (hasDigits ? digits : Number(digits)));
}

function plain(value: unknown, numberOf: (digits: string) => unknown): unknown {
  if (isLosslessNumber(value)) return numberOf(value.value);
  if (Array.isArray(value)) return value.map((item) => plain(item, numberOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, numberOf)]));
}
