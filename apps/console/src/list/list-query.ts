/** What a list shows, as it is in the address of the page and in the request. Pure. */
import type { Contract, EntityType } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import { loadedFor } from '../contract/values.js';
import { operators } from '../generated/facts.js';

export interface Condition {
  readonly member: string;
  readonly operator: string;
  readonly values: readonly string[];
}

export interface ListQuery {
  readonly conditions: readonly Condition[];
  /** `-created`: the newest first. */
  readonly sort: string | undefined;
  readonly columns: readonly string[] | undefined;
  readonly includeDeleted: boolean;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

export const pageSize = 25;

export function parseListQuery(query: URLSearchParams): ListQuery {
  return {
    conditions: query.getAll('where').flatMap(parseCondition),
    sort: query.get('sort') ?? undefined,
    columns: query.get('columns')?.split(','),
    includeDeleted: query.get('deleted') === 'true',
    after: query.get('after') ?? undefined,
    before: query.get('before') ?? undefined,
  };
}

/** @returns none for a text that is no condition */
function parseCondition(text: string): Condition[] {
  try {
    const [member = '', operator = '', ...values] = JSON.parse(text) as string[];
    return [{ member, operator, values }];
  } catch {
    return [];
  }
}

export function writeListQuery(query: ListQuery): URLSearchParams {
  const { conditions, sort, columns, includeDeleted, after, before } = query;
  return new URLSearchParams([
    ...conditions.map(({ member, operator, values }) => ['where', JSON.stringify([member, operator, ...values])]),
    ...(sort === undefined ? [] : [['sort', sort]]),
    ...(columns === undefined ? [] : [['columns', columns.join()]]),
    ...(includeDeleted ? [['deleted', 'true']] : []),
    ...(after === undefined ? [] : [['after', after]]),
    ...(before === undefined ? [] : [['before', before]]),
  ]);
}

/** @returns the parameters of the request */
export function requestOf(
  query: ListQuery,
  columns: readonly Member[],
  { labelMember }: EntityType,
  contract: Contract,
) {
  const { conditions, sort, includeDeleted, after, before } = query;
  const valuesOf = ({ values }: Condition) => (values.length === 1 ? values[0] : values);
  const withValues = conditions.filter(({ values }) => values.length > 0);
  const window = before === undefined ? { first: pageSize, ...(after && { after }) } : { last: pageSize, before };
  return {
    ...window,
    filter: Object.fromEntries(withValues.map((condition) => [condition.member, valuesOf(condition)])),
    'filter-op': Object.fromEntries(conditions.map(({ member, operator }) => [member, operator])),
    'load-only': ['id', 'is_deleted', labelMember, ...columns.flatMap((column) => loadedFor(column, contract))].join(),
    ...(sort && { 'order-by': sort }),
    'include-total': true,
    ...(includeDeleted && { 'include-deleted': true }),
  };
}

/** How values of each kind compare, which says the operators that fit. */
const ways: Readonly<Record<Member['kind'], string>> = {
  text: 'text',
  'long-text': 'text',
  integer: 'ordered',
  number: 'ordered',
  date: 'ordered',
  'date-time': 'ordered',
  boolean: 'single',
  choice: 'single',
  relation: 'single',
  texts: 'list',
  money: 'never',
  relations: 'never',
  json: 'never',
};

/** Of options and records that are chosen, upper and lower case mean nothing. */
const isOfText = (operator: string) => /^(not-)?ieq$/.test(operator);

/** @returns the operators that fit a member */
export function operatorsFor({ kind }: Member) {
  const way = ways[kind];
  return (operators[way] ?? []).filter(({ name }) => way === 'text' || !isOfText(name));
}

/** @returns whether lists can be ordered by a member */
export function isSortable({ kind }: Member): boolean {
  return ['text', 'ordered', 'single'].includes(ways[kind]) && kind !== 'relation';
}

export function isFilterable({ kind, isShown, links, name }: Member): boolean {
  const isPath = kind === 'relation' && links.some((link) => link.name === name);
  return isShown && kind !== 'relations' && !isPath;
}

const mostColumns = 6;
const seldomWanted = /^(is_|phone[2-9]|email[2-9]|quick_|health|picture|revision$|id$|created$|modified$|use_|has_)/;

/** Of the text that means the record, which a list shows anyway. */
const partOfName = /^(name|subject|first_name|last_name)$/;

/** @returns the columns that a list has unless others are chosen, besides the text that means the record */
export function usualColumns({ members, labelMember }: EntityType): readonly Member[] {
  const plain = members.filter(
    ({ name, kind, isShown, onUpdate, onCreate, isRequired }) =>
      isShown &&
      name !== labelMember &&
      !['json', 'relations', 'texts', 'long-text'].includes(kind) &&
      !seldomWanted.test(name) &&
      (onUpdate || onCreate || isRequired || kind === 'choice') &&
      !(labelMember.startsWith('formatted_') && partOfName.test(name)),
  );
  return plain.slice(0, mostColumns);
}
