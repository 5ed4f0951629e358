/**
 * Compares what writes announce with what the tables of a space have become.
 */
import { vi } from 'vitest';
import { WriteContext } from '../../src/records/write/write-context.js';
import type { RecordChange } from '../../src/records/write/write-effects.js';
import { spaceBinder } from '../../src/sql/binder.js';
import { tableName } from '../../src/sql/columns.js';
import { customValueTypes, valueTable } from '../../src/sql/custom-values/value-tables.js';
import type { RowsOf } from '../../src/sql/write/compile-rows.js';
import type { TestServer } from '../fixture.js';
import { idle, ObservedLog } from './observed-log.js';

/** Shown progress, and texts beside a record that are made of its values: no change of the record. */
const apart: ReadonlySet<string> = new Set([
  'background_work',
  'recomputation',
  'custom',
  'custom_links',
  'custom_layout',
]);

interface StoredRow {
  readonly revision: number;
  readonly isDeleted: boolean;
  /** All that is stored, as JSON. */
  readonly text: string;
}

/** By the table and the id. */
type Rows = ReadonlyMap<string, StoredRow>;

type Act = RecordChange['act'];

interface Announced {
  readonly act: Act;
  readonly revision: number;
}

export class ChangeRecorder {
  private before: Rows | undefined;
  private log: ObservedLog | undefined;
  private readonly announced = new Map<string, Announced>();
  /** Announced by their ids: each of them must have changed. */
  private readonly named = new Set<string>();
  readonly acts = new Set<Act>();

  constructor(
    private readonly server: TestServer,
    private readonly space: string,
  ) {}

  /** Listens to all writes of this process in the space until `vi.restoreAllMocks`. */
  listen(): void {
    const recorder = this;
    const { stamp } = WriteContext.prototype;
    vi.spyOn(WriteContext.prototype, 'stamp').mockImplementation(async function (
      this: WriteContext,
      ...changes: RecordChange[]
    ) {
      const made = await stamp.apply(this, changes);
      if (this.space === recorder.space) for (const change of changes) await recorder.note(this, change, made.revision);
      return made;
    });
  }

  /**
   * Does something, and waits for the jobs that it enqueues.
   * @returns what is wrong with the announcements
   */
  async problems(work: () => Promise<unknown>): Promise<string[]> {
    await idle(this.server.deps, this.space);
    const before = this.before ?? (await this.rows());
    this.log ??= await ObservedLog.start(this.server.deps, this.space);
    this.announced.clear();
    this.named.clear();
    await work();
    await idle(this.server.deps, this.space);
    const after = await this.rows();
    this.before = after;
    return [...this.changeProblems(before, after), ...this.nameProblems(before, after), ...(await this.log.problems())];
  }

  private *changeProblems(before: Rows, after: Rows): Generator<string> {
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(key), after.get(key)];
      if (was?.text === is?.text) continue;
      const announced = this.announced.get(key);
      const change = `${key}: ${was?.text} -> ${is?.text}`;
      if (!announced) yield `not announced: ${change}`;
      else if (!fits(announced.act, was, is)) yield `announced as ${announced.act}: ${change}`;
      else if (is && getsRevision(announced.act, was, is) && is.revision !== announced.revision)
        yield `announced for the revision ${announced.revision}: ${change}`;
    }
  }

  private *nameProblems(before: Rows, after: Rows): Generator<string> {
    for (const key of this.named) {
      if (before.get(key)?.text === after.get(key)?.text) yield `announced but not changed: ${key}`;
    }
  }

  private async note(context: WriteContext, { entityType, act, records }: RecordChange, revision: number) {
    this.acts.add(act);
    for (const id of 'target' in records ? await idsOf(context, records) : records) {
      const key = `${tableName(entityType)} ${id}`;
      const first = this.announced.get(key)?.act;
      this.announced.set(key, { act: act === 'update' && first !== undefined ? first : act, revision });
      if (!('target' in records)) this.named.add(key);
    }
  }

  private async rows(): Promise<Rows> {
    const { catalog, db } = this.server.deps;
    const values = new Map<string, string[]>();
    for (const type of customValueTypes) {
      const stored = await db.knex(valueTable(type)).where({ space_id: this.space }).orderBy(['record_id', 'field_id']);
      for (const { record_id, field_id, value } of stored)
        values.set(record_id, [...(values.get(record_id) ?? []), `${field_id}: ${value}`]);
    }
    const rows = new Map<string, StoredRow>();
    for (const entityType of catalog.entityTypes.filter(({ union }) => !union)) {
      const table = tableName(entityType);
      const stored = db.knex(table).where({ space_id: this.space });
      // The service describes its own fields by some thousands of records, which nothing here changes.
      if (table === 'fields') stored.where({ is_delete_protected: false });
      for (const row of await stored) {
        const shown = Object.entries(row).filter(([name]) => !apart.has(name));
        const text = JSON.stringify([Object.fromEntries(shown), values.get(row.id)]);
        rows.set(`${table} ${row.id}`, { revision: Number(row.revision), isDeleted: Boolean(row.is_deleted), text });
      }
    }
    return rows;
  }
}

function fits(act: Act, was: StoredRow | undefined, is: StoredRow | undefined): boolean {
  if (!is) return act === 'erase' || act === 'convert';
  if (!was) return act === 'create';
  if (was.isDeleted === is.isDeleted) return act === 'update' || act === 'clear';
  return is.isDeleted ? act === 'delete' || act === 'merge' : act === 'restore';
}

/** A record that stays deleted keeps the revision by which it is restored with others. */
function getsRevision(act: Act, was: StoredRow | undefined, is: StoredRow): boolean {
  return act !== 'clear' && !(was?.isDeleted && is.isDeleted);
}

/** @returns the ids of rows just before the statement that changes them */
async function idsOf(context: WriteContext, { target, via, parents: given }: RowsOf): Promise<string[]> {
  const { transaction, dialect, space } = context;
  const parents = 'target' in given ? await idsOf(context, given) : given;
  if (parents.length === 0) return [];
  const binder = spaceBinder(dialect, space);
  const custom = target.fields.find(({ name }) => name === via)?.custom;
  const belongs = (column: string) => `${column} IN (${parents.map((parent) => binder.bind(parent)).join(', ')})`;
  const from = custom
    ? `SELECT "record_id" AS id FROM "${valueTable('uuid')}" WHERE "field_id" = ${binder.bind(custom.id)} AND ${belongs('"value"')}`
    : `SELECT "id" FROM "${tableName(target)}" WHERE ${belongs(`"${via}"`)}`;
  const found = await transaction.run(binder.statement(`${from} AND "space_id" = ${binder.space}`));
  return found.map(({ id }) => String(id));
}
