/**
 * The command of the benchmark of custom fields: `npm run bench:fields`.
 */
import { parseArgs } from 'node:util';
import { describeMachine } from '../machine/describe-machine.js';
import { renderMarkdown, renderText, type Table } from '../report/table.js';
import { fieldCases } from './field-cases.js';
import { type FieldCosts, measureFields } from './measure-fields.js';
import { variantTitles } from './wide-contacts.js';

const usage = `Measures what custom fields cost. Options:
  --seconds <n>         seconds of load for each case, shared by three spaces; 15 when left out
  --case <name>         only this case; may be repeated: ${fieldCases.map(({ name }) => name).join(', ')}
  --database-url <url>  measure on this PostgreSQL database as well
  --help                show this`;

const say = (text: string) => console.error(text);

function tableOf(database: string, { costs }: FieldCosts): Table {
  const numbers = ['answer, bytes', 'CPU ms/request', 'CPU : without', 'p50 ms'];
  return {
    columns: [
      { title: database, alignment: 'left' },
      { title: 'Contacts with', alignment: 'left' },
      ...numbers.map((title) => ({ title, alignment: 'right' as const })),
    ],
    rows: costs.map(({ title, variant, answerBytes, cpuMsPerRequest, cpuRatio, p50Ms }) => [
      title,
      variantTitles[variant],
      answerBytes.toLocaleString('en'),
      cpuMsPerRequest.toFixed(2),
      cpuRatio.toFixed(2),
      p50Ms.toFixed(1),
    ]),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '15' },
      case: { type: 'string', multiple: true, default: [] },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const seconds = Number(values.seconds);
  const unknown = values.case.find((name) => !fieldCases.some((one) => one.name === name));
  if (unknown !== undefined || !Number.isInteger(seconds) || seconds < 1) {
    console.error(`Seconds are a whole number from 1, cases those of the list.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const { cpu, cores, loadAverage } = describeMachine();
  const url = values['database-url'];
  const onSqlite = await measureFields(undefined, values.case, seconds, say);
  const tables = [tableOf('SQLite', onSqlite)];
  if (url !== undefined) tables.push(tableOf('PostgreSQL', await measureFields(url, values.case, seconds, say)));
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run`);
  for (const table of tables) console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}`);
  const { placesMs } = onSqlite;
  if (placesMs === undefined) return;
  console.log(`\nSQLite alone, one place in an index for each value of a record: ${placesMs.toFixed(2)} ms of CPU`);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
