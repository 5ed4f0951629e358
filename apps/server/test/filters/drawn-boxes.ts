/**
 * Random boxes over the records of the property tests, how GraphQL takes them, and what they mean, in the terms of their oracle.
 */
import type { FieldOperator, FilterTabInput } from '@headwater/graphql-types';
import fc from 'fast-check';
import type { Operator } from '../../src/request/filter.js';
import type { Fixture } from '../properties/fixture.js';
import { answer, type Condition, type Thing } from '../properties/oracle.js';
import { queries } from '../properties/queries.js';

/** A rule that holds where a condition of REST does, or where it does not. */
export interface DrawnRule {
  readonly condition: Condition;
  readonly operator: FieldOperator;
  readonly isOpposite: boolean;
}

/** Conditions that rules can say, and how; texts are compared ignoring case only. */
const operators: Partial<Record<Operator, readonly [FieldOperator, opposite?: FieldOperator]>> = {
  ieq: ['Is', 'IsNot'],
  empty: ['IsEmpty', 'IsNotEmpty'],
  gt: ['More'],
  gte: ['MoreOrEqual'],
  lt: ['Less'],
  lte: ['LessOrEqual'],
  between: ['Between', 'BetweenNot'],
  icontains: ['Contains', 'ContainsNot'],
  istarts: ['StartsWith'],
  iends: ['EndsWith'],
};

/** The same but for texts. */
function equality({ operands }: Condition): Operator {
  return operands.every((operand) => typeof operand !== 'string' || isId(operand)) ? 'ieq' : 'eq';
}

/** Ids have no order here. */
function isId(operand: unknown): boolean {
  return typeof operand === 'string' && /^[0-9a-f]{8}-/.test(operand);
}

const lists: readonly FieldOperator[] = ['In', 'InNot'];

function drawnRules(fixture: Fixture, wanted: (path: string) => string | undefined): fc.Arbitrary<DrawnRule[]> {
  const drawn = fc.tuple(
    queries(fixture),
    fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 3, maxLength: 3 }),
  );
  return drawn.map(([query, choices]) =>
    query.conditions.flatMap((condition, index) => {
      const [isOpposite = false, isList = false] = choices[index] ?? [];
      const path = wanted(condition.path);
      const [operator, opposite] =
        operators[condition.operator === 'eq' ? equality(condition) : condition.operator] ?? [];
      // Two rows that equal themselves are not what `Has` asks for.
      if (path === undefined || operator === undefined) return [];
      if (path === 'account_relations' && operator !== 'IsEmpty') return [];
      if (operator !== 'Is' && condition.operands.some(isId)) return [];
      const isTurned = isOpposite && opposite !== undefined;
      const named = isTurned ? opposite : operator;
      const listed = operator === 'Is' && isList ? lists[isTurned ? 1 : 0] : undefined;
      return [{ condition: { ...condition, path }, operator: listed ?? named, isOpposite: isTurned }];
    }),
  );
}

/** Rules on opportunities. */
export function mainRules(fixture: Fixture): fc.Arbitrary<DrawnRule[]> {
  return drawnRules(fixture, (path) => path);
}

const toAccount = 'account_relations.account.';

/** Rules on accounts. */
function accountRules(fixture: Fixture): fc.Arbitrary<DrawnRule[]> {
  return drawnRules(fixture, (path) => (path.startsWith(toAccount) ? path.slice(toAccount.length) : undefined));
}

const kinds = ['All', 'Primary', 'NoRelation'] as const;

export interface DrawnTab {
  readonly rules: readonly DrawnRule[];
  readonly formula: readonly FormulaStep[] | null;
  readonly operator: 'And' | 'Or';
  readonly sibling: { readonly kind: (typeof kinds)[number]; readonly rules: readonly DrawnRule[] } | null;
}

/** What joins a rule to those before it. */
interface FormulaStep {
  readonly joint: 'AND' | 'OR';
  readonly isOpposite: boolean;
}

