/**
 * Reads the users or units whose key figures are asked for.
 */
import { parameterError } from '../../errors/parameter-error.js';
import { compareTexts } from '../../plan/values/operand.js';
import type { Call } from '../../records/call.js';
import { requireTables } from '../../records/read/require-tables.js';
import { type RecordStore, scopeOf } from '../../records/record-store.js';
import { type ClientRow, compileClients, compileUnits, type UnitRow } from '../../sql/analytics/compile-subjects.js';
import { InsightsSelect, type SubjectChoice } from '../../sql/analytics/insights-select.js';
import type { Statement } from '../../sql/binder.js';
import type { InsightsRequest } from './insights-request.js';

interface SubjectBase {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly picture: string | null;
  /** Whose events count for it: its own id, and those of the units below it where these count. */
  readonly covers: ReadonlySet<string>;
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

/**
 * @returns them by name: users by family name and then given name
 * @throws ApiError `ERROR_PARAMETER_INVALID`: one that was asked for by its id is not there
 */
export async function readSubjects(store: RecordStore, call: Call, request: InsightsRequest): Promise<SubjectFound[]> {
  const found =
    request.subject === 'Clients' ? await readUsers(store, call, request) : await readUnits(store, call, request);
  const shown = found.filter(({ isDeleted }) => !isDeleted || request.includeDeleted);
  return shown.sort((a, b) => compareTexts(sortText(a), sortText(b)));
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
    covers: new Set([row.id]),
    firstName: row.first ?? '',
    lastName: row.last ?? '',
    middleName: row.middle ?? '',
    position: row.position,
    email: row.email,
  }));
}

async function readUnits(store: RecordStore, call: Call, request: InsightsRequest): Promise<UnitFound[]> {
  const { unitIds, withSubUnits, includeDeleted, at } = request;
  const rows = await read<UnitRow>(store, compileUnits(selectOf(store, call, request)));
  if (unitIds) checkIds(unitIds, rows, `${at}.salesUnitIds`, 'sales unit');
  const counting = new Set(rows.filter(({ deleted }) => includeDeleted || !deleted).map(({ id }) => id));
  const below = unitsBelow(rows);
  const covers = (id: string) => new Set(withSubUnits ? [...below(id)].filter((unit) => counting.has(unit)) : [id]);
  const wanted = unitIds === null ? undefined : new Set(unitIds);
  return rows
    .filter(({ id }) => wanted?.has(id) ?? true)
    .map((row) => ({
      kind: 'unit',
      id: row.id,
      isDeleted: Boolean(row.deleted),
      picture: row.picture,
      covers: covers(row.id),
      name: row.name ?? '',
    }));
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

/**
 * Which sales units lie below which. Units may go round in a circle; each counts once all the same. Pure.
 */
export interface TreeUnit {
  readonly id: string;
  readonly parent: string | null;
}

/** @returns the ids of a unit and of all that lie below it, among the units given */
export function unitsBelow(units: readonly TreeUnit[]): (id: string) => ReadonlySet<string> {
  const children = new Map<string | null, TreeUnit[]>();
  for (const unit of units) children.set(unit.parent, [...(children.get(unit.parent) ?? []), unit]);
  return (id) => {
    const found = new Set([id]);
    for (const unit of found) for (const child of children.get(unit) ?? []) found.add(child.id);
    return found;
  };
}
