/**
 * On how many parts of a distributed database a statement runs.
 */
import pg from 'pg';
import type { Statement } from '../../src/sql/binder.js';

/** The rows are in the statement itself. The coordinator reads them, and copies them to the part that their space is in. */
const bringsItsRows = /INSERT\/SELECT method: pull to coordinator\s+->\s+Function Scan on json_to_recordset/;

/** @returns for each statement the numbers of tasks that its plan shows, without running it; none: it needs no table of spaces */
export async function tasksOf(databaseUrl: string, statements: readonly Statement[]): Promise<number[][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found: number[][] = [];
    for (const { text, values } of statements) {
      // A plan of a statement without its values would be another one.
      const filled = text.replaceAll(/\$(\d+)/g, (_, position) => literalOf(client, values[Number(position) - 1]));
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${filled}`).catch((error: Error) => {
        throw new Error(`${error.message} for ${filled.slice(0, 500)}`);
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      found.push(counts.length === 0 && bringsItsRows.test(plan) ? [1] : counts);
    }
    return found;
  } finally {
    await client.end();
  }
}

function literalOf(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return client.escapeLiteral(
    Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value),
  );
}
