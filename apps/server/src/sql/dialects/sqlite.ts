/**
 * SQLite. Date-times and dates are text in the wire's own form, booleans 0 and 1, amounts integers in ten-thousandths.
 */
import { isListType } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import { type DayPeriod, type Dialect, identifier, literal } from './dialect.js';
import { sqliteFloatAsDecimal } from './float-as-decimal.js';
import { type Members, objectInParts } from './object-in-parts.js';

/** Amounts are kept to four places: integers add up exactly, and 64 bits hold 922 trillion. */
const amountScale = 10_000;

const columnTypes = {
  space: 'TEXT',
  string: 'TEXT',
  text: 'TEXT',
  integer: 'INTEGER',
  float: 'REAL',
  decimal: 'INTEGER',
  boolean: 'INTEGER',
  date: 'TEXT',
  datetime: 'TEXT',
  uuid: 'TEXT',
  uuids: 'TEXT',
  strings: 'TEXT',
  json: 'TEXT',
} as const;

/** @returns the ten-thousandths of an amount, without an exponent */
function scaledAmount(amount: string): string {
  const [, whole, fraction = ''] = /^(-?[1-9]\d*)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  if (whole === undefined) return new Decimal(amount).times(amountScale).toFixed();
  return whole + fraction.padEnd(4, '0');
}

/** A whole amount as an integer, any other as a number with its own digits: a double would lose those of large amounts. */
const amount = (column: string) =>
  `CASE WHEN ${column} IS NULL THEN NULL WHEN ${column} % ${amountScale} = 0 THEN ${column} / ${amountScale} ` +
  `ELSE json(${amountText(column)}) END`;

const amountText = (column: string) =>
  `rtrim(printf('%s%d.%04d', iif(${column} < 0, '-', ''), abs(${column}) / ${amountScale}, abs(${column}) % ${amountScale}), '0')`;

/** The text of an amount. printf() would write 0 for null. */
const plainAmount = (column: string) => `iif(${column} IS NULL, NULL, rtrim(${amountText(column)}, '.'))`;

/** JSON functions write doubles with 15 digits: those that need more get what tells them from all others. */
const double = (column: string) =>
  `iif(${column} IS NULL OR ${column} = CAST(printf('%!.15g', ${column}) AS REAL), ${column}, json(printf('%!.17g', ${column})))`;

/** Names with values in a call of json_object() at most. */
const mostMembers = 500;

function jsonObject(members: Members): string {
  return `json_object(${members.map(([name, value]) => `${literal(name)}, ${value}`).join(', ')})`;
}

/** An unset list is an empty one. */
const listJson = (column: string) => `json(coalesce(${column}, '[]'))`;

/** True, false or null. */
const jsonBoolean = (column: string) => `json(iif(${column}, 'true', iif(${column} IS NULL, NULL, 'false')))`;

/** @param text begins with the day */
function firstDay(text: string, period: DayPeriod): string {
  switch (period) {
    case 'Day':
      return `substr(${text}, 1, 10)`;
    case 'Week':
      return `date(substr(${text}, 1, 10), 'weekday 0', '-6 days')`;
    case 'Month':
      return `substr(${text}, 1, 7) || '-01'`;
    case 'Quarter':
      return `substr(${text}, 1, 4) || substr('-01-04-07-10', (substr(${text}, 6, 2) + 2) / 3 * 3 - 2, 3) || '-01'`;
    case 'Year':
      return `substr(${text}, 1, 4) || '-01-01'`;
  }
}

