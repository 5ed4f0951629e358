/**
 * Fills the change log of a space: one change in each revision, as updates of contacts write them.
 */
import type { RunningServer } from '@headwater/server';

type Database = RunningServer['deps']['db'];

const perStatement = 50_000;

/**
 * @param contact every hundredth change is of this one; the others are of records that are not there
 * @returns the revision behind which they lie
 */
export async function fillLog({ knex }: Database, space: string, contact: string, count: number): Promise<number> {
  const isPostgres = knex.client.config.client === 'pg';
  const [row] = await knex('spaces').where({ space_id: space }).select('revision');
  const from = Number(row.revision);
  const series = isPostgres
    ? 'generate_series(?::int, ?::int) AS s(i)'
    : '(WITH RECURSIVE t(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM t WHERE i < ?) SELECT i FROM t) s';
  const hex = isPostgres ? "lpad(to_hex(s.i), 12, '0')" : "printf('%012x', s.i)";
  const other = `'00000000-0000-7000-8000-' || ${hex}`;
  const cast = (type: string) => (isPostgres ? `::${type}` : '');
  for (let start = 0; start < count; start += perStatement) {
    const end = Math.min(count, start + perStatement);
    await knex.raw(
      'INSERT INTO changes (space_id, revision, position, entity_type, record_id, act, members, changed_at, token, request_id) ' +
        `SELECT ?, ? + s.i, 0, 'Contact', (CASE WHEN s.i % 100 = 0 THEN ? ELSE ${other} END)${cast('uuid')}, 'updated', ` +
        `'{"city":["Graz","Vienna"],"phone1":[null,"+43 1 5550"]}', ?${cast('timestamp')}, 'bench', ${other} FROM ${series}`,
      [space, from, contact, new Date().toISOString().slice(0, -1), start + 1, end],
    );
  }
  await knex('spaces')
    .where({ space_id: space })
    .update({ revision: from + count });
  await knex.raw('ANALYZE changes');
  return from;
}
