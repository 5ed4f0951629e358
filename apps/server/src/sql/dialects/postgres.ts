/**
 * PostgreSQL. Text columns have the collation "C", so that they sort by code point and lower() knows A to Z only, as in SQLite.
 */
import { isListType } from '@headwater/catalog';
import type { ColumnType } from '../columns.js';
import { type Dialect, identifier, literal, type ObjectText } from './dialect.js';
import { postgresFloatAsDecimal } from './float-as-decimal.js';
import { type Members, objectInParts } from './object-in-parts.js';

const columnTypes = {
  space: 'text COLLATE "C"',
  string: 'text COLLATE "C"',
  text: 'text COLLATE "C"',
  integer: 'bigint',
  float: 'double precision',
  decimal: 'numeric(19, 4)',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp(6)',
  uuid: 'uuid',
  uuids: 'json',
  strings: 'json',
  json: 'json',
} as const;

/** Relations of a filter's path that the database may turn into joins. */
const joinedExists = 2;

/** Longer names of columns are cut by the database. */
const maxIdentifierBytes = 63;

/** Columns of a select at most, and names with values in a call of a function. */
const mostOfRow = 1_664;
const mostOfCall = 50;

function rowObject(members: Members): string {
  const columns = members.map(([name, value]) => `${value} AS ${identifier(name)}`).join(', ');
  return `(SELECT row_to_json(o) FROM (SELECT ${columns}) o)`;
}

function builtObject(members: Members): string {
  return `json_build_object(${members.map(([name, value]) => `${literal(name)}, ${value}`).join(', ')})`;
}

/** JSON comes as its text: a JSON column would take that for a JSON string. */
const boundType = (type: ColumnType) =>
  columnTypes[type] === 'json' ? 'text' : columnTypes[type].replace(' COLLATE "C"', '');

/** An unset list is an empty one. */
const listJson = (column: string) => `coalesce(${column}, '[]'::json)`;

const dateTime = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** Of text every character is looked at, one by one: forty times the work. */
const bytesOf = (text: string) => `convert_to(${text}, 'UTF8')`;

function bytesWithoutBrace({ text, endsPlainly }: ObjectText): string {
  return endsPlainly ? `rtrim(${bytesOf(text)}, '\\x7d'::bytea)` : bytesOf(`left(${text}, -1)`);
}

