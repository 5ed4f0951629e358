/**
 * What is asked of key figures, with names in angle brackets as `GoldenSpace` has them.
 */
const all = 'WonAmountTrend OpptySalesVelocity LeadAverageTimeSpent CreatingLeads CreatingActivities SendingEmails';
const period = 'period: { startDate: "2001-03-01", endDate: "2001-03-31" }';
const filter =
  'filter: { mainBox: { entity: "Opportunity", filterFields: [{ field: "name", operator: Is, values: [["Deal 2"]] }] } }';

const asked = [
  ['users', `subject: Clients, ${period}`, all, 5],
  ['units', `subject: SalesUnits, salesUnitIds: ["<unit>"], withSubUnits: true, ${period}`, all, 5],
  ['filtered', `subject: Clients, ${filter}, ${period}`, 'WonAmount CreatingOppties', 3],
] as const;

/** By the name of its file, what is asked, and how many statements that takes. */
export const insightsCases = asked.map(
  ([name, args, members, count]) =>
    [name, `{ insights(${args}) { items { kpiData { ${members} } } total { ${members} } } }`, count] as const,
);
