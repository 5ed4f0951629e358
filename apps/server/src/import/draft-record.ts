/**
 * Makes the body of a record out of a line. Pure but for the evaluation it is given.
 */
import type { ReferenceField, ValueField } from '@headwater/catalog';
import type {
  MemberPlan,
  MoneyMember,
  PlainMember,
  RowsMember,
  SourcePlan,
  SplitColumn,
} from './mapping/import-plan.js';
import type { Scalar } from './mapping/mapping.js';
import { type Coerced, coerceAmount, coerceId, coerceJson, coerceValue } from './values/coerce-value.js';
import { type Evaluation, evaluateSource } from './values/evaluate-source.js';

/** Members that the line gives a value for; empty ones are left out. */
export type DraftBody = Readonly<Record<string, unknown>>;

/** @returns the body; errors go to `evaluation.error` */
export function draftRecord(members: readonly MemberPlan[], evaluation: Evaluation): DraftBody {
  const body: Record<string, unknown> = {};
  for (const member of members) {
    const value = draftMember(member, evaluation);
    if (value !== undefined) body[member.field.name] = value;
  }
  return body;
}

function draftMember(member: MemberPlan, evaluation: Evaluation): unknown {
  switch (member.kind) {
    case 'plain':
      return draftPlain(member.field, member.source, evaluation);
    case 'money':
      return draftMoney(member, evaluation);
    case 'rows':
      return draftRows(member, evaluation);
  }
}

function draftPlain(field: ValueField | ReferenceField, source: SourcePlan, evaluation: Evaluation): unknown {
  const isJson = field.kind === 'value' && field.type === 'json';
  return coerce<unknown>(source, evaluation, isJson ? coerceJson : (value) => coerceValue(field, value));
}

function draftMoney(member: MoneyMember, evaluation: Evaluation): DraftBody | undefined {
  const money: Record<string, unknown> = {};
  for (const { part, source } of member.parts) {
    const value = coerce(source, evaluation, part === 'currency_id' ? coerceId : coerceAmount);
    if (value !== undefined) money[part] = value;
  }
  // A currency without an amount is no money.
  return 'base_value' in money || 'value_foreign' in money ? money : undefined;
}

/**
 * The first row is the primary one where the field has a primary row and the mapping does not say which.
 * @returns a list of rows, or one row of a field that has at most one; undefined when there is none
 */
function draftRows(member: RowsMember, evaluation: Evaluation): readonly DraftBody[] | DraftBody | undefined {
  const { primary, single } = member.field;
  const drafts: DraftBody[] = [];
  for (const { members, split } of member.rows) {
    for (const inner of split === undefined ? [evaluation] : splitCells(split, evaluation)) {
      const row = draftRow(members, member.required, inner);
      if (row !== undefined) drafts.push(row);
    }
  }
  if (single || drafts.length === 0) return drafts[0];
  if (primary === undefined || drafts.some((row) => primary in row)) return drafts;
  return drafts.map((row, index) => ({ ...row, [primary]: index === 0 }));
}

/** @returns the evaluation once for each text in the column, with that text alone in its cell */
function splitCells({ column, separator }: SplitColumn, evaluation: Evaluation): readonly Evaluation[] {
  const texts = (evaluation.cells.get(column) ?? '').split(separator).map((text) => text.trim());
  return texts
    .filter((text) => text !== '')
    .map((text) => ({ ...evaluation, cells: new Map(evaluation.cells).set(column, text) }));
}

function draftRow(
  members: readonly PlainMember[],
  required: readonly string[],
  evaluation: Evaluation,
): DraftBody | undefined {
  const row = draftRecord(members, evaluation);
  return Object.keys(row).length > 0 && required.every((name) => name in row) ? row : undefined;
}

function coerce<T>(source: SourcePlan, evaluation: Evaluation, read: (value: Scalar) => Coerced<T>): T | undefined {
  const value = evaluateSource(source, evaluation);
  if (value === undefined) return undefined;
  const coerced = read(value);
  if (coerced.kind === 'value') return coerced.value;
  evaluation.error({ columns: source.columns, value: String(value), reason: `expected ${coerced.expected}` });
  return undefined;
}
