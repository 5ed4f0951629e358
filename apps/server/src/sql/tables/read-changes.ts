/**
 * Writes the statements that read the change log: in the order of commits or the newest ones first, those of a space, of entity types or
 * of one record. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { Predicate } from '../../plan/list/predicate.js';
import type { ChangeAct } from '../../request/change-act.js';
import { type Binder, namesScope, type Statement, type StatementScope, scopedBinder, spaceBinder } from '../binder.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { compilePredicate } from '../filter/compile-predicate.js';
import type { UserSight } from '../record-sight.js';

/** A place in the log. */
export interface ChangePlace {
  readonly revision: number;
  /** Left out: behind all changes of the revision. */
  readonly position?: number;
}

export interface ChangesChoice {
  /** Only changes on the far side of it. */
  readonly after: ChangePlace | undefined;
  readonly isNewestFirst: boolean;
  /** No later revision; left out: all that there are. */
  readonly upTo?: number;
  /** Names; left out: all. */
  readonly entityTypes?: readonly string[];
  /** Id of a record: its changes, and those of the rows that belong to it. */
  readonly record?: string;
  readonly acts?: readonly ChangeAct[];
  /** Names of members of which one has changed. */
  readonly fields?: readonly string[];
  /** Over the columns of a change. */
  readonly predicate?: Predicate;
  /** Only of records that a user sees, deleted or not. */
  readonly seenBy?: SeenBy;
  /** By the names of members, the entity types in which these are not seen: `fields` says nothing of them there. */
  readonly hidden?: ReadonlyMap<string, readonly string[]>;
  /** Entity types of rows of which is not seen to which records they belong. */
  readonly ownersHidden?: readonly string[];
}

/** Whose records changes are of. */
export interface SeenBy {
  readonly sight: UserSight;
  readonly scope: StatementScope;
  /** Of the others none is seen. */
  readonly entityTypes: readonly EntityType[];
}

const order = ['revision', 'position'] as const;

/**
 * @param most changes that are looked at; those that `acts`, `fields` and others choose are among them
 * @param limit changes that are answered
 * @returns a statement whose rows have `v` and `p`, their place; `entity`, `entity_id`, `act`, `members`, `o0`, `o1`, `created` as JSON
 *   shows it, `token`, `client_id`, `request_id`, `idempotency_key`, `skip_key`
 */
export function selectChanges(
  dialect: ReadDialect,
  space: string,
  choice: ChangesChoice,
  most: number,
  limit: number,
): Statement {
  const { seenBy } = choice;
  const binder = seenBy === undefined ? spaceBinder(dialect, space) : scopedBinder(dialect, seenBy.scope);
  const columns = [
    ...['r.revision AS v', 'r.position AS p', 'r.entity', 'r.entity_id', 'r.act', 'r.members'],
    ...['r.owner_id AS o0', 'r.other_owner_id AS o1', `${dialect.jsonValue('r.created', 'datetime')} AS created`],
    ...['r.token', 'r.client_id', 'r.request_id', 'r.idempotency_key', 'r.skip_key'],
  ];
  const from = lookedAt(binder, choice, most);
  const where = conditionsOf(dialect, binder, choice).join(' AND ');
  const sorted = orderBy('r', choice.isNewestFirst);
  return binder.statement(
    `SELECT ${columns.join(', ')} FROM ${from} r${where === '' ? '' : ` WHERE ${where}`} ${sorted} LIMIT ${limit}`,
  );
}

/** @returns a statement whose rows have `entity` of the changes that are looked at, each once, and `v`, their last revision */
export function selectTypesLookedAt(
  dialect: ReadDialect,
  space: string,
  choice: ChangesChoice,
  most: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const from = lookedAt(binder, choice, most);
  return binder.statement(`SELECT r.entity, MAX(r.revision) AS v FROM ${from} r GROUP BY r.entity`);
}

/** @returns a statement whose row has `v` and `p`, the place of the last change that was looked at; none when there were fewer */
export function selectLastLookedAt(
  dialect: ReadDialect,
  space: string,
  choice: ChangesChoice,
  most: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const from = lookedAt(binder, choice, most);
  const sorted = orderBy('r', choice.isNewestFirst);
  return binder.statement(
    `SELECT r.revision AS v, r.position AS p FROM ${from} r ${sorted} LIMIT 1 OFFSET ${most - 1}`,
  );
}

/** @returns a statement whose rows have `entity`, `id`, `act`, `members`, `o0`, `o1` of the changes of a revision, in their order */
export function selectChangesOf(dialect: ReadDialect, space: string, revision: number, most: number): Statement {
  const binder = spaceBinder(dialect, space);
  const columns =
    'r.entity_type AS entity, r.record_id AS id, r.act, r.members, r.owner_id AS o0, r.other_owner_id AS o1';
  const where = `${binder.inSpace('r')} AND r.revision = ${binder.bind(revision)}`;
  return binder.statement(`SELECT ${columns} FROM changes r WHERE ${where} ORDER BY r.position LIMIT ${most}`);
}

