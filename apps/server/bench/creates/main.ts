/**
 * The command of the benchmark of creates: `npm run bench:creates`.
 */
import { parseArgs } from 'node:util';
import { describeMachine } from '../machine/describe-machine.js';
import { renderMarkdown, renderText } from '../report/table.js';
import { createsTable } from './creates-table.js';
import { measureCreates } from './measure-creates.js';

const usage = `Measures how many contacts a second are created on a PostgreSQL that is started for the run: in one space, in two, by two processes.
  --seconds <n>         seconds of load for each line; 15 when left out
  --database-url <url>  on this PostgreSQL instead, as a user who may make databases
  --server <folder>     measure the build of another checkout as well
  --help                show this`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '15' },
      'database-url': { type: 'string' },
      server: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const seconds = Number(values.seconds);
  const isUsable = Number.isInteger(seconds) && seconds > 0;
  if (values.help || !isUsable) {
    (isUsable ? console.log : console.error)(usage);
    if (!isUsable) process.exitCode = 2;
    return;
  }
  const { cpu, cores, loadAverage } = describeMachine();
  const options = { seconds, databaseUrl: values['database-url'], server: values.server };
  const creates = await measureCreates(options, (text) => console.error(text));
  const table = createsTable(creates);
  console.log(`${cores} × ${cpu}, PostgreSQL ${creates.postgres}, load ${loadAverage.toFixed(2)} before the run`);
  console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}`);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
