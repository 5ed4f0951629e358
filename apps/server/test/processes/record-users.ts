/**
 * Those who write and read contacts on two servers while the fields of contacts change, and what they were answered.
 */
import { expect } from 'vitest';
import type { Answer, Json, TestRecord } from '../test-space.js';
import { type FieldChanger, recordOf, type Send, timed } from './schema-changers.js';
import type { Span } from './schema-history.js';

/** An acknowledged write. */
export interface Written extends Span {
  /** Custom members of the body. */
  readonly sent: Json;
  readonly isNew: boolean;
  readonly record: TestRecord;
}

/** An answered list. */
export interface Read extends Span {
  readonly records: readonly TestRecord[];
}

/** An answer that says that a member is not there. */
export interface Missed extends Span {
  readonly member: string;
}

export class RecordUsers {
  readonly written: Written[] = [];
  readonly read: Read[] = [];
  readonly missed: Missed[] = [];
  private isOver = false;

  /** @param send to each of the servers */
  constructor(
    private readonly send: readonly [Send, Send],
    private readonly fields: FieldChanger,
    private readonly ownerId: string,
  ) {}

  stop(): void {
    this.isOver = true;
  }

  /** Makes and changes records of his own, one after another, on both servers in turn. @param writer a number from 0 */
  async write(writer: number): Promise<void> {
    const own: string[] = [];
    for (let count = 0; !this.isOver; count++) {
      const id = count % 3 === 2 ? randomOf(own) : undefined;
      const sent = this.newValues(writer * 1_000 + count);
      const { answer, ...when } = await timed(() => {
        const send = this.server(count);
        if (id !== undefined) return send('PATCH', `Contacts/${id}`, { body: sent });
        return send('POST', 'Contacts', { body: { last_name: 'Okafor', owner_id: this.ownerId, ...sent } });
      });
      if (answer.status === 422) this.missed.push({ ...when, member: missingMember(answer) });
      else {
        const record = recordOf(answer, id === undefined ? 201 : 200);
        this.written.push({ ...when, sent, isNew: id === undefined, record });
        if (id === undefined) own.push(record.id);
      }
    }
  }

  /** Values of the fields that stay, and of one that may go at any time. */
  private newValues(number: number): Json {
    const field = randomOf(this.fields.living);
    return { cf_base: number, cf_rate: number % 7, ...(field && { [field.member]: field.type.value(number) }) };
  }

  /** Lists records, now and then those with a value in a field that may go at any time. @param reader a number from 0 */
  async readOn(reader: number): Promise<void> {
    for (let count = reader; !this.isOver; count++) {
      const field = count % 3 === 0 ? randomOf(this.fields.living) : undefined;
      const filter = field && { [`filter-op[${field.member}]`]: 'not-null' };
      const query = { first: 20, 'order-by': '-created', ...filter };
      const { answer, ...when } = await timed(() => this.server(count)('GET', 'Contacts', { query }));
      if (answer.status === 400) this.missed.push({ ...when, member: missingMember(answer) });
      else {
        expect(answer.status, answer.text).toBe(200);
        this.read.push({ ...when, records: answer.body.data as TestRecord[] });
      }
    }
  }

  private server(count: number): Send {
    return this.send[count % 2 === 0 ? 0 : 1];
  }
}

function randomOf<T>(all: readonly T[]): T | undefined {
  return all[Math.floor(Math.random() * all.length)];
}

/** @throws Error for any other problem */
function missingMember({ text, body }: Answer): string {
  const [, member] = /(?:no member|no field|unknown).*?"(cf_\w+)"/i.exec(String(body.message)) ?? [];
  if (member === undefined) throw new Error(text);
  return member;
}
