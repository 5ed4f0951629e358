/**
 * Fields are made, changed, deleted and restored on two servers of one database while others write and read records through both: each
 * write knows exactly the fields that were defined at its revision, each answer those of one moment while it was waited for, and nothing
 * that was acknowledged is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import type { Answer, Json, Sent, TestRecord } from '../test-space.js';
import { FieldChanger, FormulaChanger, recordOf, timed } from './schema-changers.js';
import { membersOf, SchemaHistory, type Span, type Version, versionAt, versionsDuring } from './schema-history.js';
import { TwoServers } from './two-servers.js';

const writers = 6;
const readers = 2;
const fieldRounds = 14;
const formulaRounds = 4;

/** Members of the fields that stay. */
const lasting = ['cf_base', 'cf_rate'] as const;

interface Written extends Span {
  readonly sent: Json;
  readonly isNew: boolean;
  readonly record: TestRecord;
}

interface Read extends Span {
  /** Names of custom members, by record. */
  readonly members: readonly string[];
}

/** An answer that says that a member is not there. */
interface Missed extends Span {
  readonly member: string;
}

describe.each(databases)('on %s', (database) => {
  let both: TwoServers;
  afterEach(() => both.close());

  /** A server that says that it is busy is asked again. */
  const sendTo = (which: 0 | 1) => async (method: string, path: string, sent?: Sent) => {
    for (;;) {
      const answer = await both.send(which, method, path, sent);
      if (!answer) throw new Error('a server is dead');
      if (answer.status !== 503) return answer;
      await sleep(20);
    }
  };

  it('shows each request one schema', { timeout: 120_000 }, async () => {
    both = await TwoServers.start(database);
    const ask = [sendTo(0), sendTo(1)] as const;
    const { ids } = await both.space(0);
    const history = new SchemaHistory();
    const bodies = lasting.map((member) => ({ entity_name: 'Contact', name: member.slice(3), type_id: 'integer' }));
    for (const body of bodies) {
      const { answer, ...when } = await timed(() => ask[0]('POST', 'Fields', { body }));
      const { id, api_name, revision } = recordOf(answer, 201);
      const member = String(api_name);
      history.add({ ...when, revision, apply: (fields) => fields.set(id, { id, member, fallback: null }) });
    }
    const fields = new FieldChanger(ask[0], history);
    const formula = new FormulaChanger(ask[1], history);
    const written: Written[] = [];
    const read: Read[] = [];
    const missed: Missed[] = [];
    let isOver = false;

    const randomOf = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)];

    const write = async (writer: number) => {
      const own: string[] = [];
      for (let count = 0; !isOver; count++) {
        const field = randomOf(fields.living);
        const number = writer * 1_000 + count;
        const sent = {
          cf_base: number,
          cf_rate: count % 7,
          ...(field && { [field.member]: field.type.value(number) }),
        };
        const id = count % 3 === 2 ? randomOf(own) : undefined;
        const body = id === undefined ? { last_name: 'Okafor', owner_id: ids.ownerId, ...sent } : sent;
        const [method, path] = id === undefined ? ['POST', 'Contacts'] : ['PATCH', `Contacts/${id}`];
        const { answer, ...when } = await timed(() => ask[(count % 2) as 0 | 1](method, path, { body }));
        if (answer.status === 422) {
          missed.push({ ...when, member: missingMember(answer) });
          continue;
        }
        const record = recordOf(answer, id === undefined ? 201 : 200);
        written.push({ ...when, sent, isNew: id === undefined, record });
        if (id === undefined) own.push(record.id);
      }
    };

    const readOn = async (reader: number) => {
      for (let count = reader; !isOver; count++) {
        const field = randomOf(fields.living);
        const query = {
          first: 20,
          'order-by': '-created',
          ...(field && count % 3 === 0 && { [`filter-op[${field.member}]`]: 'not-null' }),
        };
        const { answer, ...when } = await timed(() => ask[(count % 2) as 0 | 1]('GET', 'Contacts', { query }));
        if (answer.status === 400) {
          missed.push({ ...when, member: missingMember(answer) });
          continue;
        }
        expect(answer.status, answer.text).toBe(200);
        read.push({ ...when, members: (answer.body.data as TestRecord[]).map(customMembers) });
      }
    };

    const changing = Promise.all([fields.run(fieldRounds), formula.run(formulaRounds)]).finally(() => {
      isOver = true;
    });
    await Promise.all([
      changing,
      ...Array.from({ length: writers }, (_, index) => write(index)),
      ...Array.from({ length: readers }, (_, index) => readOn(index)),
    ]);
    const versions = history.versions();
    // Who meets one change after another is asked to come again.
    expect(both.failures.filter((line) => !line.includes('The fields of the space are being changed'))).toEqual([]);
    expect(written.length).toBeGreaterThan(writers * 3);
    expect(read.length).toBeGreaterThan(readers * 3);

    for (const one of written) expectKnown(one, versionAt(versions, one.record.revision));
    for (const { members, ...span } of read) {
      expect(new Set(members).size).toBeLessThanOrEqual(1);
      for (const shown of members.slice(0, 1)) {
        expect(versionsDuring(versions, span).map(membersOf)).toContain(shown);
      }
    }
    for (const { member, ...span } of missed) {
      const isMissing = (version: Version) => !membersOf(version).split(' ').includes(member);
      expect(versionsDuring(versions, span).some(isMissing), member).toBe(true);
    }

    await fields.restoreAll();
    const [, last] = await changing;
    await untilWorkedOut(ask[0], last.id);
    await expectKept(written, fields, last.member, last.formula);
  });

  /** The answer to a write shows what was sent, the defaults of that moment and what its formula gives. */
  const expectKnown = ({ record, sent, isNew }: Written, version: Version) => {
    expect(customMembers(record)).toBe(membersOf(version));
    expect(record).toMatchObject(sent);
    for (const { member, fallback, formula } of version.fields.values()) {
      if (formula) expect(record[member], member).toBe(formula(Number(record.cf_base), Number(record.cf_rate)));
      else if (isNew && !(member in sent)) expect(record[member], member).toBe(fallback);
    }
  };

  /** All fields are there again: so is what was ever acknowledged of them. */
  const expectKept = async (
    written: readonly Written[],
    { living }: FieldChanger,
    result: string,
    formula: ((base: number, rate: number) => number) | undefined,
  ) => {
    const wanted = new Map<string, Record<string, unknown>>();
    for (const { record } of [...written].sort((a, b) => a.record.revision - b.record.revision)) {
      wanted.set(record.id, { ...wanted.get(record.id), ...record });
    }
    const space = await both.space(1);
    let count = 0;
    for (let after: string | null = ''; after !== null; ) {
      const page = await space.list('Contacts', { first: 100, ...(after !== '' && { after }) });
      for (const record of page.data) {
        const known = wanted.get(record.id) ?? {};
        for (const member of [...lasting, ...living.map((field) => field.member)]) {
          expect(record[member], member).toEqual(known[member] ?? null);
        }
        expect(record[result]).toBe(formula?.(Number(record.cf_base), Number(record.cf_rate)));
      }
      count += page.data.length;
      after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
    }
    expect(count).toBe(wanted.size);
  };
});

function customMembers(record: TestRecord): string {
  return Object.keys(record)
    .filter((name) => name.startsWith('cf_'))
    .sort()
    .join(' ');
}

/** @throws Error for any other mistake */
function missingMember({ text, body }: Answer): string {
  const [, member] = /"?(cf_\w+)"?/.exec(String(body.message)) ?? [];
  if (member === undefined || !/no member|no field|unknown/i.test(String(body.message))) throw new Error(text);
  return member;
}

/** Waits for the values that a formula gives records which are older than it. */
async function untilWorkedOut(send: (method: string, path: string) => Promise<Answer>, id: string): Promise<void> {
  while (recordOf(await send('GET', `Fields/${id}`), 200).recomputation !== null) await sleep(50);
}