export const sqlite: Dialect = {
  name: 'sqlite',
  placeholder: (position) => `?${position}`,
  addsReferencesLater: false,
  nullsFirstInIndex: '',
  valueIndex: { column: ' NOT NULL', index: '' },
  // One transaction writes at a time.
  forUpdate: () => '',
  forUpdateOfFree: '',
  columnType: (type) => columnTypes[type],
  // Half as much to find and to write.
  keyedTable: ' WITHOUT ROWID',
  encode(type, value) {
    if (value === null) return null;
    if (type === 'boolean') return value ? 1 : 0;
    // As text: the driver binds larger numbers as doubles. The column's affinity makes it an integer.
    if (type === 'decimal') return scaledAmount(String(value));
    return value;
  },
  encodeIds: (ids) => JSON.stringify(ids),
  isOneOf: (expression, parameter) => `${expression} IN (SELECT value FROM json_each(${parameter}))`,
  encodeRows: (rows) => JSON.stringify(rows),
  boundRows: (parameter, types) => ({
    // The limit keeps SQLite from walking all records of a space and through these rows for each of them.
    from: `(SELECT value FROM json_each(${parameter}) LIMIT -1) x`,
    values: types.map((_, index) => `x.value ->> ${index}`),
  }),
  // Nothing is called in between: a statement that calls functions, or may fail otherwise and be undone by itself, copies each page
  // before it changes it.
  boundValues: (parameter) => ({
    from: `json_each(${parameter}) o, json_each(o.value) i`,
    outer: 'o.key',
    inner: 'i.key',
    value: 'i.value',
  }),
  addsThroughView: true,
  insertOfMany: 'INSERT OR FAIL INTO',
  jsonValue(column, type, isNullable = true) {
    if (type === 'boolean') return isNullable ? jsonBoolean(column) : `json(iif(${column}, 'true', 'false'))`;
    if (type === 'decimal') return amount(column);
    if (type === 'float') return double(column);
    if (isListType(type)) return listJson(column);
    return type === 'json' ? `json(${column})` : column;
  },
  legacyValue(column, type) {
    if (type === 'uuid') return `'PY-7FFFFFFF-' || upper(${column})`;
    if (type === 'datetime') return `replace(substr(${column}, 1, 19), 'T', ' ')`;
    if (type === 'decimal') return amount(column);
    if (type === 'float') return double(column);
    if (isListType(type)) return listJson(column);
    return type === 'json' ? `json(${column})` : column;
  },
  canonicalValue(column, type) {
    if (type === 'boolean') return jsonBoolean(column);
    if (type === 'float') return double(column);
    return type === 'decimal' ? plainAmount(column) : column;
  },
  jsonObject: (members) => objectInParts(sqlite, members, mostMembers, jsonObject),
  jsonArray: (items) => `json_array(${items.join(', ')})`,
  // Rows that share a reference come from its index in the order of their ids: saying so would sort them again, one record at a time.
  jsonArrayOf: (item, orderBy, id) =>
    `json_group_array(${item}${orderBy.length === 0 ? '' : ` ORDER BY ${[...orderBy, id].join(', ')}`})`,
  jsonText: (expression) => expression,
  jsonBoolean: (condition) => `iif(${condition}, json('true'), json('false'))`,
  splicedText: (objects) =>
    objects
      .map((object, index) => {
        const isLast = index === objects.length - 1;
        if (index === 0) return isLast ? object.text : sqlite.withoutBrace(object);
        // Behind its brace stands a name: nothing else is trimmed.
        if (isLast) return `ltrim(${object.text}, '{')`;
        return object.endsPlainly ? `trim(${object.text}, '{}')` : `ltrim(${sqlite.withoutBrace(object)}, '{')`;
      })
      .join(" || ',' || "),
  // To trim costs a tenth of a substr, which counts characters. The characters ahead of the last one, however many: the text is named
  // once, and worked out once.
  withoutBrace: ({ text, endsPlainly }) => (endsPlainly ? `rtrim(${text}, '}')` : `substr(${text}, -1, -1000000000)`),
  jsonOfText: (text) => `json(${text})`,
  jsonLiteral: (value) => `json_quote(${value})`,
  insideJsonText: (text) => `trim(json_quote(${text}), '"')`,
  joinedText: (item) => `group_concat(${item}, ',')`,
  entries: (array, alias) => `json_each(${array}) ${alias}`,
  textMembers: (object, alias) => `json_each(${object}) ${alias}`,
  folded: (foldedColumn, field, column) =>
    `coalesce(json_extract(${foldedColumn}, ${literal(`$."${field}"`)}), lower(${column}))`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  starts: (text, part) => `substr(${text}, 1, length(${part})) = ${part}`,
  // substr counts from the end with a negative start; an empty part would make it the whole text.
  ends: (text, part) => `(${part} = '' AND ${text} IS NOT NULL OR substr(${text}, -length(${part})) = ${part})`,
  listIsEmpty: (column) => `coalesce(${column}, '[]') = '[]'`,
  listHolds: (column, item) => `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ${item})`,
  daysSince: (column) => `coalesce(max(0, CAST(julianday('now') - julianday(${column}) AS INTEGER)), 0)`,
  periodStart(expression, type, period, offset) {
    if (type === 'date' || offset === null) return firstDay(expression, period);
    // Without the fraction, which would be rounded.
    const moment = `substr(${expression}, 1, 19), (${offset}) || ' seconds'`;
    if (period === 'Day') return `date(${moment})`;
    if (period === 'Week') return firstDay(`date(${moment})`, period);
    // No clock is a day off: away from the ends of months it tells the same one, and calculating costs ten times as much as cutting.
    const isInside = `substr(${expression}, 9, 2) BETWEEN '02' AND '27'`;
    return `CASE WHEN ${isInside} THEN ${firstDay(expression, period)} ELSE ${firstDay(`date(${moment})`, period)} END`;
  },
  epochSeconds: (column) => `unixepoch(${column})`,
  dateAsDateTime: (column) => `CAST(${column} || 'T00:00:00.000000' AS TEXT)`,
  cast: (expression, type) => `CAST(${expression} AS ${columnTypes[type]})`,
  textLiteral: literal,
  floatAsDecimal: sqliteFloatAsDecimal,
  // The whole amounts apart from the rest: sums of both fit into 64 bits where that of the ten-thousandths would not.
  exactSum: (column, type) =>
    type === 'integer'
      ? [`CAST(sum(${column}) AS TEXT)`]
      : [`CAST(sum(${column} / ${amountScale}) AS TEXT)`, plainAmount(`sum(${column} % ${amountScale})`)],
  aggregate(name, value, type) {
    // The cast says that it is a number: what it is compared with is a text of ten-thousandths.
    const number = (expression: string) => (type === 'decimal' ? `CAST(${expression} AS REAL)` : expression);
    // total() is a double, where sum() fails on what 64 bits cannot hold.
    if (name === 'SUM') return number(`total(${value})`);
    if (name === 'AVG') return number(`round(avg(${value})${type === 'decimal' ? '' : ', 4'})`);
    return number(`${name.toLowerCase()}(${value})`);
  },
  // SQLite 3.51 and 3.52 turn an EXISTS into a join and then count all that it finds towards an OFFSET, instead of the records
  // that it lets through; the sign keeps it what it is.
  exists: (select, { skipsRecords }) => `${skipsRecords ? '+' : ''}EXISTS (${select})`,
  // An EXISTS would have SQLite walk all records and look each of them up; a list of what is found leads it to just those. Where
  // records are wanted that are not found, all have to be walked anyway.
  isFoundIn(expression, { from, key, conditions }, place) {
    // Collected once, or looked up for each.
    if (place.depth === 0 && !place.isNegated && !place.isFrequent) {
      return `${expression} IN (SELECT ${key} FROM ${from} WHERE ${conditions.join(' AND ')})`;
    }
    const where = [...conditions, `${key} = ${expression}`].join(' AND ');
    return sqlite.exists(`SELECT 1 FROM ${from} WHERE ${where}`, place);
  },
  idsWithout: (ids, others) => `(${ids} EXCEPT ${others})`,
  orderBy: (expression, descending) => `${expression} ${descending ? 'DESC' : 'ASC'}`,
  // Without statistics SQLite may take either side first; CROSS JOIN keeps the order as written.
  joinInOrder: 'CROSS JOIN',
  choosesJoins: false,
  // Of two indexes that lead to a record SQLite takes the unique one, and then fetches the whole row.
  alongIndex: (name) => ` INDEXED BY ${identifier(name)}`,
  groupsUnsorted: false,
  withoutIndex: (expression) => `+${expression}`,
  // Written out: SQLite looks at a bound limit when it prepares a statement, and prepares it anew whenever one is bound.
  limit: (count) => String(count),
  noLimit: '-1',
};
