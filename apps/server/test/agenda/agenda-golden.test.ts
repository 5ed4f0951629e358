/**
 * The statements that an agenda takes on each database when everything is requested: a change of them is a difference to review.
 * `HEADWATER_TEST_UPDATE_GOLDEN=1` writes the files again.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { expectStatements } from '../golden/expect-statements.js';
import { GoldenSpace } from '../golden/golden-space.js';
import { makeAgenda } from './golden-case.js';

onDatabaseInTurn((running, database) => {
  it('takes the statements that are written down', async () => {
    running.server.clock = () => '2026-10-20T12:00:00.000000';
    const golden = await GoldenSpace.make(running.server);
    const { ask, head, deal } = await makeAgenda(golden);
    const statements = await running.server.statementsOf(async () => {
      const items = await ask();
      expect(items.map(({ linkedId }) => linkedId)).toEqual([head, deal, head, head]);
    });
    expectStatements(statements, new URL(`golden/${database}.sql`, import.meta.url), (text) =>
      golden.withNames(text).replaceAll(head, '<head>').replaceAll(deal, '<deal>'),
    );
    expect(statements).toHaveLength(9);
  });
});
