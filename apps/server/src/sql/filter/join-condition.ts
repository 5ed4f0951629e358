/**
 * Writes what ties the records at both ends of a relation together. Pure.
 */
import type { RelationStep } from '../../plan/relations/field-path.js';
import type { Having } from '../../plan/relations/rows-step.js';
import { inSpace } from '../binder.js';
import { customValueRows, selectCustomValue } from '../custom-values/compile-custom-value.js';
import { type CustomValue, customValue } from '../custom-values/custom-value.js';
import type { BindingDialect } from '../dialects/binding.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';

/** @returns what ties a record under `target` to the record under `alias` */
export function joinCondition(dialect: BindingDialect, alias: string, target: string, step: RelationStep): string {
  const custom = customStep(step);
  if (custom) return joinCustom(dialect, alias, target, step, custom);
  if (step.kind === 'one') return `${column(target, 'id')} = ${column(alias, step.field.name)}`;
  const { field, having, alike } = step;
  const conditions = [`${column(target, field.via)} = ${column(alias, field.on)}`];
  if (alike) conditions.push(`${column(target, alike.name)} = ${column(alias, alike.name)}`);
  if (having) conditions.push(compileHaving(dialect, target, having));
  return conditions.join(' AND ');
}

function joinCustom(
  dialect: BindingDialect,
  alias: string,
  target: string,
  step: RelationStep,
  custom: CustomValue,
): string {
  const id = column(target, 'id');
  if (step.kind === 'one') return `${id} = ${selectCustomValue(dialect, custom, column(alias, 'id'), `${target}v`)}`;
  const { from, conditions, value, recordId } = customValueRows(dialect, custom, `${target}v`);
  const where = [...conditions, `${value} = ${column(alias, step.field.on)}`].join(' AND ');
  return `${id} IN (SELECT ${recordId} FROM ${from} WHERE ${where})`;
}

/** A reference to one of several types is set to the one whose table holds the record. */
function compileHaving(dialect: BindingDialect, target: string, { field, at }: Having): string {
  const reference = column(target, field.name);
  if (!at) return `${reference} IS NOT NULL`;
  const record = `${target}h`;
  const where = `${inSpace(dialect, record)} AND ${record}.id = ${reference}`;
  return `(SELECT ${record}.id FROM ${recordsOf(dialect, at)} ${record} WHERE ${where}) IS NOT NULL`;
}

/** The value that ties the records of a step together, where it is stored apart from both. */
export function customStep(step: RelationStep): CustomValue | undefined {
  if (step.kind === 'one') return customValue(step.field);
  const via = step.target.fields.find(({ name }) => name === step.field.via);
  return via?.kind === 'reference' ? customValue(via) : undefined;
}
