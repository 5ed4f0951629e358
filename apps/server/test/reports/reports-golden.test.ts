/**
 * The statements that reports take on each database: a change of them is a difference to review. `HEADWATER_TEST_UPDATE_GOLDEN=1` writes
 * the files again.
 */
import { beforeAll, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { expectStatements } from '../golden/expect-statements.js';
import { GoldenSpace } from '../golden/golden-space.js';
import { makeReport, reportCases } from './golden-cases.js';

onDatabaseInTurn((running, database) => {
  let golden: GoldenSpace;
  beforeAll(async () => {
    golden = await GoldenSpace.make(running.server);
    await makeReport(golden);
  });

  it.each(reportCases)('%s', async (name, query, count) => {
    const statements = await running.server.statementsOf(() => golden.ask(query));
    expectStatements(statements, new URL(`golden/${name}.${database}.sql`, import.meta.url), (text) =>
      golden.withNames(text),
    );
    expect(statements).toHaveLength(count);
  });
});