export const postgres: Dialect = {
  name: 'postgres',
  placeholder: (position, type) => (type === undefined ? `$${position}` : `$${position}::${type}`),
  addsReferencesLater: true,
  nullsFirstInIndex: ' NULLS FIRST',
  // Of a table that is being filled there are no statistics: any index seems to lead to one row, and one without a look into the table
  // is preferred. Of a column that is NOT NULL the condition would be dropped from statements, and the index never be used; a CHECK it
  // does not look into.
  valueIndex: { column: ' CHECK ("value" IS NOT NULL)', index: ' WHERE "value" IS NOT NULL' },
  forUpdate: (waits) => ` FOR NO KEY UPDATE OF r${waits ? '' : ' NOWAIT'}`,
  forUpdateOfFree: ' FOR UPDATE OF r SKIP LOCKED',
  columnType: (type) => columnTypes[type],
  keyedTable: '',
  encode: (_type, value) => value,
  encodeIds: (ids) => ids,
  isOneOf: (expression, parameter) => `${expression} = ANY(${parameter}::uuid[])`,
  encodeRows: (rows) =>
    JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, index) => [`c${index}`, value])))),
  boundRows(parameter, types) {
    const columns = types.map((type, index) => `c${index} ${boundType(type)}`).join(', ');
    return {
      from: `json_to_recordset(${parameter}) AS x(${columns})`,
      values: types.map((type, index) => (columnTypes[type] === 'json' ? `x.c${index}::json` : `x.c${index}`)),
    };
  },
  boundValues: (parameter, type) => ({
    from: `json_each(${parameter}::json) o, json_each_text(o.value) i`,
    outer: 'o.key::uuid',
    inner: 'i.key::uuid',
    value: `i.value::${boundType(type)}`,
  }),
  addsThroughView: false,
  insertOfMany: 'INSERT INTO',
  jsonValue(column, type) {
    if (type === 'datetime') return dateTime(column);
    if (isListType(type)) return listJson(column);
    return type === 'decimal' ? `trim_scale(${column})` : column;
  },
  legacyValue(column, type) {
    if (type === 'uuid') return `'PY-7FFFFFFF-' || upper(${column}::text)`;
    if (type === 'datetime') return `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
    if (type === 'boolean') return `${column}::int`;
    if (isListType(type)) return listJson(column);
    return type === 'decimal' ? `trim_scale(${column})` : column;
  },
  canonicalValue(column, type) {
    if (type === 'datetime') return dateTime(column);
    if (type === 'decimal') return `trim_scale(${column})::text`;
    return type === 'json' || isListType(type) ? `${column}::text` : column;
  },
  jsonObject(members) {
    // row_to_json costs a quarter less than json_build_object.
    const isShort = members.every(([name]) => Buffer.byteLength(name) <= maxIdentifierBytes);
    if (members.length > 0 && isShort) return objectInParts(postgres, members, mostOfRow, rowObject);
    return objectInParts(postgres, members, mostOfCall, builtObject);
  },
  jsonArray: (items) => `json_build_array(${items.join(', ')})`,
  jsonArrayOf: (item, orderBy, id) => `coalesce(json_agg(${item} ORDER BY ${[...orderBy, id].join(', ')}), '[]'::json)`,
  jsonText: (expression) => `${expression}::text`,
  jsonBoolean: (condition) => `(${condition})`,
  splicedText(objects) {
    const parts = objects.map((object, index) => {
      const isLast = index === objects.length - 1;
      const bytes = isLast ? bytesOf(object.text) : bytesWithoutBrace(object);
      // Behind its brace stands a name: nothing else is trimmed.
      return index === 0 ? bytes : `ltrim(${bytes}, '\\x7b'::bytea)`;
    });
    return `convert_from(${parts.join(" || '\\x2c'::bytea || ")}, 'UTF8')`;
  },
  withoutBrace: (object) => `convert_from(${bytesWithoutBrace(object)}, 'UTF8')`,
  jsonOfText: (text) => `(${text})::json`,
  jsonLiteral: (value) => `coalesce(to_json(${value})::text, 'null')`,
  insideJsonText: (text) => `trim('"' FROM to_json(${text})::text)`,
  joinedText: (item) => `string_agg(${item}, ',')`,
  // Without a limit a planner counts on a hundred rows: what is never executed would decide whether statements are planned anew each time.
  entries: (array, alias, count) =>
    `(SELECT e.value FROM json_array_elements(${array}::json) AS e(value) LIMIT ${count}) AS ${alias}`,
  textMembers: (object, alias, count) =>
    `(SELECT e.key, e.value FROM json_each_text(${object}::json) AS e LIMIT ${count}) AS ${alias}`,
  folded: (foldedColumn, field, column) =>
    `coalesce(${foldedColumn}->>${literal(field)}, lower(${column})) COLLATE "C"`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  starts: (text, part) => `starts_with(${text}, ${part})`,
  ends: (text, part) => `right(${text}, length(${part})) = ${part}`,
  listIsEmpty: (column) => `coalesce(${column}::text, '[]') = '[]'`,
  listHolds: (column, item) => `jsonb_exists(${column}::jsonb, ${item})`,
  daysSince: (column) =>
    `coalesce(greatest(0, floor(extract(epoch FROM timezone('utc', now()) - ${column}) / 86400))::bigint, 0)`,
  epochSeconds: (column) => `floor(date_part('epoch', ${column}))::bigint`,
  periodStart(expression, type, period, offset) {
    const local = offset === null ? expression : `${expression} + (${offset}) * interval '1 second'`;
    if (period === 'Day') return type === 'date' ? expression : `(${local})::date`;
    return `date_trunc('${period.toLowerCase()}', ${type === 'date' ? `${expression}::timestamp` : local})::date`;
  },
  dateAsDateTime: (column) => `${column}::timestamp(6)`,
  cast: (expression, type) => `(${expression})::${columnTypes[type]}`,
  textLiteral: (text) => `${literal(text)}::text COLLATE "C"`,
  floatAsDecimal: postgresFloatAsDecimal,
  exactSum: (column) => [`sum(${column})::text`],
  aggregate(name, value) {
    if (name === 'SUM') return `coalesce(sum(${value}), 0)`;
    if (name === 'AVG') return `round(avg(${value})::numeric, 4)`;
    return `${name.toLowerCase()}(${value})`;
  },
  // Two become joins, which may begin at either end. More would be joined all with all in tables that were never analyzed, as
  // small ones are not: those with an OFFSET stay what they are, and each is a look-up.
  exists: (select, { depth }) => `EXISTS (${select}${depth < joinedExists ? '' : ' OFFSET 0'})`,
  isFoundIn(expression, { from, key, conditions }, place) {
    const where = [...conditions, `${key} = ${expression}`].join(' AND ');
    const depth = place.isWide ? joinedExists : place.depth;
    return postgres.exists(`SELECT 1 FROM ${from} WHERE ${where}`, { ...place, depth });
  },
  // It expects many ids to be missing and would look for each of them. A side with an order of its own can only be merged, which ends
  // where enough is found; the other side it chooses by how few rows are asked for.
  idsWithout(ids, others, descending) {
    const inOrder = `${others} ORDER BY id ${descending ? 'DESC' : 'ASC'} OFFSET 0`;
    return `(SELECT a.id FROM (${ids}) a LEFT JOIN (${inOrder}) b ON b.id = a.id WHERE b.id IS NULL)`;
  },
  orderBy: (expression, descending) => `${expression} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`,
  joinInOrder: 'JOIN',
  choosesJoins: true,
  alongIndex: () => '',
  groupsUnsorted: true,
  withoutIndex: (expression) => expression,
  limit: (count, binder) => binder.bind(count),
  noLimit: 'ALL',
};
