/**
 * The statements that key figures take on each database when all of them are requested: a change of them is a difference to review.
 * `HEADWATER_TEST_UPDATE_GOLDEN=1` writes the files again.
 */
import { beforeAll, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { expectStatements } from '../golden/expect-statements.js';
import { GoldenSpace } from '../golden/golden-space.js';

const all = 'WonAmountTrend OpptySalesVelocity LeadAverageTimeSpent CreatingLeads CreatingActivities SendingEmails';
const period = 'period: { startDate: "2001-03-01", endDate: "2001-03-31" }';
const filter =
  'filter: { mainBox: { entity: "Opportunity", filterFields: [{ field: "name", operator: Is, values: [["Deal 2"]] }] } }';

/** By the name of its file, the arguments and members, and how many statements that takes. */
const cases = [
  ['users', `subject: Clients, ${period}`, all, 5],
  ['units', `subject: SalesUnits, salesUnitIds: ["<unit>"], withSubUnits: true, ${period}`, all, 5],
  ['filtered', `subject: Clients, ${filter}, ${period}`, 'WonAmount CreatingOppties', 3],
] as const;

onDatabaseInTurn((running, database) => {
  let golden: GoldenSpace;
  beforeAll(async () => {
    golden = await GoldenSpace.make(running.server);
  });

  it.each(cases)('%s', async (name, args, members, count) => {
    const query = `{ insights(${args}) { items { kpiData { ${members} } } total { ${members} } } }`;
    const statements = await running.server.statementsOf(() => golden.ask(query));
    expectStatements(statements, new URL(`golden/${name}.${database}.sql`, import.meta.url), (text) =>
      golden.withNames(text),
    );
    expect(statements).toHaveLength(count);
  });
});
