/**
 * Writes the statement that sums up the records that belong to others: all roll-ups of any number of records of one entity type at
 * once. Pure.
 */
import type { EntityType, RollUpFunction } from '@headwater/catalog';
import { terminalType } from '../../plan/list/plan-filter.js';
import type { Predicate } from '../../plan/list/predicate.js';
import type { RelationStep, ValueTerminal } from '../../plan/relations/field-path.js';
import type { RowsStep } from '../../plan/relations/rows-step.js';
import { type Binder, inSpace, type Statement, spaceBinder } from '../binder.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import { joinCondition } from '../filter/join-condition.js';
import { recordsOf } from '../record-source.js';
import { column, compileTerminal } from '../select/compile-value.js';

export interface RollUpQuery {
  readonly step: RowsStep;
  /** The records that are summed up are those at the other ends of the rows. */
  readonly beyond?: RelationStep & { readonly kind: 'one' };
  readonly function: RollUpFunction;
  /** What is summed up of each record; absent where they are only counted. */
  readonly terminal?: ValueTerminal;
  /** Which records count, besides that they are not deleted. */
  readonly where?: Predicate;
}

/**
 * @param queries of relations of `parent`
 * @param ids of records of `parent`, each once
 * @returns a statement whose rows have `id` and, for each query, `r0`, `r1`, …: a JSON array. For COUNT it holds the number of records,
 *   for SUM texts of decimals that add up to the exact sum (nulls where there is nothing), for AVG the number of values and the same,
 *   for MIN and MAX the value in canonical form
 */
export function compileRollUps(
  dialect: ReadDialect,
  space: string,
  parent: EntityType,
  queries: readonly RollUpQuery[],
  ids: readonly string[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const isWanted = binder.isOneOf(column('p', 'id'), ids);
  const writer = new RollUpWriter(dialect, binder);
  const columns = queries.map((query, index) => `${writer.write(query)} AS r${index}`);
  const from = `${recordsOf(dialect, parent)} p WHERE ${inSpace(dialect, 'p')} AND ${isWanted}`;
  return binder.statement(`SELECT p.id AS id, ${columns.join(', ')} FROM ${from}`);
}

/**
 * @param ends ids of records at the other ends of the rows of a roll-up
 * @returns a statement whose rows have the `id` of each record that sums some of them up
 */
export function compileRecordsAbove(
  dialect: ReadDialect,
  space: string,
  { step, beyond }: Pick<RollUpQuery, 'step'> & { readonly beyond: NonNullable<RollUpQuery['beyond']> },
  ends: readonly string[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const isWanted = binder.isOneOf(column('c', beyond.field.name), ends);
  const where = `${inSpace(dialect, 'c')} AND NOT ${column('c', 'is_deleted')} AND ${isWanted}`;
  const id = column('c', step.field.via);
  return binder.statement(`SELECT DISTINCT ${id} AS id FROM ${recordsOf(dialect, step.target)} c WHERE ${where}`);
}

class RollUpWriter {
  constructor(
    private readonly dialect: ReadDialect,
    private readonly binder: Binder,
  ) {}

  write({ step, beyond, function: name, terminal, where }: RollUpQuery): string {
    const { dialect, binder } = this;
    const context = { dialect, binder, includeDeleted: false, skipsRecords: false, depth: 0 };
    const summed = beyond ? 't' : 'c';
    const conditions = [
      ...this.living('c'),
      joinCondition(dialect, 'p', 'c', step),
      ...(beyond ? [...this.living('t'), joinCondition(dialect, 'c', 't', beyond)] : []),
      ...(where ? [compilePredicate(context, summed, where)] : []),
    ];
    const results = terminal ? this.results(name, terminal, summed) : ['count(*)'];
    const array = dialect.jsonText(dialect.jsonArray(results));
    const ends = beyond ? ` ${dialect.joinInOrder} ${recordsOf(dialect, beyond.target)} t ON TRUE` : '';
    return `(SELECT ${array} FROM ${recordsOf(dialect, step.target)} c${ends} WHERE ${conditions.join(' AND ')})`;
  }

  private living(alias: string): string[] {
    return [this.binder.inSpace(alias), `NOT ${column(alias, 'is_deleted')}`];
  }

  private results(name: RollUpFunction, terminal: ValueTerminal, alias: string): string[] {
    const { dialect, binder } = this;
    const type = terminalType(terminal);
    const value = compileTerminal({ dialect, binder }, alias, terminal);
    switch (name) {
      case 'COUNT':
        return [`count(${value})`];
      case 'MIN':
      case 'MAX':
        return [dialect.canonicalValue(`${name === 'MIN' ? 'min' : 'max'}(${value})`, type)];
      case 'SUM':
      case 'AVG': {
        const sum = dialect.exactSum(amountOf(dialect, value, type), type === 'integer' ? 'integer' : 'decimal');
        return name === 'AVG' ? [`count(${value})`, ...sum] : [...sum];
      }
    }
  }
}

/** A double counts as formulas see it, rounded to the places of an amount: then the order of adding does not matter. */
function amountOf(dialect: ReadDialect, value: string, type: string): string {
  return type === 'float' ? dialect.floatAsDecimal(value) : value;
}
