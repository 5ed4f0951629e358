/** Reads in bulk are planned as such, and leave the connections that they share with other reads as these were. */
import { expect, it } from 'vitest';
import { ask } from './filters/ask-filter.js';
import { onDatabaseInTurn } from './fixture.js';
import { pivot } from './reports/ask-pivot.js';

onDatabaseInTurn((running, database) => {
  const bulkReads = async (work: () => Promise<unknown>) =>
    (await running.server.statementsOf(work)).filter(({ inBulk }) => inBulk).length;

  it('are those of key figures and pivot tables', async () => {
    const period = 'period: { startDate: "2025-01-01", endDate: "2025-01-31" }';
    const figures = 'WonAmount CreatingLeads CreatingActivities SendingEmails';
    const insights = `{ insights(subject: Clients, ${period}) { total { ${figures} } } }`;
    expect(await bulkReads(() => ask(running.space, insights))).toBe(4);
    expect(await bulkReads(() => pivot(running.space, { rows: [{ field: 'unit_id' }] }))).toBe(1);
    expect(await bulkReads(() => running.space.list('Opportunities'))).toBe(0);
  });

  it.skipIf(database === 'sqlite')('change the settings of their connection for themselves alone', async () => {
    const { db } = running.server.deps;
    const text = "SELECT current_setting('enable_sort') AS sort, current_setting('work_mem') AS memory";
    const usual = await db.read({ text, values: [] });
    expect(usual).not.toEqual([{ sort: 'off', memory: '32MB' }]);
    expect(await db.read({ text, values: [], inBulk: true })).toEqual([{ sort: 'off', memory: '32MB' }]);
    await expect(db.read({ text: 'SELECT 1 / 0', values: [], inBulk: true })).rejects.toThrow();
    // More than there are connections.
    const others = await Promise.all(Array.from({ length: 40 }, () => db.read({ text, values: [] })));
    for (const rows of others) expect(rows).toEqual(usual);
  });
});
