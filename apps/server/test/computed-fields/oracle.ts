/**
 * What every derived value of the graph must be, worked out of the plain values of all records at once, in a way of its own.
 */
import { Decimal } from 'decimal.js';
import type { StoredRecord } from '../../src/records/write/draft.js';

Decimal.set({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

export interface GraphRecords {
  readonly products: readonly StoredRecord[];
  readonly lines: readonly StoredRecord[];
  readonly opportunities: readonly StoredRecord[];
  readonly accounts: readonly StoredRecord[];
  /** Which accounts take part in opportunities. */
  readonly taking: readonly StoredRecord[];
}

type Values = Readonly<Record<string, string | number | null>>;

/** @returns the derived values of each record that is not deleted, by id */
export function expectedValues(records: GraphRecords, ranks: ReadonlyMap<string, string>): ReadonlyMap<string, Values> {
  const [lines, opportunities, accounts] = [records.lines, records.opportunities, records.accounts].map(living);
  const primary = living(records.taking).filter(({ is_primary }) => is_primary === true);
  const found = new Map<string, Values>();
  for (const one of living(records.products)) found.set(idOf(one), productValues(rowsOf(lines, 'product_id', one)));
  for (const line of lines ?? []) found.set(idOf(line), lineValues(line));
  for (const one of opportunities ?? [])
    found.set(idOf(one), opportunityValues(one, rowsOf(lines, 'oppty_id', one), found));
  for (const one of accounts ?? []) {
    const own = rowsOf(primary, 'account_id', one).map((row) => row.lead_oppty_id);
    const deals = (opportunities ?? []).filter(({ id }) => own.includes(id));
    found.set(idOf(one), {
      ...accountValues(one, rowsOf(opportunities, 'cf_account_id', one), found, ranks),
      cf_primary: deals.length,
      cf_primary_total: text(
        sum(deals.map(idOf).flatMap((id) => (found.get(id)?.cf_lines === 1 ? decimal(found.get(id)?.cf_total) : []))),
      ),
    });
  }
  for (const one of accounts ?? []) {
    const scores = rowsOf(accounts, 'cf_holding_id', one).map((member) => decimal(found.get(idOf(member))?.cf_score));
    const group = sum(scores);
    const own = found.get(idOf(one)) ?? {};
    const parts = rowsOf(accounts, 'parent_account_id', one);
    const totals = parts.flatMap((part) => decimal(found.get(idOf(part))?.cf_primary_total) ?? []);
    const few = group.greaterThan(100) ? 'group' : 'few';
    found.set(idOf(one), {
      ...own,
      cf_group_score: text(group),
      cf_parts_total: text(totals.length === 0 ? null : Decimal.max(...totals)),
      cf_grade: Number(own.cf_deal_count) > 1 ? 'many' : few,
    });
  }
  return found;
}

function lineValues(line: StoredRecord): Values {
  const amount = decimal(line.amount);
  const weighted = amount === null ? null : amount.dividedBy(3).toDecimalPlaces(4);
  return { cf_weighted: text(weighted), cf_kind: weighted?.greaterThan(5) ? 'large' : 'small' };
}

function productValues(lines: readonly StoredRecord[]): Values {
  const prices = lines.flatMap((line) => decimal(line.price) ?? []);
  return {
    cf_sold: text(sum(lines.map((line) => decimal(line.quantity)))),
    cf_best_price: text(prices.length === 0 ? null : Decimal.max(...prices)),
  };
}

function opportunityValues(
  one: StoredRecord,
  lines: readonly StoredRecord[],
  found: ReadonlyMap<string, Values>,
): Values {
  const amounts = lines.flatMap((line) => decimal(line.amount) ?? []);
  const weighted = sum(lines.map((line) => decimal(found.get(idOf(line))?.cf_weighted)));
  const value = decimal((one.value as { base_value?: unknown } | null)?.base_value);
  const total = weighted.plus(value ?? 0);
  const probability = decimal(one.cf_probability);
  const average = amounts.length === 0 ? null : sum(amounts).dividedBy(amounts.length).toDecimalPlaces(4);
  return {
    cf_lines: lines.length,
    cf_pairs: lines.filter((line) => decimal(line.quantity)?.equals(2)).length,
    cf_large: lines.filter((line) => found.get(idOf(line))?.cf_kind === 'large').length,
    cf_sum: text(weighted),
    cf_least: text(amounts.length === 0 ? null : Decimal.min(...amounts)),
    cf_average: text(average),
    cf_total: text(total),
    cf_expected: text(probability && total.times(probability).dividedBy(100).toDecimalPlaces(4)),
  };
}

function accountValues(
  one: StoredRecord,
  deals: readonly StoredRecord[],
  found: ReadonlyMap<string, Values>,
  ranks: ReadonlyMap<string, string>,
): Values {
  const total = sum(deals.map((deal) => decimal(found.get(idOf(deal))?.cf_expected)));
  const values = deals.map((deal) => decimal((deal.value as { base_value?: unknown } | null)?.base_value));
  const closings = deals.map((deal) => String(deal.closing_date)).sort();
  const rank = typeof one.cf_rank_id === 'string' ? ranks.get(one.cf_rank_id) : undefined;
  return {
    cf_deal_count: deals.length,
    cf_deal_total: text(total),
    cf_last_closing: closings.at(-1) ?? null,
    cf_value: text(sum(values)),
    cf_score: text(total.times(rank ?? 1).toDecimalPlaces(4)),
  };
}

function living(records: readonly StoredRecord[]): StoredRecord[] {
  return records.filter(({ is_deleted }) => is_deleted !== true);
}

function rowsOf(rows: readonly StoredRecord[] = [], via: string, record: StoredRecord): StoredRecord[] {
  return rows.filter((row) => row[via] === record.id);
}

function idOf({ id }: StoredRecord): string {
  return String(id);
}

function decimal(value: unknown): Decimal | null {
  return typeof value === 'string' || typeof value === 'number' ? new Decimal(value) : null;
}

function sum(parts: readonly (Decimal | null)[]): Decimal {
  return parts.reduce<Decimal>((total, part) => total.plus(part ?? 0), new Decimal(0));
}

function text(value: Decimal | null): string | null {
  return value && (value.isZero() ? '0' : value.toFixed());
}