/** @returns a statement whose row has `f`, the revision after which the log has everything, and `v`, that of the last change */
export function selectLoggedFrom(dialect: ReadDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(`SELECT s.logged_from AS f, s.revision AS v FROM spaces s WHERE ${binder.inSpace('s')}`);
}

/** @returns a statement with a row when a record of the entity type has changed */
export function selectHasChanged(dialect: ReadDialect, space: string, entityType: string, id: string): Statement {
  const binder = spaceBinder(dialect, space);
  const where = [
    binder.inSpace('r'),
    `r.record_id = ${binder.bind(id, 'uuid')}`,
    `r.entity_type = ${binder.bind(entityType)}`,
  ];
  return binder.statement(`SELECT 1 AS found FROM changes r WHERE ${where.join(' AND ')} LIMIT 1`);
}

/** By their place alone, along an index. */
function lookedAt(binder: Binder, choice: ChangesChoice, most: number): string {
  const { record, entityTypes } = choice;
  const bounds = boundsOf(binder, choice);
  const columns = 'c.*, c.entity_type AS entity, c.record_id AS entity_id, c.changed_at AS created';
  const select = (conditions: readonly string[]) => {
    const where = [binder.inSpace('c'), ...conditions, ...bounds].join(' AND ');
    return `(SELECT ${columns} FROM changes c WHERE ${where} ${orderBy('c', choice.isNewestFirst)} LIMIT ${most})`;
  };
  if (record === undefined) {
    const [only, ...others] = entityTypes ?? [];
    const isOne = only !== undefined && others.length === 0;
    return select(isOne ? [`c.entity_type = ${binder.bind(only)}`] : []);
  }
  const id = binder.bind(record, 'uuid');
  const parts = ['record_id', 'owner_id', 'other_owner_id'].map((column) => select([`c.${column} = ${id}`]));
  // A change of a row that belongs to its own record twice, or to a record of the same id, is one change.
  const all = parts.map((part) => `SELECT * FROM ${part} x`).join(' UNION ');
  return `(SELECT * FROM (${all}) u ${orderBy('u', choice.isNewestFirst)} LIMIT ${most})`;
}

function boundsOf(binder: Binder, { after, isNewestFirst, upTo }: ChangesChoice): string[] {
  const bounds = upTo === undefined ? [] : [`c.revision <= ${binder.bind(upTo)}`];
  if (after === undefined) return bounds;
  const comparison = isNewestFirst ? '<' : '>';
  const revision = binder.bind(after.revision);
  if (after.position === undefined) return [...bounds, `c.revision ${comparison} ${revision}`];
  return [...bounds, `(c.revision, c.position) ${comparison} (${revision}, ${binder.bind(after.position)})`];
}

function conditionsOf(dialect: ReadDialect, binder: Binder, choice: ChangesChoice): string[] {
  const { entityTypes, acts, fields, predicate, seenBy, record, ownersHidden = [], hidden } = choice;
  const isOneOf = (column: string, values: readonly string[]) =>
    `${column} IN (${values.map((value) => binder.bind(value)).join(', ')})`;
  const context = { dialect, binder, includeDeleted: true, skipsRecords: false, depth: 0 };
  const hasMember = (names: readonly string[], types: readonly string[] = []) => {
    const has = dialect.jsonHasMember(
      'r.members',
      names.map((name) => binder.bind(name)),
    );
    return types.length === 0 ? has : `(${has} AND NOT ${isOneOf('r.entity', types)})`;
  };
  const hasOneOf = (names: readonly string[]) => {
    const seen = names.filter((name) => !hidden?.has(name));
    const ways = names.filter((name) => hidden?.has(name)).map((name) => hasMember([name], hidden?.get(name)));
    return `(${[...(seen.length > 0 ? [hasMember(seen)] : []), ...ways].join(' OR ')})`;
  };
  return [
    ...(record === undefined || ownersHidden.length === 0
      ? []
      : [`(r.entity_id = ${binder.bind(record, 'uuid')} OR NOT ${isOneOf('r.entity', ownersHidden)})`]),
    ...(entityTypes === undefined || seenBy !== undefined ? [] : [isOneOf('r.entity', entityTypes)]),
    ...(acts === undefined ? [] : [isOneOf('r.act', acts)]),
    ...(fields === undefined ? [] : [hasOneOf(fields)]),
    ...(predicate === undefined ? [] : [compilePredicate(context, 'r', predicate)]),
    ...(seenBy === undefined ? [] : isSeen(dialect, binder, seenBy)),
  ];
}

function isSeen(dialect: ReadDialect, binder: Binder, { sight, scope, entityTypes }: SeenBy): string[] {
  const seen = sight.compileNamed(entityTypes, 'r.entity', 'r.entity_id', (value) => binder.bind(value));
  return [namesScope(dialect, scope), seen];
}

function orderBy(alias: string, isNewestFirst: boolean): string {
  return `ORDER BY ${order.map((column) => `${alias}.${column}${isNewestFirst ? ' DESC' : ''}`).join(', ')}`;
}
