/**
 * Fields are made, changed, deleted and restored on two servers of one database while others write and read records through both: each
 * write knows exactly the fields that were defined at its revision, each answer those of one moment while it was waited for, and nothing
 * that was acknowledged is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseInTurn } from '../fixture.js';
import type { TestRecord } from '../test-space.js';
import { type Missed, type Read, RecordUsers, type Written } from './record-users.js';
import { FieldChanger, FormulaChanger, recordOf, type Send, timed } from './schema-changers.js';
import {
  type KnownField,
  membersOf,
  SchemaHistory,
  type Version,
  versionAt,
  versionsDuring,
} from './schema-history.js';
import { TwoServers } from './two-servers.js';

const writers = 6;
const readers = 2;
const fieldRounds = 14;
const formulaRounds = 4;

/** Fields that stay. */
const lasting = ['base', 'rate'];

/** What a server says to those who meet one change after another: come again. */
const busy = 'The fields of the space are being changed';

describe.each(databaseInTurn())('on %s', (database) => {
  let both: TwoServers;
  afterEach(() => both.close());

  const sendTo =
    (which: 0 | 1): Send =>
    async (method, path, sent) => {
      for (;;) {
        const answer = await both.send(which, method, path, sent);
        if (!answer) throw new Error('a server is dead');
        if (answer.status !== 503) return answer;
        await sleep(20);
      }
    };

  it('shows each request one schema', { timeout: 120_000 }, async () => {
    both = await TwoServers.start(database);
    const send = [sendTo(0), sendTo(1)] as const;
    const history = new SchemaHistory();
    await defineLasting(send[0], history);
    const fields = new FieldChanger(send[0], history);
    const formula = new FormulaChanger(send[1], history);
    const users = new RecordUsers(send, fields, (await both.space(0)).ids.ownerId);

    // How often they come through beside the changes is for the machine to say.
    const isEnough = () => users.written.length > writers * 3 && users.read.length > readers * 3;
    const changing = Promise.all([fields.run(fieldRounds, isEnough), formula.run(formulaRounds)]);
    await Promise.all([
      changing.finally(() => users.stop()),
      ...Array.from({ length: writers }, (_, index) => users.write(index)),
      ...Array.from({ length: readers }, (_, index) => users.readOn(index)),
    ]);
    const versions = history.versions();
    const { written, read, missed } = users;
    expect(both.failures.filter((line) => !line.includes(busy))).toEqual([]);
    for (const one of written) expectKnown(one, versionAt(versions, one.record.revision));
    for (const one of read) expectOneOf(one, versionsDuring(versions, one));
    for (const one of missed) expectMissing(one, versionsDuring(versions, one));

    await fields.restoreAll();
    const [, result] = await changing;
    await untilWorkedOut(send[0], result.id);
    await expectStored(
      written,
      [...lasting.map((name) => `cf_${name}`), ...fields.living.map(({ member }) => member)],
      result,
    );
  });

  const defineLasting = async (send: Send, history: SchemaHistory) => {
    for (const name of lasting) {
      const body = { entity_name: 'Contact', name, type_id: 'integer' };
      const { answer, ...when } = await timed(() => send('POST', 'Fields', { body }));
      const { id, api_name, revision } = recordOf(answer, 201);
      const field = { id, member: String(api_name), fallback: null };
      history.add({ ...when, revision, apply: (fields) => fields.set(id, field) });
    }
  };

  /** The answer to a write shows what was sent, the defaults of that moment and what its formula gives. */
  const expectKnown = ({ record, sent, isNew }: Written, version: Version) => {
    expect(customMembers(record)).toBe(membersOf(version));
    expect(record).toMatchObject(sent);
    for (const { member, fallback, formula } of version.fields.values()) {
      if (formula) expect(record[member], member).toBe(formula(Number(record.cf_base), Number(record.cf_rate)));
      else if (isNew && !(member in sent)) expect(record[member], member).toBe(fallback);
    }
  };

  /** All records of a page have the members of one version. */
  const expectOneOf = ({ records }: Read, versions: readonly Version[]) => {
    const [shown, ...others] = new Set(records.map(customMembers));
    expect(others).toEqual([]);
    if (shown !== undefined) expect(versions.map(membersOf)).toContain(shown);
  };

  const expectMissing = ({ member }: Missed, versions: readonly Version[]) => {
    expect(
      versions.some((version) => !membersOf(version).split(' ').includes(member)),
      member,
    ).toBe(true);
  };

  /** Each record has what was ever acknowledged of the members, and what the formula gives. */
  const expectStored = async (written: readonly Written[], members: readonly string[], result: KnownField) => {
    const wanted = new Map<string, Record<string, unknown>>();
    for (const { record } of written.toSorted((a, b) => a.record.revision - b.record.revision)) {
      wanted.set(record.id, { ...wanted.get(record.id), ...record });
    }
    const records = await both.all(1, 'Contacts');
    expect(records).toHaveLength(wanted.size);
    for (const record of records) {
      const known = wanted.get(record.id) ?? {};
      for (const member of members) expect(record[member], member).toEqual(known[member] ?? null);
      expect(record[result.member]).toBe(result.formula?.(Number(record.cf_base), Number(record.cf_rate)));
    }
  };
});

function customMembers(record: TestRecord): string {
  return Object.keys(record)
    .filter((name) => name.startsWith('cf_'))
    .sort()
    .join(' ');
}

/** Waits for the values that a formula gives records which are older than it. */
async function untilWorkedOut(send: Send, id: string): Promise<void> {
  while (recordOf(await send('GET', `Fields/${id}`), 200).recomputation !== null) await sleep(50);
}
