/**
 * Reads the users or units whose key figures are asked for.
 */
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import { requireTables } from '../../records/read/require-tables.js';
import { type RecordStore, scopeOf } from '../../records/record-store.js';
import { sortWithPauses } from '../../records/yielder.js';
import { type ClientRow, compileClients, compileUnits, type UnitRow } from '../../sql/analytics/compile-subjects.js';
import { InsightsSelect, type SubjectChoice } from '../../sql/analytics/insights-select.js';
import type { Statement } from '../../sql/binder.js';
import type { InsightsRequest } from './insights-request.js';
import type { TreeUnit } from './unit-tree.js';

interface SubjectBase {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly picture: string | null;
}

export interface UserFound extends SubjectBase {
  readonly kind: 'user';
  readonly firstName: string;
  readonly lastName: string;
  readonly middleName: string;
  readonly position: string | null;
  readonly email: string | null;
}

export interface UnitFound extends SubjectBase {
  readonly kind: 'unit';
  readonly name: string;
}

export type SubjectFound = UserFound | UnitFound;

export interface SubjectsFound {
  /** By name: users by family name and then given name. */
  readonly subjects: readonly SubjectFound[];
  /** The units whose events count for those above them, too; null: events count for those alone that they are of. */
  readonly units: readonly UnitOfTree[] | null;
}

export interface UnitOfTree extends TreeUnit {
  /** Whether its own events count. */
  readonly counts: boolean;
}

/**
 * @param pause is awaited between steps; its errors are passed on
 * @throws ApiError `ERROR_PARAMETER_INVALID`: one that was asked for by its id is not there
 */
export async function readSubjects(
  store: RecordStore,
  call: Call,
  request: InsightsRequest,
  pause: () => Promise<void>,
): Promise<SubjectsFound> {
  const { subjects, units } =
    request.subject === 'Clients'
      ? { subjects: await readUsers(store, call, request), units: null }
      : await readUnits(store, call, request);
  const shown = subjects.filter(({ isDeleted }) => !isDeleted || request.includeDeleted);
  const keyed: (readonly [key: Buffer, subject: SubjectFound])[] = [];
  for (const subject of shown) {
    await pause();
    keyed.push([Buffer.from(sortText(subject)), subject]);
  }
  const sorted = await sortWithPauses(keyed, ([one], [other]) => Buffer.compare(one, other), pause);
  return { subjects: sorted.map(([, subject]) => subject), units };
}

async function readUsers(store: RecordStore, call: Call, request: InsightsRequest): Promise<UserFound[]> {
  const { clientIds, unitIds, at } = request;
  const [rows, units] = await Promise.all([
    read<ClientRow>(store, compileClients(selectOf(store, call, request))),
    unitIds === null ? [] : readKnownUnits(store, call, unitIds),
  ]);
  if (clientIds) checkIds(clientIds, rows, `${at}.clientIds`, 'user');
  if (unitIds) checkIds(unitIds, units, `${at}.salesUnitIds`, 'sales unit');
  return rows.map((row) => ({
    kind: 'user',
    id: row.id,
    isDeleted: Boolean(row.deleted),
    picture: row.picture,
    firstName: row.first ?? '',
    lastName: row.last ?? '',
    middleName: row.middle ?? '',
    position: row.position,
    email: row.email,
  }));
}

async function readUnits(store: RecordStore, call: Call, request: InsightsRequest): Promise<SubjectsFound> {
  const { unitIds, withSubUnits, includeDeleted, at } = request;
  const rows = await read<UnitRow>(store, compileUnits(selectOf(store, call, request)));
  if (unitIds) checkIds(unitIds, rows, `${at}.salesUnitIds`, 'sales unit');
  const wanted = unitIds === null ? undefined : new Set(unitIds);
  const subjects = rows
    .filter(({ id }) => wanted?.has(id) ?? true)
    .map(
      (row): UnitFound => ({
        kind: 'unit',
        id: row.id,
        isDeleted: Boolean(row.deleted),
        picture: row.picture,
        name: row.name ?? '',
      }),
    );
  const units = rows.map(({ id, parent, deleted }) => ({ id, parent, counts: includeDeleted || !deleted }));
  return { subjects, units: withSubUnits ? units : null };
}

/** The units themselves: those that users belong to may have none. */
function readKnownUnits(store: RecordStore, call: Call, ids: readonly string[]): Promise<{ readonly id: string }[]> {
  const all = { subject: 'SalesUnits', clientIds: null, unitIds: ids, withSubUnits: false } as const;
  return read<UnitRow>(store, compileUnits(selectOf(store, call, all)));
}

function selectOf(store: RecordStore, call: Call, request: SubjectChoice): InsightsSelect {
  return new InsightsSelect(store.shown, store.catalog, scopeOf(call), request);
}

/** The type of the rows is what the statement's compiler says of them. */
async function read<Row>(store: RecordStore, statement: Statement): Promise<Row[]> {
  requireTables(store, statement);
  return (await store.db.read(statement)) as unknown as Row[];
}

function checkIds(ids: readonly string[], found: readonly { readonly id: string }[], at: string, what: string): void {
  const known = new Set(found.map(({ id }) => id));
  const index = ids.findIndex((id) => !known.has(id));
  if (index < 0) return;
  const path = `${at}[${index}]`;
  throw parameterError(path, `there is no ${what} with the id "${ids[index]}"`);
}

function sortText(subject: SubjectFound): string {
  const names = subject.kind === 'user' ? [subject.lastName, subject.firstName, subject.middleName] : [subject.name];
  return [...names, subject.id].join('\0');
}
