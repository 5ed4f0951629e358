/**
 * Resolves a roll-up against the catalog: its relation, the value that is summed up, and which records count; and the
 * value as it is shown. Pure.
 */
import type { Catalog, EntityType, RollUp, RollUpFunction } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import { ApiError } from '../../errors/api-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Operand, Predicate } from '../../plan/list/predicate.js';
import { resolvePath, type ValueTerminal } from '../../plan/relations/field-path.js';
import { rowsToSumUp } from '../../plan/relations/referring-rows.js';
import { itemStep, rowsStep } from '../../plan/relations/rows-step.js';
import { parseAmount } from '../../plan/values/operand.js';
import type { Condition } from '../../request/filter.js';
import type { RollUpQuery } from '../../sql/write/compile-roll-ups.js';

/** Where the values of a roll-up come from. */
export interface RollUpSource extends RollUpQuery {
  /** The entity type of the records that are summed up. */
  readonly summed: EntityType;
  /** Fields of these records on which the result depends, the one that leads to the parent left out. */
  readonly inputs: readonly string[];
}

/** @returns the source, or what is wrong with the roll-up */
export function planRollUp(
  catalog: Catalog,
  parent: EntityType,
  { relation, function: name, field, where = {} }: RollUp,
): RollUpSource | { readonly problem: string } {
  const rows = rowsToSumUp(catalog, parent.name, relation);
  if (!rows || rows.targets) return { problem: `"${relation}" is not a to-many relation of ${parent.name}.` };
  if (rows.on !== 'id') return { problem: `"${relation}" leads from another record than the ${parent.name} itself.` };
  const step = rowsStep(catalog, rows);
  const beyond = itemStep(catalog, rows);
  const summed = beyond?.target ?? step.target;
  try {
    const terminal = field === undefined ? undefined : resolveValue(catalog, summed, field);
    const filter = planWhere(catalog, summed, where);
    const inputs = new Set([
      ...(terminal && 'field' in terminal ? [terminal.field.name] : []),
      ...Object.keys(where).map((key) => fieldOfMember(catalog, summed, key)),
      ...(step.having ? [step.having.field.name] : []),
    ]);
    return {
      step,
      ...(beyond && { beyond }),
      summed,
      function: name,
      ...(terminal && { terminal }),
      ...(filter && { where: filter }),
      inputs: [...inputs],
    };
  } catch (error) {
    if (error instanceof ApiError) return { problem: error.message };
    throw error;
  }
}

/** @throws ApiError when there is no such value in the records of the relation themselves */
function resolveValue(catalog: Catalog, summed: EntityType, field: string): ValueTerminal {
  const { terminal } = resolvePath(catalog, summed, [field], 'rollup.field', 0);
  if (terminal.kind === 'value' || terminal.kind === 'money') return terminal;
  throw new ApiError('ERROR_PARAMETER_INVALID', `rollup.field: "${field}" of ${summed.name} holds no value.`);
}

/** @throws ApiError for a member that there is not, and a value that it cannot have */
function planWhere(catalog: Catalog, summed: EntityType, where: NonNullable<RollUp['where']>): Predicate | undefined {
  const filters = Object.entries(where).map(([member, value]): Condition => {
    const at = `rollup.filter.${member}`;
    return { kind: 'condition', path: [member], operator: 'eq', operands: [value], at };
  });
  return filters.length === 0 ? undefined : planFilter(catalog, summed, { kind: 'and', filters });
}

/** The name of the field that is behind a member, which may be a link. */
function fieldOfMember(catalog: Catalog, entityType: EntityType, member: string): string {
  return catalog.member(entityType.name, member)?.field.name ?? member;
}

// Makes the value of a roll-up from the aggregates that the database returns. Pure. Of no records COUNT and SUM are 0,
// the others null. Sums and averages are exact, kept to four places with halves away from zero; one that an amount
// cannot hold is null.

/** Far more digits than a sum can have. */
const Exact = Decimal.clone({ precision: 60 });

/** @returns the value in a record without related ones */
export function emptyRollUp(name: RollUpFunction): Operand {
  if (name === 'COUNT') return 0;
  return name === 'SUM' ? '0' : null;
}

/** @param results the array that the statement of `compileRollUps` gives for the roll-up */
export function rollUpValue(name: RollUpFunction, results: readonly (string | number | null)[]): Operand {
  switch (name) {
    case 'COUNT':
      return Number(results[0]);
    case 'MIN':
    case 'MAX':
      return results[0] ?? null;
    case 'SUM':
      return kept(total(results));
    case 'AVG': {
      const [count, ...parts] = results;
      return Number(count) === 0 ? null : kept(total(parts).dividedBy(Number(count)));
    }
  }
}

function total(parts: readonly (string | number | null)[]): Decimal {
  return parts.reduce<Decimal>((sum, part) => sum.plus(part ?? 0), new Exact(0));
}

function kept(amount: Decimal): Operand {
  return parseAmount(amount.toFixed()) ?? null;
}
