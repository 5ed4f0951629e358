/**
 * Accounts with random values of every kind that filters and orders compare, all carrying one tag that sets them apart.
 */
import type { RecordJson } from '../api/record.js';
import type { Fixtures } from '../fixtures/fixtures.js';
import type { Json } from '../http/json.js';
import type { Query } from '../http/query.js';
import type { Random } from '../random/random.js';
import { randomNullableText, randomText } from '../random/random-text.js';

export interface SampleAccounts {
  /** As the server answered them on create, in that order. */
  readonly records: readonly RecordJson[];
  /** Keeps all other accounts of the space out of a list. */
  readonly query: Query;
}

/** The fields that samples fill, by the kind of comparison they allow. */
export const sampleFields = {
  text: ['address', 'comments', 'city', 'name'],
  integer: ['account_class'],
  boolean: ['is_unsubscribed'],
  dateTime: ['created'],
} as const;

/** @param count how many; 20 or more make collisions and nulls likely. @throws ExpectationFailed when the server rejects one */
export async function createSampleAccounts(fixtures: Fixtures, random: Random, count: number): Promise<SampleAccounts> {
  const state_province = fixtures.uniqueText();
  const records: RecordJson[] = [];
  while (records.length < count) {
    const made = await fixtures.create('Account', { ...randomAccount(random), state_province });
    // A create takes null for what is left out and fills in the default; an update clears the member.
    records.push(random.chance(0.2) ? await fixtures.update('Account', made, { account_class: null }) : made);
  }
  return { records, query: { 'filter[state_province]': state_province } };
}

function randomAccount(random: Random): Record<string, Json> {
  return {
    name: randomText(random),
    address: randomNullableText(random),
    comments: randomNullableText(random),
    city: random.pick(['a', 'A', 'é', 'É', 'Ａ', '😀', '', null]),
    account_class: random.integer(1, 5),
    is_unsubscribed: random.chance(0.5),
    created: randomDateTime(random),
  };
}

/** A moment of 2020 to 2025, often on a full second, in the form that answers have. */
function randomDateTime(random: Random): string {
  const moment = new Date(Date.UTC(2020, 0, 1) + random.integer(0, 6 * 365 * 86_400) * 1000);
  const micros = random.chance(0.5) ? '000000' : String(random.integer(0, 999_999)).padStart(6, '0');
  return `${moment.toISOString().slice(0, 19)}.${micros}`;
}
