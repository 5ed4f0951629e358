/**
 * Writes the statements over the change log: a row for each change of a record, by the revision of the transaction that made it and its
 * position in that. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import type { ChangeAct } from '../../request/change-act.js';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import type { ColumnType } from '../columns.js';
import { sharedKindColumn, sharedTableOf } from '../custom-values/shared-tables.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { JsonDialect } from '../dialects/json.js';
import { identifier } from '../dialects/quote.js';

/** What is the same for all changes of a write. */
export interface ChangeOrigin {
  readonly revision: number;
  /** `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC. */
  readonly moment: string;
  /** Token of the key. */
  readonly token: string;
  /** Id of the user for whom the key asked. */
  readonly client: string | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** By which webhooks leave the change out. */
  readonly skipKey: string | null;
}

/** What happened to one record. */
export interface ChangedRecord {
  readonly entityType: string;
  readonly id: string;
  readonly act: ChangeAct;
  /** A JSON object: each changed member with an array of its value before and after. Null: none that answers show. */
  readonly members: string | null;
  /** Ids of the records that it belongs to as a row, two at most. */
  readonly owners: readonly string[];
}

/** A row of the log. */
export interface LoggedChange extends ChangedRecord {
  readonly origin: ChangeOrigin;
  /** From 0, rising within the revision. */
  readonly position: number;
}

const columns = [
  ['revision', 'integer'],
  ['position', 'integer'],
  ['entity_type', 'string'],
  ['record_id', 'uuid'],
  ['act', 'string'],
  ['members', 'text'],
  ['owner_id', 'uuid'],
  ['other_owner_id', 'uuid'],
  ['changed_at', 'datetime'],
  ['token', 'string'],
  ['client_id', 'uuid'],
  ['request_id', 'string'],
  ['idempotency_key', 'string'],
  ['skip_key', 'string'],
] as const satisfies readonly (readonly [string, ColumnType])[];

/** Its table tells the types of one custom entity from those of others by the name of that. */
const typesOfCustomEntities = 'CustomEntityType';

const into = `INSERT INTO "changes" (${['space_id', ...columns.map(([name]) => name)].map(identifier).join(', ')})`;

/** @param changes at least one, of one space */
export function insertChanges(dialect: BindingDialect, space: string, changes: readonly LoggedChange[]): Statement {
  const binder = spaceBinder(dialect, space);
  const rows = changes.map(({ origin, position, entityType, id, act, members, owners }) => [
    origin.revision,
    position,
    entityType,
    id,
    act,
    members,
    owners[0] ?? null,
    owners[1] ?? null,
    origin.moment,
    origin.token,
    origin.client,
    origin.requestId,
    origin.idempotencyKey,
    origin.skipKey,
  ]);
  const { from, values } = binder.bindRows(
    rows,
    columns.map(([, type]) => type),
  );
  return binder.statement(`${into} SELECT ${[binder.space, ...values].join(', ')} FROM ${from}`);
}

/** Writes the log of a set of records, ahead of the statement that changes them. @param position of the first of them */
export type LogStatement = (origin: ChangeOrigin, position: number) => Statement;

/** Records that a statement is about to change, all in the same way. */
export interface ChangedSet {
  readonly entityType: EntityType;
  readonly act: ChangeAct;
  /** Each changed member by name, with expressions of its value before and after as JSON takes them. */
  readonly members: readonly (readonly [name: string, before: string, after: string])[];
  /** Expressions of the ids of the records that they belong to, two at most. */
  readonly owners: readonly string[];
  /** Behind FROM: the records, under the alias `r`. */
  readonly from: string;
  readonly where: readonly string[];
}

/**
 * Logs the change of a set ahead of the statement that makes it, without reading a record.
 * @param binder what the expressions of the set are bound with
 * @param position of the first record; the others follow
 */
export function insertChangesOf(
  dialect: BindingDialect & JsonDialect,
  binder: Binder,
  set: ChangedSet,
  origin: ChangeOrigin,
  position: number,
): Statement {
  const members = set.members.map(([name, ...values]) => [name, dialect.jsonArray(values)] as const);
  const text = (value: string | null) => dialect.cast(binder.bind(value), 'string');
  const [owner, other] = set.owners;
  const values = [
    binder.space,
    binder.bind(origin.revision),
    `${dialect.cast(binder.bind(position), 'integer')} + row_number() OVER () - 1`,
    nameOf(dialect, set.entityType),
    'r.id',
    dialect.textLiteral(set.act),
    members.length === 0 ? 'NULL' : dialect.jsonText(dialect.jsonObject(members)),
    owner ?? dialect.cast('NULL', 'uuid'),
    other ?? dialect.cast('NULL', 'uuid'),
    dialect.cast(binder.bind(origin.moment), 'datetime'),
    text(origin.token),
    dialect.cast(binder.bind(origin.client), 'uuid'),
    text(origin.requestId),
    text(origin.idempotencyKey),
    text(origin.skipKey),
  ];
  const where = [binder.inSpace('r'), ...set.where].join(' AND ');
  return binder.statement(`${into} SELECT ${values.join(', ')} FROM ${set.from} WHERE ${where}`);
}

/** @param kind what a row of a shared table says in the column for it; empty elsewhere @returns the name of its entity type */
export function entityTypeOfKind(entityType: EntityType, kind: string): string {
  if (kind === '') return entityType.name;
  return (entityType.storedIn ?? entityType.name) === typesOfCustomEntities ? `${kind}Type` : kind;
}

/** @returns an expression of the name of the entity type that a record `r` has: in a shared table not the same for all */
function nameOf(dialect: BindingDialect, entityType: EntityType): string {
  const name = dialect.textLiteral(entityType.name);
  const kindColumn = sharedTableOf(entityType) ? undefined : sharedKindColumn(entityType);
  if (kindColumn === undefined) return name;
  const kind = `r.${identifier(kindColumn)}`;
  return `coalesce(${entityType.name === typesOfCustomEntities ? `${kind} || 'Type'` : kind}, ${name})`;
}
