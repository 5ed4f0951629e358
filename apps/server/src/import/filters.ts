/**
 * The few filters that an import needs. Pure.
 */
import type { Condition, Filter } from '../request/filter.js';

/** The member has one of the values. */
export function anyOf(member: string, operands: Condition['operands']): Filter {
  return { kind: 'condition', path: [member], operator: 'eq', operands, at: member };
}

export function and(filters: readonly Filter[]): Filter {
  return { kind: 'and', filters };
}

export function or(filters: readonly Filter[]): Filter {
  return { kind: 'or', filters };
}
