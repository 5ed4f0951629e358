/**
 * Turns one rule of a box into conditions of the filter tree. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import { type FieldPath, resolvePath } from '../plan/field-path.js';
import type { Condition, Filter, Operator } from '../request/filter.js';
import { compareDays } from './compare-days.js';
import {
  operatorFits,
  operatorsOf,
  type PlainOperator,
  plainOperator,
  type SubjectKind,
  subjectKind,
  subjectNames,
} from './field-operator.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterRule } from './filter-tab.js';
import { boundsOf, checkNone, itemsOf, refuseValues, textsOf } from './rule-values.js';

/** A rule whose field has been found. */
export interface Subject {
  readonly rule: FilterRule;
  readonly path: readonly string[];
  readonly found: FieldPath;
  readonly kind: SubjectKind;
}

/**
 * @param entityType of the records that the rule is about
 * @returns null when it is switched off
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown field, an operator that does not fit it, values of another form
 */
export function planRule(entityType: EntityType, rule: FilterRule, scope: FilterScope): Filter | null {
  const path = rule.field.split('.');
  const found = resolvePath(scope.catalog, entityType, path, `${rule.at}.field`);
  if (rule.operator === 'Nop') return null;
  const kind = subjectKind(found.terminal);
  if (!operatorFits(rule.operator, kind)) throw misfit(rule, kind);
  const { plain, isOpposite } = plainOperator(rule.operator);
  const filter = planPlain({ rule, path, found, kind }, plain, scope);
  return isOpposite ? { kind: 'not', filter } : filter;
}

function planPlain(subject: Subject, operator: PlainOperator, scope: FilterScope): Filter {
  const { rule, kind } = subject;
  if (operator === 'IsEmpty') {
    checkNone(rule);
    return condition(subject, 'empty', []);
  }
  if (operator === 'IsActive') {
    checkNone(rule);
    return isActive(subject);
  }
  if (kind === 'day' || kind === 'moment') {
    const compared = compareDays(rule, operator, kind, scope);
    return anyOf(compared.map(({ operator, operands }) => condition(subject, operator, operands)));
  }
  return compare(subject, operator);
}

/** Operators that take one value, and what they are in the filter tree: for texts, and for all else. */
const comparisons = {
  Less: ['lt', 'lt'],
  LessOrEqual: ['lte', 'lte'],
  More: ['gt', 'gt'],
  MoreOrEqual: ['gte', 'gte'],
  Contains: ['icontains', 'icontains'],
  StartsWith: ['istarts', 'istarts'],
  EndsWith: ['iends', 'iends'],
} as const satisfies Partial<Record<PlainOperator, readonly [Operator, Operator]>>;

function compare(subject: Subject, operator: PlainOperator): Filter {
  const { rule, kind } = subject;
  switch (operator) {
    case 'Is':
    case 'In':
      return condition(subject, kind === 'text' ? 'ieq' : 'eq', itemsOf(rule));
    case 'Has':
      return has(subject);
    case 'Between':
      return anyOf(boundsOf(rule).map((bounds) => condition(subject, 'between', bounds)));
    case 'Less':
    case 'LessOrEqual':
    case 'More':
    case 'MoreOrEqual':
    case 'Contains':
    case 'StartsWith':
    case 'EndsWith':
      return anyOf(textsOf(rule).map((text) => condition(subject, comparisons[operator][0], [text])));
    default:
      throw new Error(`"${operator}" is planned elsewhere`);
  }
}

/** Rows that only tie records together stand for what is at their other end. */
function has(subject: Subject): Filter {
  const { rule, path, found, kind } = subject;
  const { terminal } = found;
  const texts = textsOf(rule);
  if (kind === 'bits') return condition(subject, 'eq', [...new Set(texts.flatMap((text) => masksWith(subject, text)))]);
  const item = terminal.kind === 'rows' ? terminal.field.item : undefined;
  return condition({ ...subject, path: item === undefined ? path : [...path, item] }, 'eq', texts);
}

/** @returns every value of the mask that has all bits of the given one */
function masksWith({ rule, found: { terminal } }: Subject, text: string): number[] {
  const bits = terminal.kind === 'value' ? (terminal.field.enum ?? []).map(({ value }) => Number(value)) : [];
  const sums = Array.from({ length: 2 ** bits.length }, (_, chosen) =>
    bits.reduce((sum, bit, index) => sum + (chosen & (1 << index) ? bit : 0), 0),
  );
  const wanted = Number(text);
  if (wanted <= 0 || !sums.includes(wanted)) {
    throw refuseValues(rule, `${JSON.stringify(text)} is no bit of "${rule.field}"; its bits are ${bits.join(', ')}`);
  }
  return sums.filter((sum) => (sum & wanted) === wanted);
}

/** A flag that is set; a link to a record that has not been deleted. */
function isActive(subject: Subject): Filter {
  const { path, found } = subject;
  if (found.terminal.kind !== 'reference') return condition(subject, 'eq', [true]);
  const { links } = found.terminal.field;
  const way = path.slice(0, isLinkAndId(path) ? -2 : -1);
  return anyOf(links.map(({ name }) => condition({ ...subject, path: [...way, name, 'is_deleted'] }, 'eq', [false])));
}

/** `owner.id` ends where `owner` and `owner_id` do: a reference itself is never called so. */
function isLinkAndId(path: readonly string[]): boolean {
  return path.at(-1) === 'id';
}

function condition({ rule, path }: Subject, operator: Operator, operands: Condition['operands']): Condition {
  return { kind: 'condition', path, operator, operands, at: `${rule.at}.values` };
}

function anyOf(filters: readonly Filter[]): Filter {
  const [first] = filters;
  return first !== undefined && filters.length === 1 ? first : { kind: 'or', filters };
}

function misfit({ at, operator, field }: FilterRule, kind: SubjectKind): ApiError {
  const others = operatorsOf(kind).join(', ');
  const problem = `"${operator}" does not fit "${field}", which holds ${subjectNames[kind]}; it takes ${others}`;
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}.operator: ${problem}.`, { at: `${at}.operator` });
}
