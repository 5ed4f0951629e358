/**
 * Writes the statements that change records, one or any number at once. Values are bound; an insert names every column that the
 * catalog has, so that its text is always the same.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { type Statement, spaceBinder } from '../binder.js';
import { type Column, customColumn, customLayoutColumn, customLinksColumn, tableName } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import { type Table, tableOf } from '../table.js';

/** Values of columns in canonical form, by column name. */
export type ColumnValues = ReadonlyMap<string, Operand>;

/** What an update gives one record. */
export interface RecordValues {
  readonly id: string;
  readonly values: ColumnValues;
}

export class WriteCompiler {
  private readonly tables = new Map<string, TableTexts>();

  constructor(
    private readonly catalog: Catalog,
    private readonly dialect: BindingDialect,
  ) {}

  /** @param values columns left out become null */
  compileInsert(entityType: EntityType, space: string, values: ColumnValues): Statement {
    const { insert, columns, table } = this.textsOf(entityType);
    const touches = [{ table: table.name, ids: [String(values.get('id'))] }];
    return { text: insert, values: [space, ...this.rowOf(columns, values)], touches };
  }

  /** @param rows columns left out become null */
  compileInserts(entityType: EntityType, space: string, rows: readonly ColumnValues[]): Statement {
    const { columns } = this.textsOf(entityType);
    return this.compileRows(
      entityType,
      space,
      rows.map((row) => columns.map(({ name }) => row.get(name) ?? null)),
    );
  }

  /** The same. @param rows each with a value for each of `insertedColumns`, in their order */
  compileRows(entityType: EntityType, space: string, rows: readonly (readonly Operand[])[]): Statement {
    const { insertMany, columns } = this.textsOf(entityType);
    const encoded = rows.map((row) => columns.map(({ type }, index) => this.dialect.encode(type, row[index] ?? null)));
    return { text: insertMany, values: [space, this.dialect.encodeRows(encoded)] };
  }

  /** @returns the columns that an insert names; the same array each time */
  insertedColumns(entityType: EntityType): readonly Column[] {
    return this.textsOf(entityType).columns;
  }

  /** @returns an update of one record */
  compileUpdate(entityType: EntityType, space: string, { id, values }: RecordValues): Statement {
    const { table, byName } = this.textsOf(entityType);
    const binder = spaceBinder(this.dialect, space);
    const boundId = binder.bind(id);
    const assignments = [...values].map(([name, value]) => {
      const { type } = columnNamed(table, byName, name);
      return `${identifier(name)} = ${binder.bind(this.dialect.encode(type, value))}`;
    });
    const where = `${binder.inSpace()} AND "id" = ${boundId}`;
    const text = `UPDATE ${identifier(table.name)} SET ${assignments.join(', ')} WHERE ${where}`;
    return { ...binder.statement(text), touches: [{ table: table.name, ids: [id] }] };
  }

  /** @param records each with values for the same columns, and at least one */
  compileUpdates(entityType: EntityType, space: string, records: readonly RecordValues[]): Statement {
    const { table, byName } = this.textsOf(entityType);
    const columns = [...(records[0]?.values.keys() ?? [])].map((name) => columnNamed(table, byName, name));
    const types = columns.map(({ type }) => type);
    const name = identifier(table.name);
    const binder = spaceBinder(this.dialect, space);
    const rows = records.map((record) => [record.id, ...this.rowOf(columns, record.values)]);
    const { from, values } = binder.bindRows(rows, ['uuid', ...types]);
    const assignments = columns.map((column, index) => `${identifier(column.name)} = ${values[index + 1]}`);
    const where = `${binder.inSpace()} AND ${name}."id" = ${values[0]}`;
    return binder.statement(`UPDATE ${name} SET ${assignments.join(', ')} FROM ${from} WHERE ${where}`);
  }

  private rowOf(columns: readonly Column[], values: ColumnValues): unknown[] {
    return columns.map(({ name, type }) => this.dialect.encode(type, values.get(name) ?? null));
  }

  private textsOf(entityType: EntityType): TableTexts {
    let texts = this.tables.get(entityType.name);
    if (!texts) {
      texts = this.writeTexts(entityType);
      this.tables.set(entityType.name, texts);
    }
    return texts;
  }

  private writeTexts(entityType: EntityType): TableTexts {
    const table = tableOf(this.catalog, entityType);
    const isWritten = insertedColumns(entityType);
    const columns = table.columns.filter(isWritten);
    const names = ['space_id', ...columns.map((column) => column.name)].map(identifier).join(', ');
    const into = `INSERT INTO ${identifier(tableName(entityType))} (${names})`;
    // Written once for all records: what is bound here is left out, the values come in the same order.
    const [one, many] = [spaceBinder(this.dialect, ''), spaceBinder(this.dialect, '')];
    const values = columns.map(() => one.bind(null));
    const rows = many.bindRows(
      [],
      columns.map(({ type }) => type),
    );
    return {
      table,
      columns,
      byName: new Map(columns.map((column) => [column.name, column])),
      insert: `${into} VALUES (${[one.space, ...values].join(', ')})`,
      insertMany: `${into} SELECT ${[many.space, ...rows.values].join(', ')} FROM ${rows.from}`,
    };
  }
}

interface TableTexts {
  readonly table: Table;
  /** Without the space. */
  readonly columns: readonly Column[];
  readonly byName: ReadonlyMap<string, Column>;
  readonly insert: string;
  readonly insertMany: string;
}

/** Where the space has defined no fields there is nothing to be written of them. */
function insertedColumns({ fields }: EntityType): (column: Column) => boolean {
  const hasCustomFields = fields.some(({ custom }) => custom !== undefined);
  return ({ name, type }) => type !== 'space' && (hasCustomFields || !ofCustomFields.has(name));
}

const ofCustomFields = new Set([customColumn, customLinksColumn, customLayoutColumn]);

function columnNamed(table: Table, columns: ReadonlyMap<string, Column>, name: string): Column {
  const column = columns.get(name);
  if (!column) throw new Error(`${table.name} has no column "${name}"`);
  return column;
}
