/**
 * Coerces the variables of an operation, after it has bounded what they hold: coercing looks up every member of an input object's type,
 * given or not, and follows values by recursion.
 */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { ApiError } from '../../../errors/api-error.js';
import { variableLimits } from '../limits.js';
import type { Input } from './parse-filter.js';

/**
 * @returns undefined for variables that do not fit their types; the executor says why
 * @throws ApiError `ERROR_PARAMETER_INVALID` when they hold too much, nest too deeply or name a member with a very long name
 */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Input,
): Input | undefined {
  const size = new VariablesSize();
  for (const { variable, type: node } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    const name = variable.name.value;
    if (isInputType(type)) size.add(given[name], type, name);
  }
  // Each error compares names and holds a stack; the first one is enough to know.
  return getVariableValues(schema, variableDefinitions, given, { maxErrors: 1 }).coerced;
}

interface Part {
  readonly value: unknown;
  readonly type: GraphQLInputType;
  readonly depth: number;
}

class VariablesSize {
  private members = 0;
  /** By type: how many members it has. */
  private readonly memberCounts = new Map<GraphQLInputType, number>();

  add(value: unknown, type: GraphQLInputType, variable: string): void {
    const left: Part[] = [{ value, type, depth: 0 }];
    for (let part = left.pop(); part !== undefined; part = left.pop()) {
      if (part.depth > variableLimits.depth) {
        throw rejected(variable, `is nested deeper than ${variableLimits.depth} levels`);
      }
      this.count(1);
      this.addInner(part, left, variable);
    }
  }

  private addInner({ value, type, depth }: Part, left: Part[], variable: string): void {
    const bare = getNullableType(type);
    if (isListType(bare)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (isScalarType(getNullableType(bare.ofType))) this.count(variableLimits.listItem * (1 + items.length));
      else for (const item of items) left.push({ value: item, type: bare.ofType, depth: depth + 1 });
    } else if (isEnumType(bare) && typeof value === 'string') {
      requireName(value, variable);
    } else if (isInputObjectType(bare) && isObject(value)) {
      const fields = bare.getFields();
      const members = this.memberCount(bare, fields);
      const counted = Math.max(members, variableLimits.object);
      const isFilterPart = membersOfFilters.some((name) => fields[name] !== undefined);
      this.count(isFilterPart ? counted * variableLimits.filterPart : counted);
      if (Object.keys(value).length > members) throw rejected(variable, `has more members than ${bare.name} has`);
      for (const [name, inner] of Object.entries(value)) {
        const field = fields[name];
        if (field !== undefined) left.push({ value: inner, type: field.type, depth: depth + 1 });
        else requireName(name, variable);
      }
    }
  }

  private memberCount(type: GraphQLInputType, fields: object): number {
    const count = this.memberCounts.get(type) ?? Object.keys(fields).length;
    this.memberCounts.set(type, count);
    return count;
  }

  private count(members: number): void {
    this.members += members;
    if (this.members <= variableLimits.members) return;
    const message = `The variables hold more than ${variableLimits.members} values, where an input object counts with all members of its type and as ${variableLimits.object} at least, that of a filter or an order four times. Send several operations.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message);
  }
}

/** Of which an input object has one that is a part of a filter or an order: there may be nothing else in the variables, and few are taken. */
const membersOfFilters = ['and', 'filterFields', 'operator', 'direction'] as const;

/** An unknown name is compared with all that there are. */
function requireName(name: string, variable: string): void {
  if (name.length <= variableLimits.name) return;
  throw rejected(variable, `holds a name that is longer than ${variableLimits.name} characters`);
}

function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rejected(variable: string, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `$${variable}: ${problem}.`, { at: `$${variable}` });
}
