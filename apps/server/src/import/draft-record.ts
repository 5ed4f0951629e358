/**
 * Makes the body of a record out of a line. Pure but for the evaluation it is given.
 */
import type { ReferenceField, ValueField } from '@headwater/catalog';
import { type Coerced, coerceAmount, coerceId, coerceValue } from './coerce-value.js';
import { type Evaluation, evaluateSource } from './evaluate-source.js';
import type { MemberPlan, MoneyMember, PlainMember, RowsMember, SourcePlan } from './import-plan.js';
import type { Scalar } from './mapping.js';

/** Members that the line gives a value for; empty ones are left out. */
export type DraftBody = Readonly<Record<string, unknown>>;

/** @returns the body; mistakes go to `evaluation.mistake` */
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

function draftPlain(
  field: ValueField | ReferenceField,
  source: SourcePlan,
  evaluation: Evaluation,
): Scalar | undefined {
  return coerce(source, evaluation, (value) => coerceValue(field, value));
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

function draftRows(member: RowsMember, evaluation: Evaluation): readonly DraftBody[] | undefined {
  const rows = member.rows.map((row) => draftRow(row, member.required, evaluation)).filter((row) => row !== undefined);
  return rows.length === 0 ? undefined : rows;
}

function draftRow(
  members: readonly PlainMember[],
  required: readonly string[],
  evaluation: Evaluation,
): DraftBody | undefined {
  const row = draftRecord(members, evaluation);
  return required.every((name) => name in row) ? row : undefined;
}

function coerce(source: SourcePlan, evaluation: Evaluation, read: (value: Scalar) => Coerced): Scalar | undefined {
  const value = evaluateSource(source, evaluation);
  if (value === undefined) return undefined;
  const coerced = read(value);
  if (coerced.kind === 'value') return coerced.value;
  evaluation.mistake({ columns: source.columns, value: String(value), reason: `expected ${coerced.expected}` });
  return undefined;
}
