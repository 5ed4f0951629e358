/**
 * The floor under creates on SQLite: one place in an index for each value of a record, and nothing else. No service that finds records
 * by any of their custom fields can do less.
 */
import { join } from 'node:path';
import { connectionCount } from '../contestants/contestant.js';
import { copyPrepared } from '../data/prepare-space.js';
import { type Prepared, SqliteConnection } from '../floors/sqlite-connection.js';
import { median } from '../load/percentile.js';

/** What one of the server's tables holds of a record: texts of JSON, each `{record: {field: value}}`. */
interface TableValues {
  readonly record: string;
  readonly json: string;
}

/** Records of which each is added once, in transactions of as many as there are callers at once. */
const addedCount = 480;

const groupsPerRound = 5;

/** Tables that hold values of custom fields, but for long texts, which have no index. */
const valueTables = `SELECT t.name FROM sqlite_schema t
  WHERE t.type = 'table' AND t.name <> 'custom_texts'
    AND (SELECT count(*) FROM pragma_table_info(t.name) c WHERE c.name IN ('field_id', 'record_id', 'value', 'is_held')) = 4`;

/**
 * @param dataDir holds the space, with values in all its fields
 * @returns milliseconds of processor time for each record; the median over some rounds
 */
export async function measurePlaces(dataDir: string, space: string): Promise<number> {
  const connection = await SqliteConnection.open(join(copyPrepared(dataDir), 'headwater.sqlite'), 'NORMAL');
  try {
    const tables = await (await connection.prepare<{ name: string }>(valueTables))();
    const adds: { readonly add: Prepared<unknown>; readonly values: readonly TableValues[] }[] = [];
    for (const { name } of tables) adds.push(await prepareTable(connection, name, space));
    const [begin, commit] = [await connection.prepare('BEGIN IMMEDIATE'), await connection.prepare('COMMIT')];
    const records = [...new Set(adds.flatMap(({ values }) => values.map(({ record }) => record)))];
    const byRecord = records.map((record) =>
      adds.flatMap(({ add, values }) => {
        const found = values.find((one) => one.record === record);
        return found ? [() => add(space, found.json)] : [];
      }),
    );
    const rounds: number[] = [];
    const perRound = connectionCount * groupsPerRound;
    for (let first = 0; first < byRecord.length; first += perRound) {
      const start = process.cpuUsage();
      for (let group = first; group < first + perRound; group += connectionCount) {
        await begin();
        for (const write of byRecord.slice(group, group + connectionCount).flat()) await write();
        await commit();
      }
      const { user, system } = process.cpuUsage(start);
      rounds.push((user + system) / 1000 / perRound);
    }
    return median(rounds);
  } finally {
    await connection.close();
  }
}

/** Makes an index of what a table holds, without the newest records. @returns those, and how to add them */
async function prepareTable(connection: SqliteConnection, table: string, space: string) {
  const run = async (text: string, ...values: unknown[]) => (await connection.prepare(text))(...values);
  const places = `places_of_${table}`;
  const newest = `SELECT id FROM contacts WHERE space_id = ?1 ORDER BY id DESC LIMIT ${addedCount}`;
  await run(
    `CREATE TABLE ${places} (space_id, field_id, value, record_id, PRIMARY KEY (space_id, field_id, value, record_id)) WITHOUT ROWID`,
  );
  const held = `FROM ${table} WHERE space_id = ?1`;
  const isOld = `record_id NOT IN (${newest})`;
  await run(`INSERT INTO ${places} SELECT space_id, field_id, value, record_id ${held} AND ${isOld}`, space);
  const ofRecord = 'json_object(record_id, json_group_object(field_id, value))';
  const read = await connection.prepare<TableValues>(
    `SELECT record_id AS record, ${ofRecord} AS json ${held} AND NOT ${isOld} GROUP BY record_id`,
  );
  const add = await connection.prepare(
    `INSERT OR FAIL INTO ${places} SELECT ?1, i.key, i.value, o.key FROM json_each(?2) o, json_each(o.value) i`,
  );
  return { add, values: await read(space) };
}
