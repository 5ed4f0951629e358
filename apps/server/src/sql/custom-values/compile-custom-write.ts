/**
 * Writes the statements that change the values of custom fields, of any number of records at once. Pure.
 */
import type { Operand } from '../../plan/list/predicate.js';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import { type ColumnType, customColumn, customLayoutColumn, customLinksColumn } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';
import { foldBeyondAscii } from '../filter/fold.js';
import { addedValuesView, insertOfValues } from './added-values.js';
import { noLayout } from './custom-layout.js';
import { type CustomValueType, customValueTypes, isFolded, valueColumns, valueTable } from './value-tables.js';

export interface CustomValueRow {
  readonly fieldId: string;
  readonly recordId: string;
  readonly value: Exclude<Operand, null>;
  /** No other record may have the value. */
  readonly isHeld: boolean;
}

/** As they are bound, by record and field. */
type AddedValues = Record<string, Record<string, unknown>>;

/** Named by field and record. */
export type CustomValueKey = Pick<CustomValueRow, 'fieldId' | 'recordId'>;

/** Assignments that drop the texts of records: they are made of their values from then on. */
export const droppedTexts: readonly string[] = [
  ...[customColumn, customLinksColumn].map((name) => `${identifier(name)} = NULL`),
  `${identifier(customLayoutColumn)} = ${noLayout}`,
];

export class CustomValueCompiler {
  constructor(
    private readonly dialect: BindingDialect & WriteDialect,
    private readonly space: string,
  ) {}

  /** Gives records values, whether they had one or not. @param rows each key once */
  compileSet(type: CustomValueType, rows: readonly CustomValueRow[]): Statement {
    const { dialect } = this;
    const columns = valueColumns(type);
    const values = rows.map(({ fieldId, recordId, value, isHeld }) => [
      fieldId,
      recordId,
      dialect.encode(type, value),
      dialect.encode('boolean', isHeld),
      ...(isFolded(type) ? [foldBeyondAscii(String(value)) ?? null] : []),
    ]);
    const binder = this.binder();
    const bound = binder.bindRows(values, typesOf(columns.slice(1)));
    const names = columns.map(({ name }) => identifier(name));
    const changed = names.slice(3).map((name) => `${name} = excluded.${name}`);
    return binder.statement(
      `INSERT INTO ${identifier(valueTable(type))} (${names.join(', ')}) ` +
        `SELECT ${[binder.space, ...bound.values].join(', ')} FROM ${bound.from} WHERE TRUE ` +
        `ON CONFLICT ("space_id", "field_id", "record_id") DO UPDATE SET ${changed.join(', ')}`,
    );
  }

  /** Gives records values that have none in these fields. @param rows by type, any number, each key once */
  compileAdd(rows: ReadonlyMap<CustomValueType, readonly CustomValueRow[]>): Statement[] {
    const plain = new Map<CustomValueType, AddedValues>();
    const statements: Statement[] = [];
    for (const [type, ofType] of rows) {
      const isPlain = (row: CustomValueRow) =>
        !row.isHeld && !(isFolded(type) && foldBeyondAscii(String(row.value)) !== undefined);
      const others = ofType.filter((row) => !isPlain(row));
      if (others.length > 0) statements.push(this.compileSet(type, others));
      if (others.length < ofType.length) plain.set(type, this.encodeByRecord(type, ofType.filter(isPlain)));
    }
    return plain.size === 0 ? statements : [...statements, this.compileAddPlain(plain)];
  }

  private encodeByRecord(type: CustomValueType, rows: readonly CustomValueRow[]): AddedValues {
    const values: AddedValues = {};
    for (const { recordId, fieldId, value } of rows) {
      const ofRecord = values[recordId] ?? {};
      values[recordId] = ofRecord;
      ofRecord[fieldId] = this.dialect.encode(type, value);
    }
    return values;
  }

  /** All in one statement: each is a way to the database and back. */
  private compileAddPlain(values: ReadonlyMap<CustomValueType, AddedValues>): Statement {
    const { dialect } = this;
    const binder = this.binder();
    const { space } = binder;
    if (dialect.addsThroughView && values.size > 1) {
      const bound = customValueTypes.map((type) =>
        binder.bind(values.has(type) ? JSON.stringify(values.get(type)) : null),
      );
      const text = `${dialect.insertOfMany} ${addedValuesView} VALUES (${[space, ...bound].join(', ')})`;
      return binder.statement(text);
    }
    const inserts = customValueTypes.flatMap((type) => {
      const ofType = values.get(type);
      return ofType ? [insertOfValues(dialect, type, space, binder.bind(JSON.stringify(ofType)))] : [];
    });
    const others = inserts.slice(1).map((insert, index) => `a${index} AS (${insert})`);
    const text = `${others.length === 0 ? '' : `WITH ${others.join(', ')} `}${inserts[0]}`;
    return binder.statement(text);
  }

  /** Leaves records without values. */
  compileClear(type: CustomValueType, keys: readonly CustomValueKey[]): Statement {
    const rows = keys.map(({ fieldId, recordId }) => [fieldId, recordId]);
    const binder = this.binder();
    const { from, values } = binder.bindRows(rows, typesOf(valueColumns(type).slice(1, 3)));
    const where = `${binder.inSpace()} AND ("field_id", "record_id") IN (SELECT ${values.join(', ')} FROM ${from})`;
    return binder.statement(`DELETE FROM ${identifier(valueTable(type))} WHERE ${where}`);
  }

  /** Releases the values that deleted records hold. */
  compileRelease(type: CustomValueType, fieldIds: readonly string[], recordIds: readonly string[]): Statement {
    const binder = this.binder();
    const where = `${this.ofRecords(fieldIds, recordIds, binder)} AND "is_held"`;
    return binder.statement(`UPDATE ${identifier(valueTable(type))} SET "is_held" = FALSE ${where}`);
  }

  /** Forgets all that records have in fields. */
  compileForget(type: CustomValueType, fieldIds: readonly string[], recordIds: readonly string[]): Statement {
    const binder = this.binder();
    const where = this.ofRecords(fieldIds, recordIds, binder);
    return binder.statement(`DELETE FROM ${identifier(valueTable(type))} ${where}`);
  }

  private ofRecords(fieldIds: readonly string[], recordIds: readonly string[], binder: Binder): string {
    const [ofField, ofRecord] = [binder.isOneOf('"field_id"', fieldIds), binder.isOneOf('"record_id"', recordIds)];
    return `WHERE ${binder.inSpace()} AND ${ofField} AND ${ofRecord}`;
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}

function typesOf(columns: ReturnType<typeof valueColumns>): readonly ColumnType[] {
  return columns.map(({ type }) => type);
}
