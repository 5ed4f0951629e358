/**
 * Many creators on two servers of one database, one of which is killed now and then: a unique value belongs to one record, no number is
 * given twice, and nothing is lost that was acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseInTurn } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { badges, Creators, plainRecords } from './creators.js';
import { TwoServers } from './two-servers.js';

const creatorCount = 24;
/** Acknowledged creates after which a server is killed, the one and the other in turn. */
const killsAfter = [20, 60, 100];

describe.each(databaseInTurn())('on %s', (database) => {
  let both: TwoServers;
  afterEach(() => both.close());

  it('gives each value and each number to one record', { timeout: 120_000 }, async () => {
    both = await TwoServers.start(database);
    const space = await both.space(0);
    await defineFields(space);
    const creators = new Creators(both, space.ids.ownerId);
    const over = new AbortController();
    const killing = killNowAndThen(creators, over.signal);
    await Promise.all(Array.from({ length: creatorCount }, (_, creator) => creators.createAll(creator)));
    over.abort();
    await killing;

    expect(both.failures).toEqual([]);
    expect(creators.unanswered).toBeGreaterThan(0);
    for (const { status, text, body } of creators.rejected) {
      expect(status, text).toBe(422);
      const members = (body.field_errors as readonly Json[]).map(({ field_name }) => field_name);
      expect([['cf_badge'], ['cf_desk'], ['cf_badge', 'cf_desk']], text).toContainEqual(members);
    }
    for (const which of [0, 1] as const) expectWhole(await both.all(which, 'Contacts'), creators);
  });

  const defineFields = async (space: TestSpace) => {
    const field = (name: string, type_id: string, settings: Json) => {
      return space.create('Fields', { entity_name: 'Contact', name, type_id, ...settings });
    };
    await field('Badge', 'input', { is_unique: true });
    await field('Desk', 'integer', { is_unique: true });
    await field('Number', 'sequence', { sequence_pattern: 'C-{00001}' });
  };

  const killNowAndThen = async ({ acknowledged }: Creators, over: AbortSignal) => {
    for (const [index, count] of killsAfter.entries()) {
      while (acknowledged.length < count && !over.aborted) await sleep(1);
      const server = both.servers[index % 2 === 0 ? 0 : 1];
      await server.kill();
      await sleep(200);
      await server.start();
    }
  };

  const expectWhole = (contacts: readonly TestRecord[], { acknowledged }: Creators) => {
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    for (const record of acknowledged) expect(byId.get(record.id)).toEqual(record);
    expect(valuesOf(contacts, 'cf_badge')).toEqual(badges.toSorted());
    expect(valuesOf(contacts, 'cf_desk').map(Number).sort(byNumber)).toEqual(badges.map((_, index) => index));
    // A number that a write has taken which failed in the end is given to another one.
    const numbers = contacts.map((_, index) => `C-${String(index + 1).padStart(5, '0')}`);
    expect(valuesOf(contacts, 'cf_number')).toEqual(numbers);
    expect(contacts.length).toBeGreaterThanOrEqual(badges.length + creatorCount * plainRecords);
  };
});

/** @returns the values that are set, as texts in their order */
function valuesOf(records: readonly TestRecord[], member: string): string[] {
  return records.flatMap(({ [member]: value }) => (value === null ? [] : [String(value)])).sort();
}

function byNumber(a: number, b: number): number {
  return a - b;
}