export function drawnTabs(fixture: Fixture): fc.Arbitrary<DrawnTab> {
  const step = fc.record({ joint: fc.constantFrom('AND' as const, 'OR' as const), isOpposite: fc.boolean() });
  return fc.record({
    rules: mainRules(fixture),
    formula: fc.option(fc.array(step, { minLength: 3, maxLength: 3 })),
    operator: fc.constantFrom('And' as const, 'Or' as const),
    sibling: fc.option(fc.record({ kind: fc.constantFrom(...kinds), rules: accountRules(fixture) })),
  });
}

export function tabOf({ rules, formula, operator, sibling }: DrawnTab): FilterTabInput {
  return {
    operator,
    mainBox: {
      entity: 'Opportunity',
      filterFields: rules.map(ruleOf),
      formula: formula && rules.length > 0 ? formulaText(rules.length, formula) : null,
    },
    siblingBoxes: sibling
      ? [
          {
            id: 'accounts',
            entity: 'Account',
            relation: { kind: sibling.kind },
            filterFields: sibling.rules.map(ruleOf),
          },
        ]
      : [],
  };
}

export function ruleOf({ condition: { path, operands }, operator }: DrawnRule) {
  const texts = operands.map(String);
  const isPair = operator === 'Between' || operator === 'BetweenNot';
  const values = isPair || lists.includes(operator) ? [texts] : texts.map((text) => [text]);
  return { field: path, operator, values: operator.endsWith('Empty') ? [] : values };
}

/** From the last rule to the first, so that positions differ from the order. */
function formulaText(count: number, steps: readonly FormulaStep[]): string {
  return Array.from({ length: count }, (_, index) => count - index).reduce((text, position, index) => {
    const name = steps[index]?.isOpposite ? `not ${position}` : String(position);
    return text === '' ? name : `(${text}) ${steps[index]?.joint} ${name}`;
  }, '');
}

/** @returns the ids of the opportunities that a tab finds, in order */
export function tabAnswer(fixture: Fixture, tab: DrawnTab): string[] {
  const present = answer(fixture.opportunities, { conditions: [], order: [], includeDeleted: false });
  return present.filter((thing) => tabHolds(thing, tab)).map(({ id }) => id);
}

function tabHolds(thing: Thing, { rules, formula, operator, sibling }: DrawnTab): boolean {
  const main = rules.length === 0 ? [] : [mainHolds(thing, rules, formula)];
  const boxes = sibling ? [...main, siblingHolds(thing, sibling)] : main;
  return operator === 'And' || boxes.length === 0 ? boxes.every(Boolean) : boxes.some(Boolean);
}

function mainHolds(thing: Thing, rules: readonly DrawnRule[], steps: readonly FormulaStep[] | null): boolean {
  if (!steps) return rules.every((rule) => ruleHolds(thing, rule));
  return [...rules].reverse().reduce<boolean | undefined>((before, rule, index) => {
    const holds = ruleHolds(thing, rule) !== steps[index]?.isOpposite;
    if (before === undefined) return holds;
    return steps[index]?.joint === 'AND' ? before && holds : before || holds;
  }, undefined) as boolean;
}

function siblingHolds(thing: Thing, { kind, rules }: NonNullable<DrawnTab['sibling']>): boolean {
  const rows = (thing.many.account_relations ?? []).filter((row) => !row.isDeleted);
  const accounts = kind === 'Primary' ? [thing.one.primary_account] : rows.map((row) => row.one.account);
  const isFound = accounts.some(
    (account) => account != null && !account.isDeleted && rules.every((rule) => ruleHolds(account, rule)),
  );
  return isFound !== (kind === 'NoRelation');
}

export function ruleHolds(thing: Thing, { condition, isOpposite }: DrawnRule): boolean {
  const found = answer([{ ...thing, isDeleted: false }], { conditions: [condition], order: [], includeDeleted: false });
  return found.length > 0 !== isOpposite;
}
