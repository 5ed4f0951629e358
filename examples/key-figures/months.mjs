/**
 * Months and the query for them: one document with a field for each month, so that all come with one request.
 */

/** @param end the first moment after the last month, as the service says it @returns twelve months, the oldest first, with their days */
export function lastMonths(end) {
  const last = new Date(Date.parse(end) - 1);
  return Array.from({ length: 12 }, (_, index) => {
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 11 + index, 1));
    const final = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
    return { startDate: dayOf(first), endDate: dayOf(final), name: first.toISOString().slice(0, 7) };
  });
}

const dayOf = (date) => date.toISOString().slice(0, 10);

/** @returns a document that asks for what was won and lost in each of so many months, as `month0`, `month1` … */
export function monthsDocument(count) {
  const names = Array.from({ length: count }, (_, index) => `month${index}`);
  const variables = names.map((name) => `$${name}: PeriodInput!`).join(', ');
  const fields = names.map((name) => `${name}: insights(subject: SalesUnits, period: $${name}) { ...Closed }`);
  return `query Months(${variables}) { ${fields.join('\n')} }\nfragment Closed on InsightResult { total { WonAmount LostAmount } }`;
}
