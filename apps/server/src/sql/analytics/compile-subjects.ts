/**
 * Writes the statements that find the users or units whose key figures are asked for. Pure.
 */
import type { ValueField } from '@headwater/catalog';
import type { Statement } from '../binder.js';
import { column, compileShown } from '../select/compile-value.js';
import type { InsightsSelect } from './insights-select.js';

/** A row of `compileClients`. */
export interface ClientRow {
  readonly id: string;
  readonly deleted: boolean | number;
  readonly picture: string | null;
  readonly first: string | null;
  readonly last: string | null;
  readonly middle: string | null;
  readonly position: string | null;
  readonly email: string | null;
}

/** A row of `compileUnits`. */
export interface UnitRow {
  readonly id: string;
  readonly deleted: boolean | number;
  readonly picture: string | null;
  readonly name: string | null;
  /** The unit above. */
  readonly parent: string | null;
}

export function compileClients(select: InsightsSelect): Statement {
  const columns = [
    ['p.id', 'id'],
    [column('p', 'is_deleted'), 'deleted'],
    [shown(select, 'Client', 'picture_url', 'p'), 'picture'],
    [column('p', 'first_name'), 'first'],
    [column('p', 'last_name'), 'last'],
    [column('p', 'middle_name'), 'middle'],
    [column('p', 'position'), 'position'],
    [column('p', 'email'), 'email'],
  ] as const;
  return subjects(select, columns);
}

/** @returns a statement that finds the units asked for and, where they count, those below */
export function compileUnits(select: InsightsSelect): Statement {
  const file = [select.ofSpace('f'), `f.id = ${column('p', 'picture_id')}`, `NOT ${column('f', 'is_deleted')}`];
  const picture = `(SELECT ${shown(select, 'CloudObject', 'url', 'f')} FROM ${select.records('CloudObject', 'f')} WHERE ${file.join(' AND ')})`;
  const columns = [
    ['p.id', 'id'],
    [column('p', 'is_deleted'), 'deleted'],
    [picture, 'picture'],
    [column('p', 'name'), 'name'],
    [column('p', 'parent_id'), 'parent'],
  ] as const;
  return subjects(select, columns);
}

function subjects(
  select: InsightsSelect,
  columns: readonly (readonly [expression: string, name: string])[],
): Statement {
  const list = columns.map(([expression, name]) => `${expression} AS ${name}`).join(', ');
  const { from, conditions } = select.subjects;
  const where = [...conditions, select.namesScope].join(' AND ');
  return select.statement(`SELECT ${list} FROM ${from} WHERE ${where}`);
}

function shown(select: InsightsSelect, entityType: string, name: string, alias: string): string {
  const field = select
    .entityType(entityType)
    .fields.find((candidate): candidate is ValueField => candidate.kind === 'value' && candidate.name === name);
  if (!field) throw new Error(`${entityType} has no field "${name}"`);
  return compileShown(select.dialect, alias, field);
}
