/**
 * Says what is wrong with a space after a crash.
 */
import { isDeepStrictEqual } from 'node:util';
import type { TestRecord } from '../test-space.js';
import { asShown, type State } from './model.js';
import { accountsOf, type FoundSpace, type StoredSpace } from './read-space.js';
import { formulaKey } from './writer.js';

type FieldIds = ReadonlyMap<string, string>;

/** What may never go back. */
export interface History {
  /** Of the space. */
  revision: number;
  /** Of records, by their keys. */
  readonly revisions: Map<string, number>;
}

/** @param expected all that writers know, requests without an answer included as they came out */
export function differences(expected: State, found: FoundSpace): string[] {
  const keys = new Set([...expected.keys(), ...found.state.keys()]);
  return [...keys].flatMap((key) => {
    const [wanted, is] = [asShown(expected.get(key)), found.state.get(key)];
    return isDeepStrictEqual(wanted, is) ? [] : [`${key} is ${shown(is)}, not ${shown(wanted)}`];
  });
}

/** @returns what does not fit together; brings the history up to now */
export function contradictions(found: FoundSpace, stored: StoredSpace, fieldIds: FieldIds, history: History): string[] {
  const contacts = recordsOf(found, 'Contacts');
  const accounts = recordsOf(found, 'Accounts');
  return [
    ...found.doubles.map((key) => `${key} is there twice`),
    ...rollUpProblems(contacts, accounts),
    ...formulaProblems(contacts, found),
    ...repeatedNumbers(contacts),
    ...indexProblems(['cf_count', 'cf_code', 'cf_number', 'cf_scaled'], contacts, stored, fieldIds),
    ...indexProblems(['cf_people'], accounts, stored, fieldIds),
    ...(stored.unanswered === 0 ? [] : [`${stored.unanswered} named requests have no answer`]),
    ...revisionProblems(found, stored, history),
  ];
}

function recordsOf({ records }: FoundSpace, collection: string): TestRecord[] {
  return [...records].flatMap(([key, record]) => (key.startsWith(`${collection}/`) ? [record] : []));
}

function rollUpProblems(contacts: readonly TestRecord[], accounts: readonly TestRecord[]): string[] {
  const living = (records: readonly TestRecord[]) => records.filter(({ is_deleted }) => is_deleted === false);
  return living(accounts).flatMap(({ name, cf_people, cf_total }) => {
    const people = living(contacts).filter((contact) => accountsOf(contact).includes(String(name)));
    const total = people.reduce((sum, { cf_count }) => sum + Number(cf_count), 0);
    if (cf_people === people.length && cf_total === total) return [];
    return [`roll-ups of ${name} are ${cf_people} and ${cf_total}, not ${people.length} and ${total}`];
  });
}

/** Deleted records follow when they are restored. */
function formulaProblems(contacts: readonly TestRecord[], { state }: FoundSpace): string[] {
  const formula = String(state.get(formulaKey)?.calc_formula);
  const factor = Number(formula.split('*')[1]);
  return contacts.flatMap(({ last_name, is_deleted, cf_count, cf_scaled }) => {
    if (is_deleted || cf_scaled === Number(cf_count) * factor) return [];
    return [`${formula} of ${last_name} with ${cf_count} is ${cf_scaled}`];
  });
}

function repeatedNumbers(contacts: readonly TestRecord[]): string[] {
  const numbers = contacts.map(({ cf_number }) => String(cf_number));
  return numbers
    .filter((number, index) => numbers.indexOf(number) !== index)
    .map((number) => `${number} is given twice`);
}

function indexProblems(
  members: readonly string[],
  records: readonly TestRecord[],
  { values }: StoredSpace,
  fieldIds: FieldIds,
): string[] {
  return members.flatMap((member) => {
    const fieldId = fieldIds.get(member) ?? '';
    const wanted = records.filter((record) => record[member] !== null);
    const count = [...values.keys()].filter((key) => key.startsWith(fieldId)).length;
    const wrong = wanted.filter(({ id, is_deleted, [member]: value }) => {
      const stored = values.get(`${fieldId} ${id}`);
      const isHeld = member === 'cf_code' && is_deleted === false;
      return String(stored?.value) !== String(value) || stored?.isHeld !== isHeld;
    });
    const extra = count === wanted.length ? [] : [`the index of ${member} has ${count} rows, not ${wanted.length}`];
    return [...extra, ...wrong.map((record) => `the index has another ${member} than ${shown(record)}`)];
  });
}

function revisionProblems({ records }: FoundSpace, stored: StoredSpace, history: History): string[] {
  const problems: string[] = [];
  if (stored.revision < history.revision) problems.push(`the revision went back to ${stored.revision}`);
  for (const [key, { revision }] of records) {
    const before = history.revisions.get(key) ?? 0;
    if (revision < before) problems.push(`the revision of ${key} went back from ${before} to ${revision}`);
    if (revision > stored.revision) problems.push(`${key} has revision ${revision} in a space with ${stored.revision}`);
    history.revisions.set(key, revision);
  }
  history.revision = stored.revision;
  return problems;
}

function shown(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value).slice(0, 300);
}
