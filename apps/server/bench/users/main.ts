/**
 * The command of the benchmark of keys of users: `npm run bench:users`.
 */
import { parseArgs } from 'node:util';
import { openPostgres } from '../data/open-postgres.js';
import { folderOfThisRun } from '../data/temporary.js';
import { describeMachine } from '../machine/describe-machine.js';
import { PostgresCpu } from '../machine/postgres-cpu.js';
import { renderMarkdown, renderText, type Table } from '../report/table.js';
import { measureUsers, type UserCost } from './measure-users.js';

const usage = `Measures lists of 30 accounts for keys that see what a user sees. Options:
  --accounts <n>        accounts of the space; 1000000 when left out
  --seconds <n>         seconds of load for each list and key; 9 when left out
  --database <name>     sqlite, postgres (started for the run) or both; both when left out
  --database-url <url>  measure on this PostgreSQL, whose user may make databases
  --help                show this`;

const say = (text: string) => console.error(text);

function tableOf(database: string, costs: readonly UserCost[]): Table {
  return {
    columns: [
      { title: database, alignment: 'left' },
      { title: 'Seen', alignment: 'left' },
      { title: 'CPU ms/request', alignment: 'right' },
      { title: 'CPU : all', alignment: 'right' },
    ],
    rows: costs.map(({ list, seen, cpuMs, ratio }) => [list, seen, cpuMs.toFixed(2), ratio.toFixed(2)]),
  };
}

async function onSqlite(accounts: number, seconds: number): Promise<Table> {
  return tableOf(
    'SQLite',
    await measureUsers({ dataDir: folderOfThisRun('users') }, undefined, accounts, seconds, say),
  );
}

async function onPostgres(url: string | undefined, accounts: number, seconds: number): Promise<Table> {
  const postgres = await openPostgres(url);
  try {
    const store = { databaseUrl: await postgres.createDatabase() };
    const costs = await measureUsers(store, await PostgresCpu.of(postgres.url), accounts, seconds, say);
    return tableOf(`PostgreSQL ${postgres.version}`, costs);
  } finally {
    await postgres.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '9' },
      database: { type: 'string', default: 'both' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [accounts, seconds] = [Number(values.accounts), Number(values.seconds)];
  const isUsable = [accounts, seconds].every((count) => Number.isInteger(count) && count > 0);
  if (values.help || !isUsable || !['sqlite', 'postgres', 'both'].includes(values.database)) {
    (values.help ? console.log : console.error)(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { cpu, cores, loadAverage } = describeMachine();
  const tables: Table[] = [];
  if (values.database !== 'postgres') tables.push(await onSqlite(accounts, seconds));
  if (values.database !== 'sqlite') tables.push(await onPostgres(values['database-url'], accounts, seconds));
  console.log(
    `${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run; ${accounts.toLocaleString('en')} accounts`,
  );
  for (const table of tables) console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}`);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
