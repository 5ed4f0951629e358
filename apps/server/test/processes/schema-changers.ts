/**
 * Two who change the fields of contacts all the time, each on a server of his own: one makes fields, gives them other defaults, deletes
 * and restores them; the other makes a formula, changes it and deletes it.
 */
import { expect } from 'vitest';
import type { Answer, Json, Sent, TestRecord } from '../test-space.js';
import type { KnownField, SchemaHistory } from './schema-history.js';

export type Send = (method: string, path: string, sent?: Sent) => Promise<Answer>;

/** Types of the fields that come and go: a default and what it means, and values for records. */
const types = [
  { type_id: 'integer', default_value: '7', fallback: 7, later: ['8', 8], value: (number: number) => number },
  {
    type_id: 'input',
    default_value: null,
    fallback: null,
    later: ['new', 'new'],
    value: (number: number) => `v${number}`,
  },
  {
    type_id: 'currency',
    default_value: '1.5',
    fallback: 1.5,
    later: ['2.5', 2.5],
    value: (number: number) => number / 4,
  },
  {
    type_id: 'checkbox',
    default_value: 'true',
    fallback: true,
    later: ['false', false],
    value: (number: number) => number % 2 === 0,
  },
  {
    type_id: 'text_area',
    default_value: null,
    fallback: null,
    later: ['a', 'a'],
    value: (number: number) => `line ${number}`,
  },
] as const;

type FieldType = (typeof types)[number];

/** Fields that live at a time; the oldest goes when another one comes. */
const maxLiving = 4;

/** A field that writers may use, for as long as it is there. */
interface LivingField {
  readonly member: string;
  readonly type: FieldType;
}

export class FieldChanger {
  /** Oldest first. */
  readonly living: (LivingField & { readonly id: string })[] = [];
  private readonly deleted: (LivingField & { readonly id: string })[] = [];

  constructor(
    private readonly send: Send,
    private readonly history: SchemaHistory,
  ) {}

  /** Makes so many changes, one after another, and goes on while others have not done enough beside them. */
  async run(rounds: number, isEnough: () => boolean): Promise<void> {
    for (let round = 0; round < rounds || !isEnough(); round++) {
      const type = types[round % types.length] as FieldType;
      await this.create(`Field ${round}`, type);
      const first = this.living[0];
      if (round % 2 === 0 && first) await this.changeDefault(first);
      if (this.living.length > maxLiving) await this.delete();
      if (round % 3 === 2) await this.restore();
    }
  }

  /** Brings back whatever was deleted. */
  async restoreAll(): Promise<void> {
    while (this.deleted.length > 0) await this.restore();
  }

  private async create(name: string, type: FieldType): Promise<void> {
    const { type_id, default_value, fallback } = type;
    const body = { entity_name: 'Contact', name, type_id, default_value };
    const { answer, ...when } = await timed(() => this.send('POST', 'Fields', { body }));
    const { id, api_name, revision } = recordOf(answer, 201);
    const member = String(api_name);
    this.history.add({ ...when, revision, apply: (fields) => fields.set(id, { id, member, fallback }) });
    this.living.push({ id, member, type });
  }

  private async changeDefault({ id, type }: FieldChanger['living'][0]): Promise<void> {
    const [default_value, fallback] = type.later;
    const { answer, ...when } = await timed(() => this.send('PATCH', `Fields/${id}`, { body: { default_value } }));
    const { revision } = recordOf(answer, 200);
    const apply = (fields: Map<string, KnownField>) => {
      const known = fields.get(id);
      if (known) fields.set(id, { ...known, fallback });
    };
    this.history.add({ ...when, revision, apply });
  }

  private async delete(): Promise<void> {
    const field = this.living.shift();
    if (!field) return;
    const { id } = field;
    const { answer, ...when } = await timed(() => this.send('DELETE', `Fields/${id}`));
    expect(answer.status, answer.text).toBe(200);
    const revision = await this.revisionOf(id);
    this.history.add({ ...when, revision, apply: (fields) => fields.delete(id) });
    this.deleted.push(field);
  }

  private async restore(): Promise<void> {
    const field = this.deleted.shift();
    if (!field) return;
    const { id, member, type } = field;
    const { answer, ...when } = await timed(() => this.send('POST', 'Fields/batch-restore', { body: [id] }));
    expect(answer.status, answer.text).toBe(200);
    const { default_value, revision } = await this.stored(id);
    const fallback = default_value === type.default_value ? type.fallback : type.later[1];
    this.history.add({ ...when, revision, apply: (fields) => fields.set(id, { id, member, fallback }) });
    this.living.push(field);
  }

  private async revisionOf(id: string): Promise<number> {
    return (await this.stored(id)).revision;
  }

  private async stored(id: string): Promise<TestRecord> {
    return recordOf(await this.send('GET', `Fields/${id}`, { query: { 'include-deleted': true } }), 200);
  }
}

const formulas = [
  { text: '#cf_base + #cf_rate', value: (base: number, rate: number) => base + rate },
  { text: '#cf_base * #cf_rate - 1', value: (base: number, rate: number) => base * rate - 1 },
  { text: 'IF(#cf_base > #cf_rate, #cf_base, #cf_rate)', value: (base: number, rate: number) => Math.max(base, rate) },
] as const;

export class FormulaChanger {
  constructor(
    private readonly send: Send,
    private readonly history: SchemaHistory,
  ) {}

  /** @returns the field that is left, with its last formula */
  async run(rounds: number): Promise<KnownField> {
    for (let round = 0; ; round++) {
      const field = await this.make(round);
      if (round === rounds) return field;
      await this.delete(field.id);
    }
  }

  /** Makes a formula field and changes its formula. */
  private async make(round: number): Promise<KnownField> {
    const [first, second] = [0, 1].map((step) => formulas[(round + step) % formulas.length]) as [Formula, Formula];
    const body: Json = { entity_name: 'Contact', name: 'Result', type_id: 'integer', calc_formula: first.text };
    const made = await timed(() => this.send('POST', 'Fields', { body }));
    const { id, api_name, revision } = recordOf(made.answer, 201);
    const field = { id, member: String(api_name), fallback: null };
    const before = { ...field, formula: first.value };
    this.history.add({ ...made, revision, apply: (fields) => fields.set(id, before) });
    const sent = { body: { calc_formula: second.text } };
    const changed = await timed(() => this.send('PATCH', `Fields/${id}`, sent));
    const after = { ...field, formula: second.value };
    const later = recordOf(changed.answer, 200).revision;
    this.history.add({ ...changed, revision: later, apply: (fields) => fields.set(id, after) });
    return after;
  }

  private async delete(id: string): Promise<void> {
    const { answer, ...when } = await timed(() => this.send('DELETE', `Fields/${id}`));
    expect(answer.status, answer.text).toBe(200);
    const stored = await this.send('GET', `Fields/${id}`, { query: { 'include-deleted': true } });
    const { revision } = recordOf(stored, 200);
    this.history.add({ ...when, revision, apply: (fields) => fields.delete(id) });
  }
}

type Formula = (typeof formulas)[number];

/** @returns the answer and when it was waited for */
export async function timed(ask: () => Promise<Answer>) {
  const start = performance.now();
  const answer = await ask();
  return { answer, start, end: performance.now() };
}

export function recordOf({ status, text, body }: Answer, wanted: number): TestRecord {
  expect(status, text).toBe(wanted);
  return body.data as TestRecord;
}
