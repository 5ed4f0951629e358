/**
 * What is asked of spaces of growing size: whether a request costs more because there is more beside what it asks for.
 */
import { recordId } from '../data/record-id.js';
import type { SpaceClient } from '../data/space-client.js';
import { type SpacePlan, userCount } from '../data/space-plan.js';
import { median } from '../load/percentile.js';

/** The space that a case asks. */
export interface GrowthSpace {
  readonly client: SpaceClient;
  readonly plan: SpacePlan;
}

export interface GrowthCase {
  readonly name: string;
  /** Of its figures, in their order. */
  readonly titles: readonly string[];
  /** The contacts have values of custom fields. */
  readonly isOnCustomFields?: boolean;
  /** The space has events for key figures, as many as contacts. */
  readonly isOnEvents?: boolean;
  /** The space has opportunities for reports, as many as contacts. */
  readonly isOnOpportunities?: boolean;
  /** The index over parts of texts knows all contacts, where it is filled behind the writes. */
  readonly isOnSearch?: boolean;
  /** @returns a figure for each title */
  measure(space: GrowthSpace): Promise<readonly number[]>;
}

interface TimedCase {
  readonly name: string;
  readonly title: string;
  readonly isOnCustomFields?: boolean;
  readonly isOnEvents?: boolean;
  readonly isOnOpportunities?: boolean;
  /** How often it is timed; the figure is the median, in milliseconds. */
  readonly times: number;
  /** Makes what one timed request needs, untimed. */
  prepare?(space: GrowthSpace, turn: number): Promise<void>;
  /** One request, timed. */
  run(space: GrowthSpace, turn: number): Promise<unknown>;
}

export function timed({ title, times, prepare, run, ...rest }: TimedCase): GrowthCase {
  const measure = async (space: GrowthSpace) => {
    const firstTurn = newTurn();
    const ms: number[] = [];
    for (let turn = firstTurn; turn < firstTurn + times; turn++) {
      await prepare?.(space, turn);
      const start = performance.now();
      await run(space, turn);
      ms.push(performance.now() - start);
    }
    return [median(ms)];
  };
  return { ...rest, titles: [title], measure };
}

/** @returns a number that no run before this one has used in the same space */
export function newTurn(): number {
  return Math.floor(Date.now() / 1_000) % 1_000_000;
}

export const readTimes = 41;
const writeTimes = 5;
const mergeTimes = 3;

const batchSize = 1_000;
const mergedAccounts = 10;
const referencesPerAccount = 1_000;

function list(name: string, title: string, path: (plan: SpacePlan, turn: number) => string): GrowthCase {
  return timed({ name, title, times: readTimes, run: ({ client, plan }, turn) => client.ask('GET', path(plan, turn)) });
}

export function cursor(...values: readonly (string | null)[]): string {
  return encodeURIComponent(Buffer.from(JSON.stringify(values)).toString('base64'));
}

/** @returns the places of contacts from all over the space, others in each turn */
function spread({ contacts }: SpacePlan, turn: number): number[] {
  const step = Math.floor(contacts / batchSize);
  return Array.from({ length: batchSize }, (_, index) => index * step + (turn % step));
}

/** Names of merges that ran before: every merge needs accounts of its own. */
const accountIndexFrom = 50_000_000;

function accountsOfMerge(turn: number): string[] {
  const first = accountIndexFrom + turn * (mergedAccounts + 1);
  return Array.from({ length: mergedAccounts + 1 }, (_, index) => recordId('account', first + index));
}

async function prepareMerge(space: GrowthSpace, turn: number): Promise<void> {
  const { client } = space;
  const owner_id = recordId('user', 0);
  const [master = '', ...duplicates] = accountsOfMerge(turn);
  for (const id of [master, ...duplicates]) await client.create('Accounts', { id, name: `Merged ${id}`, owner_id });
  for (const account_id of duplicates) {
    const contacts = Array.from({ length: referencesPerAccount }, (_, index) => ({
      last_name: `Reference ${index}`,
      owner_id,
      account_relations: [{ account_id, is_primary: true }],
    }));
    await client.ask('POST', 'Contacts/batch-modify', contacts);
  }
}

/** Reads come first: writes change what they answer. */
export const growthCases: readonly GrowthCase[] = [
  list('list', 'List of 30', () => 'Contacts'),
  list('deep', 'List of 30 from the middle of all', ({ contacts }) => {
    return `Contacts?after=${cursor(recordId('contact', Math.floor(contacts / 2)))}`;
  }),
  list('owner', 'List of 30 of one owner', (_plan, turn) => {
    return `Contacts?filter[owner_id]=${recordId('user', turn % userCount)}`;
  }),
  list('name', 'List of 30 in the order of last names', () => 'Contacts?order-by=last_name'),
  list('name-deep', 'The same from the middle of all names', ({ contacts }) => {
    return `Contacts?order-by=last_name&after=${cursor('Morgan', recordId('contact', Math.floor(contacts / 2)))}`;
  }),
  list('modified', 'List of the 30 last modified', () => 'Contacts?order-by=-modified'),
  timed({
    name: 'batch-update',
    title: `batch-modify that changes ${batchSize.toLocaleString('en')} contacts`,
    times: writeTimes,
    run: ({ client, plan }, turn) => {
      const changes = spread(plan, turn).map((place) => ({
        id: recordId('contact', place),
        position: `Position ${turn}`,
        city: `City ${turn}`,
      }));
      return client.ask('POST', 'Contacts/batch-modify', changes);
    },
  }),
  timed({
    name: 'batch-create',
    title: `batch-modify that makes ${batchSize.toLocaleString('en')} contacts`,
    times: writeTimes,
    run: ({ client }, turn) => {
      const contacts = Array.from({ length: batchSize }, (_, index) => ({
        first_name: 'Batch',
        last_name: `Made ${turn} ${index}`,
        email1: `made${turn}.${index}@example.com`,
        owner_id: recordId('user', index % userCount),
      }));
      return client.ask('POST', 'Contacts/batch-modify', contacts);
    },
  }),
  timed({
    name: 'merge',
    title: `Merge of ${mergedAccounts} accounts with ${referencesPerAccount.toLocaleString('en')} references each`,
    times: mergeTimes,
    prepare: prepareMerge,
    run: (space, turn) => {
      const [id, ...secondary_ids] = accountsOfMerge(turn);
      return space.client.ask('POST', 'Accounts/merge', { master: { id }, secondary_ids });
    },
  }),
];
