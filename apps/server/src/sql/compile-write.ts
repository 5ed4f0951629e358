/**
 * Writes the statements that change records. Values are bound; an insert names every column, so that its text is always the same.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Operand } from '../plan/predicate.js';
import type { Statement } from './binder.js';
import { type Column, type Table, tableName, tableOf } from './columns.js';
import { type Dialect, identifier } from './dialects/dialect.js';

/** Values of columns in canonical form, by column name. */
export type ColumnValues = ReadonlyMap<string, Operand>;

export class WriteCompiler {
  private readonly tables = new Map<string, TableTexts>();

  constructor(
    private readonly catalog: Catalog,
    private readonly dialect: Dialect,
  ) {}

  /** @param values columns left out become null */
  compileInsert(entityType: EntityType, space: string, values: ColumnValues): Statement {
    const { table, insert } = this.textsOf(entityType);
    const bound = table.columns.map((column) =>
      column.type === 'space' ? space : this.dialect.encode(column.type, values.get(column.name) ?? null),
    );
    return { text: insert, values: bound };
  }

  /** @returns an update of one record */
  compileUpdate(entityType: EntityType, space: string, id: string, values: ColumnValues): Statement {
    const { table, columns } = this.textsOf(entityType);
    const bound: unknown[] = [space, id];
    const assignments = [...values].map(([name, value]) => {
      const column = columns.get(name);
      if (!column) throw new Error(`${table.name} has no column "${name}"`);
      bound.push(this.dialect.encode(column.type, value));
      return `${identifier(name)} = ${this.dialect.placeholder(bound.length)}`;
    });
    const p = (position: number) => this.dialect.placeholder(position);
    const where = `"space_id" = ${p(1)} AND "id" = ${p(2)}`;
    return { text: `UPDATE ${identifier(table.name)} SET ${assignments.join(', ')} WHERE ${where}`, values: bound };
  }

  private textsOf(entityType: EntityType): TableTexts {
    const known = this.tables.get(entityType.name);
    if (known) return known;
    const table = tableOf(this.catalog, entityType);
    const names = table.columns.map((column) => identifier(column.name)).join(', ');
    const placeholders = table.columns.map((_, index) => this.dialect.placeholder(index + 1)).join(', ');
    const texts: TableTexts = {
      table,
      columns: new Map(table.columns.map((column) => [column.name, column])),
      insert: `INSERT INTO ${identifier(tableName(entityType))} (${names}) VALUES (${placeholders})`,
    };
    this.tables.set(entityType.name, texts);
    return texts;
  }
}

interface TableTexts {
  readonly table: Table;
  readonly columns: ReadonlyMap<string, Column>;
  readonly insert: string;
}
