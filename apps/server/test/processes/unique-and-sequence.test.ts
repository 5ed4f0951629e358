/**
 * Many creators on two servers of one database, one of which is killed now and then: a unique value belongs to one record, no number is
 * given twice, and nothing is lost that was acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import type { Answer, Json, TestRecord } from '../test-space.js';
import { TwoServers } from './two-servers.js';

const creators = 32;
/** Values that all creators want. */
const badges = Array.from({ length: 16 }, (_, index) => `B${index}`);
/** Records of each creator that want no value. */
const plainRecords = 4;
/** Acknowledged creates after which a server is killed, the one and the other in turn. */
const killsAfter = [20, 60, 100];

describe.each(databases)('on %s', (database) => {
  let both: TwoServers;
  afterEach(() => both.close());

  it('gives each value and each number to one record', { timeout: 120_000 }, async () => {
    both = await TwoServers.start(database);
    const space = await both.space(0);
    const field = { entity_name: 'Contact', name: 'Badge', type_id: 'input', is_unique: true };
    await space.create('Fields', field);
    await space.create('Fields', { ...field, name: 'Desk', type_id: 'integer' });
    const pattern = { name: 'Number', type_id: 'sequence', sequence_pattern: 'C-{00001}', is_unique: false };
    await space.create('Fields', { ...field, ...pattern });

    const acknowledged: TestRecord[] = [];
    const refused: Answer[] = [];
    let unanswered = 0;
    let isOver = false;

    /** Sends until a server that lives has answered: whether one that died has made the record is not known. */
    const create = async (creator: number, members: Json): Promise<void> => {
      const body = { last_name: 'Okafor', owner_id: space.ids.ownerId, ...members };
      for (let attempt = creator; ; attempt++) {
        const answer = await both.send(attempt % 2 === 0 ? 0 : 1, 'POST', 'Contacts', { body });
        if (answer?.status === 201) acknowledged.push(answer.body.data as TestRecord);
        else if (!answer) unanswered++;
        else if (answer.status !== 503) refused.push(answer);
        if (answer && answer.status !== 503) return;
        await sleep(20);
      }
    };

    const createAll = async (creator: number) => {
      for (let index = 0; index < badges.length; index++) {
        // Each begins elsewhere, so that all meet all.
        const wanted = (creator * 5 + index) % badges.length;
        await create(creator, { cf_badge: badges[wanted], cf_desk: wanted });
        if (index % (badges.length / plainRecords) === 0) await create(creator, {});
      }
    };

    const killNowAndThen = async () => {
      for (const [index, count] of killsAfter.entries()) {
        while (acknowledged.length < count && !isOver) await sleep(1);
        const server = both.servers[index % 2] as (typeof both.servers)[0];
        await server.kill();
        await sleep(200);
        await server.start();
      }
    };

    const killing = killNowAndThen();
    await Promise.all(Array.from({ length: creators }, (_, creator) => createAll(creator)));
    isOver = true;
    await killing;

    for (const { status, text, body } of refused) {
      expect(status, text).toBe(422);
      for (const error of body.field_errors as Json[]) expect(['cf_badge', 'cf_desk']).toContain(error.field_name);
      expect((body.field_errors as Json[]).length).toBeGreaterThan(0);
    }
    expect(both.failures).toEqual([]);
    expect(unanswered).toBeGreaterThan(0);

    for (const which of [0, 1] as const) {
      const contacts = await allContacts(which);
      const byId = new Map(contacts.map((contact) => [contact.id, contact]));
      for (const record of acknowledged) expect(byId.get(record.id)).toEqual(record);
      const held = contacts.flatMap(({ cf_badge }) => (cf_badge === null ? [] : [cf_badge]));
      expect(held.sort()).toEqual([...badges].sort());
      const desks = contacts.flatMap(({ cf_desk }) => (cf_desk === null ? [] : [Number(cf_desk)]));
      expect(desks.sort((a, b) => a - b)).toEqual(badges.map((_, index) => index));
      // A number that was taken by a write that failed is given to another one.
      const numbers = contacts.map(({ cf_number }) => cf_number).sort();
      const wanted = contacts.map((_, index) => `C-${String(index + 1).padStart(5, '0')}`);
      expect(numbers).toEqual(wanted);
      expect(contacts.length).toBeGreaterThanOrEqual(badges.length + creators * plainRecords);
    }
  });

  const allContacts = async (which: 0 | 1): Promise<TestRecord[]> => {
    const space = await both.space(which);
    const found: TestRecord[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await space.list('Contacts', { first: 100, ...(after !== '' && { after }) });
      found.push(...page.data);
      after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
    }
    return found;
  };
});
