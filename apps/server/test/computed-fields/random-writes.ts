/**
 * Writes of all kinds over a graph of records, chosen by numbers, so that a failure can be cut down to the writes that matter.
 */
import fc from 'fast-check';
import type { RecordBody, WriteItem } from '../../src/request/write-request.js';
import type { DerivedSpace } from './derived-space.js';

const graphTypes = ['OpptyProductRelation', 'Opportunity', 'Account'] as const;
type GraphType = (typeof graphTypes)[number];

export interface Step {
  readonly act: 'create' | 'update' | 'rows' | 'taking' | 'delete' | 'restore' | 'batch' | 'merge' | 'qualify';
  readonly type: GraphType;
  /** Chooses records and values. */
  readonly picks: readonly number[];
}

export const steps = fc.array(
  fc.record<Step>({
    act: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<Step['act'][]>('create', 'qualify') },
      { weight: 4, arbitrary: fc.constantFrom<Step['act'][]>('rows', 'taking', 'batch', 'merge') },
      { weight: 8, arbitrary: fc.constantFrom<Step['act'][]>('update', 'delete', 'restore') },
    ),
    type: fc.constantFrom(...graphTypes),
    picks: fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }),
  }),
  { minLength: 10, maxLength: 40, size: 'max' },
);

/** The records of one run. */
export class GraphFixture {
  private readonly ids: Record<GraphType, string[]> = { OpptyProductRelation: [], Opportunity: [], Account: [] };

  constructor(
    private readonly space: DerivedSpace,
    private readonly options: readonly string[],
  ) {}

  /** A few records, so that many writes are about the same ones. */
  async begin(): Promise<void> {
    for (const type of ['Account', 'Account', 'Opportunity', 'Opportunity', 'Opportunity'] as const) {
      await this.take({ act: 'create', type, picks: [1, 2, 3, 4, 5, 6, 7, 8] });
    }
  }

  async take({ act, type, picks }: Step): Promise<void> {
    switch (act) {
      case 'create': {
        const body = this.newBody(type, picks);
        if (body) this.ids[type].push(await this.space.create(type, body));
        return;
      }
      case 'update': {
        const id = this.pick(type, picks[0]);
        if (id) await this.space.update(type, id, this.change(type, picks));
        return;
      }
      case 'rows': {
        const id = this.pick('Opportunity', picks[0]);
        if (id) await this.space.update('Opportunity', id, { product_relations: this.lines(picks) });
        return;
      }
      case 'taking':
        return this.changeTaking(picks);
      case 'delete':
      case 'restore': {
        const id = this.pick(type, picks[0]);
        if (id) await this.space[act](type, id);
        return;
      }
      case 'batch':
        return this.space.batch(this.items(type, picks));
      case 'merge': {
        const mergeable = type === 'OpptyProductRelation' ? 'Opportunity' : type;
        const [master, gone] = [this.pick(mergeable, picks[0]), this.pick(mergeable, picks[1])];
        if (master && gone) await this.space.merge(mergeable, master, [gone]);
        return;
      }
      case 'qualify': {
        const lead = await this.space.create('Lead', { name: 'A lead', owner_id: this.space.first.owner_id });
        const { name, ...body } = this.newBody('Opportunity', picks) as RecordBody & { name: string };
        await this.space.qualify(lead, body);
        this.ids.Opportunity.push(lead);
      }
    }
  }

  /** Writes rows that tie accounts to opportunities by themselves. */
  private async changeTaking([a = 0, b = 0, c = 0]: readonly number[]): Promise<void> {
    const type = 'LeadOpptyAccountRelation';
    const [account_id, lead_oppty_id] = [this.pick('Account', a), this.pick('Opportunity', b)];
    const rows = [...(await this.space.all(type)).values()].filter((row) => row.lead_oppty_id === lead_oppty_id);
    const row = rows[c % Math.max(rows.length, 1)];
    if (!row || c % 5 === 0) await this.space.create(type, { account_id, lead_oppty_id, is_primary: a % 2 === 0 });
    else if (c % 5 < 3) await this.space.update(type, String(row.id), { is_primary: true });
    else await this.space[c % 5 === 3 ? 'delete' : 'restore'](type, String(row.id));
  }

