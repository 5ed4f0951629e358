/**
 * Asks for the key figures of a space and draws them as a page. Needs Node 20 or later, nothing else; only reads.
 *
 *   node examples/key-figures/draw-key-figures.mjs key-figures.html
 *
 * Goes to the demo space unless HEADWATER_URL, HEADWATER_SPACE, HEADWATER_TOKEN and HEADWATER_PASSWORD say otherwise; the period is
 * PERIOD, a word such as Last90Days, in TIME_ZONE.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { lastMonths, monthsDocument } from './months.mjs';
import { drawPage } from './page.mjs';

const { HEADWATER_URL: url = 'http://127.0.0.1:8080', HEADWATER_SPACE: space = 'demo' } = process.env;
const { HEADWATER_TOKEN: token = 'demo', HEADWATER_PASSWORD: password = 'demo' } = process.env;
const { PERIOD: relative = 'Last365Days', TIME_ZONE: timeZone = 'UTC' } = process.env;
const file = process.argv[2] ?? 'key-figures.html';

async function ask(query, variables) {
  const answer = await fetch(`${url}/api/v100/graphql/spaces/${space}`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`,
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [] } = await answer.json();
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return data;
}

const document = readFileSync(new URL('key-figures.graphql', import.meta.url), 'utf8');
const figures = await ask(document, { period: { relative, timeZone } });
const months = lastMonths(figures.company.endDatetime);
const periods = months.map(({ startDate, endDate }, index) => [`month${index}`, { startDate, endDate, timeZone }]);
const closed = await ask(monthsDocument(months.length), Object.fromEntries(periods));
const drawn = months.map(({ name }, index) => {
  const { WonAmount, LostAmount } = closed[`month${index}`].total;
  return { name, won: WonAmount, lost: LostAmount };
});
writeFileSync(file, drawPage(figures, drawn));
console.log(`Drew ${file}.`);
