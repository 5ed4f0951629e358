/**
 * Writes the statements that change the values of custom fields, of any number of records at once. Pure.
 */
import type { Operand } from '../plan/predicate.js';
import { Binder, type Statement, spaceParameter } from './binder.js';
import { customColumn, customLayoutColumn, customLinksColumn } from './columns.js';
import { noLayout } from './custom-layout.js';
import { type Dialect, identifier } from './dialects/dialect.js';
import { foldBeyondAscii } from './fold.js';
import { isFolded, type KeptType, valueColumns, valueTable } from './value-tables.js';

export interface KeptRow {
  readonly fieldId: string;
  readonly recordId: string;
  readonly value: Exclude<Operand, null>;
  /** No other record may have the value. */
  readonly isHeld: boolean;
}

/** Named by field and record. */
export type KeptKey = Pick<KeptRow, 'fieldId' | 'recordId'>;

/** Assignments that drop the texts of records: they are made of their values from then on. */
export const droppedTexts: readonly string[] = [
  ...[customColumn, customLinksColumn].map((name) => `${identifier(name)} = NULL`),
  `${identifier(customLayoutColumn)} = ${noLayout}`,
];

export class KeptWriteCompiler {
  constructor(
    private readonly dialect: Dialect,
    private readonly space: string,
  ) {}

  /** Gives records values, whether they had one or not. @param rows each key once */
  compileSet(type: KeptType, rows: readonly KeptRow[]): Statement {
    const { dialect } = this;
    const columns = valueColumns(type);
    const values = rows.map(({ fieldId, recordId, value, isHeld }) => [
      fieldId,
      recordId,
      dialect.encode(type, value),
      dialect.encode('boolean', isHeld),
      ...(isFolded(type) ? [foldBeyondAscii(String(value)) ?? null] : []),
    ]);
    const bound = this.bind(values, columns.slice(1));
    const names = columns.map(({ name }) => identifier(name));
    const changed = names.slice(3).map((name) => `${name} = excluded.${name}`);
    return {
      text:
        `INSERT INTO ${identifier(valueTable(type))} (${names.join(', ')}) ` +
        `SELECT ${[this.spacePlaceholder, ...bound.values].join(', ')} FROM ${bound.from} WHERE TRUE ` +
        `ON CONFLICT ("space_id", "field_id", "record_id") DO UPDATE SET ${changed.join(', ')}`,
      values: bound.bound,
    };
  }

  /** Gives records values that have none in these fields. @param rows any number, each key once */
  compileAdd(type: KeptType, rows: readonly KeptRow[]): Statement[] {
    const values: Record<string, Record<string, unknown>> = {};
    const others: KeptRow[] = [];
    for (const row of rows) {
      if (row.isHeld || (isFolded(type) && foldBeyondAscii(String(row.value)) !== undefined)) {
        others.push(row);
        continue;
      }
      let ofRecord = values[row.recordId];
      if (!ofRecord) {
        ofRecord = {};
        values[row.recordId] = ofRecord;
      }
      ofRecord[row.fieldId] = this.dialect.encode(type, row.value);
    }
    const statements = others.length === 0 ? [] : [this.compileSet(type, others)];
    if (others.length < rows.length) statements.push(this.compileAddPlain(type, values));
    return statements;
  }

  /** @param values that nobody else is kept from having, by record and field, in the form that is bound; without a folded form */
  private compileAddPlain(type: KeptType, values: Readonly<Record<string, object>>): Statement {
    const { dialect } = this;
    const binder = this.binder();
    const bound = dialect.boundValues(binder.bind(JSON.stringify(values)), type);
    const names = valueColumns(type).map(({ name }) => identifier(name));
    const columns = [this.spacePlaceholder, bound.inner, bound.outer, bound.value, 'FALSE'];
    return {
      text:
        `${dialect.insertOfMany} ${identifier(valueTable(type))} (${names.slice(0, columns.length).join(', ')}) ` +
        `SELECT ${columns.join(', ')} FROM ${bound.from}`,
      values: binder.values,
    };
  }

  /** Leaves records without values. */
  compileClear(type: KeptType, keys: readonly KeptKey[]): Statement {
    const rows = keys.map(({ fieldId, recordId }) => [fieldId, recordId]);
    const { from, values, bound } = this.bind(rows, valueColumns(type).slice(1, 3));
    const where = `"space_id" = ${this.spacePlaceholder} AND ("field_id", "record_id") IN (SELECT ${values.join(', ')} FROM ${from})`;
    return { text: `DELETE FROM ${identifier(valueTable(type))} WHERE ${where}`, values: bound };
  }

  /** Lets others have the values that deleted records hold. */
  compileRelease(type: KeptType, fieldIds: readonly string[], recordIds: readonly string[]): Statement {
    const binder = this.binder();
    const where = `${this.ofRecords(fieldIds, recordIds, binder)} AND "is_held"`;
    return { text: `UPDATE ${identifier(valueTable(type))} SET "is_held" = FALSE ${where}`, values: binder.values };
  }

  /** Forgets all that records have in fields. */
  compileForget(type: KeptType, fieldIds: readonly string[], recordIds: readonly string[]): Statement {
    const binder = this.binder();
    const where = this.ofRecords(fieldIds, recordIds, binder);
    return { text: `DELETE FROM ${identifier(valueTable(type))} ${where}`, values: binder.values };
  }

  private ofRecords(fieldIds: readonly string[], recordIds: readonly string[], binder: Binder): string {
    const isOneOf = (column: string, ids: readonly string[]) =>
      this.dialect.isOneOf(column, binder.bind(this.dialect.encodeIds(ids)));
    return `WHERE "space_id" = ${this.spacePlaceholder} AND ${isOneOf('"field_id"', fieldIds)} AND ${isOneOf('"record_id"', recordIds)}`;
  }

  private bind(rows: readonly (readonly unknown[])[], columns: ReturnType<typeof valueColumns>) {
    const binder = this.binder();
    const parameter = binder.bind(this.dialect.encodeRows(rows));
    const read = this.dialect.boundRows(
      parameter,
      columns.map(({ type }) => type),
    );
    return { ...read, bound: binder.values };
  }

  private binder(): Binder {
    return new Binder(this.dialect, [this.space]);
  }

  private get spacePlaceholder(): string {
    return this.dialect.placeholder(spaceParameter);
  }
}
