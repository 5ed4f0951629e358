/**
 * Writes the statements that fill the index over parts of texts (`search-index.ts`) with the records of one entity type that have
 * changed. Pure.
 */
import type { EntityType, ValueField } from '@headwater/catalog';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import type { Dialect } from '../dialects/dialect.js';
import { ofType, rowNumber, searchTables, selectTail } from '../filter/search-index.js';
import { searchedMembers } from '../indexes.js';
import { compileFolded } from '../select/compile-value.js';

/** The change of a record. */
export interface ChangePosition {
  readonly revision: number;
  readonly id: string;
}

const { parts, docs, progress } = searchTables;

/** Takes the next number of an entity type in the index. @returns a row with `source` */
export const nextSource: Statement = {
  text:
    `INSERT INTO settings (name, value) VALUES ('search_sources', '1') ` +
    'ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value AS source',
  values: [],
};

export class SearchCompiler {
  constructor(
    private readonly dialect: Dialect,
    private readonly space: string,
    private readonly entityType: EntityType,
  ) {}

  /** @returns a row with `n`, how many records are not known yet, counted up to a limit, and `revision` and `id` of the last of them; or none */
  tail(limit: number): Statement {
    const binder = this.binder();
    const first = `${this.selectTail('t.revision, t.id')} ORDER BY t.revision, t.id LIMIT ${limit}`;
    return binder.statement(
      `SELECT count(*) OVER () AS n, l.revision, l.id FROM (${first}) l ORDER BY l.revision DESC, l.id DESC LIMIT 1`,
    );
  }

  /** @returns a row when the index knows the entity type */
  begun(): Statement {
    const binder = this.binder();
    return binder.statement(`SELECT s.source FROM ${progress} s WHERE ${this.ofType()}`);
  }

  /** @param source a number that no other entity type has or had */
  begin(source: number): Statement {
    const binder = this.binder();
    const type = this.dialect.textLiteral(this.entityType.name);
    const values = [binder.space, type, binder.bind(source), '-1', "''"].join(', ');
    const columns = '("space_id", "entity_type", "source", "revision", "record_id")';
    return binder.statement(`INSERT INTO ${progress} ${columns} VALUES (${values})`);
  }

  /** Gives each record up to a change a number, unless it has one. */
  addDocs(last: ChangePosition): Statement {
    const binder = this.binder();
    const of = `${binder.inSpace('d')} AND d.source = s.source`;
    const next = `coalesce((SELECT max(d.doc) FROM ${docs} d WHERE ${of}), 0) + row_number() OVER (ORDER BY x.id)`;
    const isNew = `NOT EXISTS (SELECT 1 FROM ${docs} d WHERE ${of} AND d.record_id = x.id)`;
    return binder.statement(
      `INSERT INTO ${docs} ("space_id", "source", "record_id", "doc") SELECT ${binder.space}, s.source, x.id, ${next} ` +
        `FROM ${progress} s CROSS JOIN (${this.changed('t.id', last, binder)}) x WHERE ${this.ofType()} AND ${isNew}`,
    );
  }

  /** Adds the texts of these records. Of a record that is known already, those that it had before stay. */
  addParts(last: ChangePosition): Statement {
    const binder = this.binder();
    const members = searchedMembers(this.entityType);
    const columns = ['t.id', ...members.map((name, index) => `${this.folded(name)} AS m${index}`)].join(', ');
    const numbered =
      `SELECT s.source, d.doc, x.* FROM ${progress} s CROSS JOIN (${this.changed(columns, last, binder)}) x ` +
      `CROSS JOIN ${docs} d WHERE ${this.ofType()} AND ${binder.inSpace('d')} AND d.source = s.source AND d.record_id = x.id`;
    const rows = members.map((_, index) => {
      const text = `m${index}`;
      return `SELECT ${rowNumber('source', index, 'doc')} AS number, ${text} FROM n WHERE length(${text}) > 2`;
    });
    // In the order of their numbers: each step back would end a segment of the index.
    return binder.statement(
      `WITH n AS MATERIALIZED (${numbered}) INSERT INTO ${parts} (rowid, part) ${rows.join(' UNION ALL ')} ORDER BY 1`,
    );
  }

  moveTo({ revision, id }: ChangePosition): Statement {
    const binder = this.binder();
    const values = `"revision" = ${binder.bind(revision)}, "record_id" = ${binder.bind(id)}`;
    const type = this.dialect.textLiteral(this.entityType.name);
    return binder.statement(`UPDATE ${progress} SET ${values} WHERE ${binder.inSpace()} AND "entity_type" = ${type}`);
  }

  private changed(columns: string, { revision, id }: ChangePosition, binder: Binder): string {
    return `${this.selectTail(columns)} AND (t.revision, t.id) <= (${binder.bind(revision)}, ${binder.bind(id)})`;
  }

  private selectTail(columns: string): string {
    return selectTail(this.dialect, this.entityType, columns);
  }

  private ofType(): string {
    return ofType(this.dialect, this.entityType, 's').join(' AND ');
  }

  private folded(member: string): string {
    const field = this.entityType.fields.find(({ name }) => name === member) as ValueField;
    return compileFolded(this.dialect, 't', field);
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}
