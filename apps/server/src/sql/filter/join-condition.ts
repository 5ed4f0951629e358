/**
 * Writes what ties the records at both ends of a relation together. Pure.
 */
import type { Hop } from '../../plan/field-path.js';
import type { Having } from '../../plan/rows-hop.js';
import { inSpace } from '../binder.js';
import { keptRows, selectKept } from '../custom-values/compile-kept.js';
import { type KeptValue, keptValue } from '../custom-values/kept-value.js';
import type { BindingDialect } from '../dialects/binding.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';

/** @returns what ties a record under `target` to the record under `alias` */
export function joinCondition(dialect: BindingDialect, alias: string, target: string, hop: Hop): string {
  const kept = keptHop(hop);
  if (kept) return joinKept(dialect, alias, target, hop, kept);
  if (hop.kind === 'one') return `${column(target, 'id')} = ${column(alias, hop.field.name)}`;
  const pointsBack = `${column(target, hop.field.via)} = ${column(alias, hop.field.on)}`;
  return hop.having ? `${pointsBack} AND ${compileHaving(dialect, target, hop.having)}` : pointsBack;
}

function joinKept(dialect: BindingDialect, alias: string, target: string, hop: Hop, kept: KeptValue): string {
  const id = column(target, 'id');
  if (hop.kind === 'one') return `${id} = ${selectKept(dialect, kept, column(alias, 'id'), `${target}v`)}`;
  const { from, conditions, value, recordId } = keptRows(dialect, kept, `${target}v`);
  const where = [...conditions, `${value} = ${column(alias, hop.field.on)}`].join(' AND ');
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

/** The value that ties the records of a hop together, where it is kept apart from both. */
export function keptHop(hop: Hop): KeptValue | undefined {
  if (hop.kind === 'one') return keptValue(hop.field);
  const via = hop.target.fields.find(({ name }) => name === hop.field.via);
  return via?.kind === 'reference' ? keptValue(via) : undefined;
}
