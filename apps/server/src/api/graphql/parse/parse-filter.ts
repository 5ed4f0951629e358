/**
 * A filter input as the filter tree: the conditions of one input object must all hold, a to-one relation lengthens the path,
 * a to-many one asks for some record. Whether an operator suits a field is found out when the request is planned.
 */
import { operatorByName, operators } from '@headwater/catalog';
import { parameterError } from '../../../errors/parameter-error.js';
import type { Condition, Filter, Operator } from '../../../request/filter.js';
import { filterLimits } from '../limits.js';
import { isMoneyPart, type MemberIndex, memberOf, moneyCurrency, moneyParts } from '../schema/member-index.js';

/** A coerced value of an input object type. */
export type Input = Readonly<Record<string, unknown>>;

type Operands = Condition['operands'];

/** What a member of a condition input means. */
interface ConditionMember {
  readonly operator: Operator;
  /** It takes true or false: false asks for this operator. */
  readonly opposite?: Operator;
  /** It takes a list of any length. */
  readonly isList?: boolean;
}

const conditionMembers = new Map<string, ConditionMember>(
  operators.flatMap(({ name: operator, operands, opposite, graphql }): [string, ConditionMember][] => {
    if (!graphql) return [];
    const isFlag = operands === 'none' && opposite !== undefined;
    return [
      [graphql.name, isFlag ? { operator, opposite } : { operator }],
      ...(graphql.many ? [[graphql.many.name, { operator, isList: true }] as [string, ConditionMember]] : []),
    ];
  }),
);

/** The position in the filter. */
interface Position {
  readonly entityType: string;
  /** Member names that lead from the record compared to this input's record. */
  readonly path: readonly string[];
  /** The same as the caller wrote it. */
  readonly at: string;
  readonly depth: number;
}

/**
 * @param filter a coerced value of the entity type's filter input
 * @param at path of the filter, for messages
 * @returns null: no condition, every record matches
 * @throws ApiError `ERROR_PARAMETER_INVALID` for null in place of a condition, and beyond the limits of a filter
 */
export function parseFilter(index: MemberIndex, entityType: string, filter: Input, at: string): Filter | null {
  const parts = new FilterParser(index, at).parseInput(filter, { entityType, path: [], at, depth: 1 });
  return parts.length === 0 ? null : allOf(parts);
}

class FilterParser {
  private conditions = 0;
  private operands = 0;

  constructor(
    private readonly index: MemberIndex,
    private readonly argument: string,
  ) {}

  parseInput(input: unknown, position: Position): Filter[] {
    if (position.depth > filterLimits.depth)
      throw parameterError(this.argument, `is nested deeper than ${filterLimits.depth} levels`);
    return Object.entries(inputAt(input, position.at)).flatMap(([name, value]) =>
      this.parseMember(name, value, { ...position, at: `${position.at}.${name}`, depth: position.depth + 1 }),
    );
  }

  private parseMember(name: string, value: unknown, position: Position): Filter[] {
    switch (name) {
      case 'and':
      case 'or':
        return [
          {
            kind: name,
            filters: listAt(value, position.at).map((input, index) => this.parsePart(input, index, position)),
          },
        ];
      case 'not':
        return [{ kind: 'not', filter: allOf(this.parseInput(value, position)) }];
    }
    const member = memberOf(this.index, position.entityType, name);
    switch (member.kind) {
      case 'value':
        return this.parseConditions(value, [...position.path, member.field], position.at);
      case 'money':
        return this.parseMoney(value, { ...position, path: [...position.path, member.field] });
      case 'record':
        return this.parseInput(value, {
          ...position,
          entityType: member.target,
          path: [...position.path, member.link],
        });
      case 'row':
      case 'page': {
        const filter = allOf(this.parseInput(value, { ...position, entityType: member.target, path: [] }));
        return [{ kind: 'some', path: [...position.path, member.rows], filter, at: position.at }];
      }
    }
  }

  private parsePart(input: unknown, index: number, position: Position): Filter {
    return allOf(this.parseInput(input, { ...position, at: `${position.at}[${index}]` }));
  }

  private parseMoney(input: unknown, position: Position): Filter[] {
    return Object.entries(inputAt(input, position.at)).flatMap(([name, value]) => {
      const at = `${position.at}.${name}`;
      return isMoneyPart(name)
        ? this.parseConditions(value, [...position.path, moneyParts[name]], at)
        : this.parseInput(value, {
            ...position,
            entityType: moneyCurrency.target,
            path: [...position.path, moneyCurrency.name],
            at,
          });
    });
  }

  private parseConditions(input: unknown, path: readonly string[], at: string): Filter[] {
    return Object.entries(inputAt(input, at)).map(([name, value]) => {
      const filter = parseCondition(name, value, path, `${at}.${name}`);
      this.count(filter);
      return filter;
    });
  }

  private count(filter: Filter): void {
    this.conditions += 1;
    this.operands += filter.kind === 'condition' ? filter.operands.length : 0;
    const { conditions, operands } = filterLimits;
    if (this.conditions > conditions) throw parameterError(this.argument, `has more than ${conditions} conditions`);
    if (this.operands > operands) throw parameterError(this.argument, `compares with more than ${operands} values`);
  }
}

function parseCondition(name: string, value: unknown, path: readonly string[], at: string): Filter {
  const member = conditionMembers.get(name);
  if (!member) throw new Error(`A condition has no member "${name}"`);
  const { operator, opposite, isList } = member;
  if (opposite !== undefined) {
    if (value === null) throw parameterError(at, 'is null; give true or false');
    return { kind: 'condition', path, operator: value === true ? operator : opposite, operands: [], at };
  }
  if (isList && listAt(value, at).length === 0) {
    // Nothing is in an empty list, and everything is not in it; the operator without an operand would be rejected.
    return { kind: operatorByName(operator).opposite === undefined ? 'or' : 'and', filters: [] };
  }
  return { kind: 'condition', path, operator, operands: (Array.isArray(value) ? value : [value]) as Operands, at };
}

/** A null that was taken for "no condition" would give more records than were wanted, so it is rejected. */
function inputAt(value: unknown, at: string): Input {
  if (value === null) throw parameterError(at, 'is null; leave it out or give its conditions');
  return value as Input;
}

function listAt(value: unknown, at: string): readonly unknown[] {
  if (value === null) throw parameterError(at, 'is null; leave it out or give a list');
  return value as readonly unknown[];
}

function allOf(filters: readonly Filter[]): Filter {
  const [first] = filters;
  return first !== undefined && filters.length === 1 ? first : { kind: 'and', filters };
}
