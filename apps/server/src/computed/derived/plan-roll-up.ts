/**
 * Resolves a roll-up against the catalog: its relation, the value that is summed up, and which records count. Pure.
 */
import type { Catalog, EntityType, RollUp } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Predicate } from '../../plan/list/predicate.js';
import { resolvePath, type ValueTerminal } from '../../plan/relations/field-path.js';
import { itemStep } from '../../plan/relations/item-step.js';
import { rowsToSumUp } from '../../plan/relations/referring-rows.js';
import { rowsStep } from '../../plan/relations/rows-step.js';
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