  private pick(type: GraphType, number = 0): string | undefined {
    const ids = this.ids[type];
    return ids[number % Math.max(ids.length, 1)];
  }

  private newBody(type: GraphType, picks: readonly number[]): RecordBody | undefined {
    const { owner_id, step_id } = this.space.first;
    switch (type) {
      case 'OpptyProductRelation': {
        const oppty_id = this.pick('Opportunity', picks[0]);
        return oppty_id === undefined
          ? undefined
          : { oppty_id, product_id: this.product(picks), ...this.change(type, picks) };
      }
      case 'Opportunity': {
        const required = { name: 'A deal', owner_id, step_id, closing_date: '2026-12-01', value: { base_value: 10 } };
        return { ...required, ...this.change(type, picks), product_relations: this.lines(picks) };
      }
      case 'Account':
        return { name: 'An account', owner_id, ...this.change(type, picks) };
    }
  }

  /** Some members, others not. */
  private change(type: GraphType, [, a = 0, b = 0, c = 0, d = 0]: readonly number[]): RecordBody {
    const members: Record<GraphType, Record<string, unknown>> = {
      OpptyProductRelation: { price: amount(a), quantity: (b % 3) + 1, cf_note: `note ${c}` },
      Opportunity: {
        cf_account_id: a % 4 === 0 ? null : (this.pick('Account', a) ?? null),
        cf_probability: b % 5 === 0 ? null : b % 101,
        value: { base_value: amount(c) },
        account_relations: this.taking(a, d),
        closing_date: `2026-12-${String((d % 28) + 1).padStart(2, '0')}`,
      },
      Account: {
        cf_holding_id: a % 4 === 0 ? null : (this.pick('Account', b) ?? null),
        parent_account_id: d % 4 === 0 ? null : (this.pick('Account', a) ?? null),
        cf_rank_id: c % 3 === 0 ? null : (this.options[c % this.options.length] ?? null),
        phone1: String(d),
      },
    };
    const isGiven = (_: unknown, index: number) => ((a + b + c + d) >> index) % 3 !== 0;
    return Object.fromEntries(Object.entries(members[type]).filter(isGiven));
  }

  private taking(first: number, count: number): RecordBody[] {
    const ids = Array.from({ length: count % 3 }, (_, index) => this.pick('Account', first + index));
    return [...new Set(ids)].map((account_id, index) => ({ account_id, is_primary: index === 0 }));
  }

  private product([, , , , , , , pick = 0]: readonly number[]): string {
    const { products } = this.space.first;
    return products[pick % products.length] ?? '';
  }

  private lines(picks: readonly number[]): RecordBody[] {
    const count = (picks[5] ?? 0) % 4;
    const product_id = this.product(picks);
    return picks.slice(0, count).map((pick) => ({ product_id, price: amount(pick), quantity: (pick % 3) + 1 }));
  }

  private items(type: GraphType, picks: readonly number[]): WriteItem[] {
    return picks.flatMap((pick, index): WriteItem[] => {
      const rotated = [...picks.slice(index), ...picks.slice(0, index)];
      const id = this.pick(type, pick);
      const shared = { entityType: type, validationLevel: 0 };
      if (id === undefined || pick % 4 === 0) {
        const body = this.newBody(type, rotated);
        return body ? [{ ...shared, kind: 'create', body }] : [];
      }
      if (pick % 4 === 1) return [{ ...shared, kind: 'delete', id }];
      return [{ ...shared, kind: 'update', id, body: this.change(type, rotated) }];
    });
  }
}

function amount(pick: number): number {
  return (pick * 37) / 100;
}
