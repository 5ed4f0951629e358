/**
 * The command of the benchmark of imports: `npm run bench:import`.
 */
import { parseArgs } from 'node:util';
import { type DatabaseName, databaseNames } from '../databases.js';
import { describeMachine } from '../machine/describe-machine.js';
import { renderMarkdown, renderText } from '../report/table.js';
import { importTable } from './import-table.js';
import { measureImport } from './measure-import.js';

const usage = `Measures how many contacts a second headwater import takes, beside the speed of the database's own bulk writes.
  --contacts <n>        lines of the file; 30000 when left out
  --rounds <n>          imports of each; 3 when left out
  --database <name>     only on this one: ${databaseNames.join(', ')}
  --database-url <url>  on this PostgreSQL instead of one started for the run, as a user who may make databases
  --server <folder>     measure the build of another checkout as well
  --help                show this`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      contacts: { type: 'string', default: '30000' },
      rounds: { type: 'string', default: '3' },
      database: { type: 'string' },
      'database-url': { type: 'string' },
      server: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [contacts, rounds] = [Number(values.contacts), Number(values.rounds)];
  const databases = databaseNames.filter((name) => values.database === undefined || name === values.database);
  const isUsable = [contacts, rounds].every((number) => Number.isInteger(number) && number > 0) && databases.length > 0;
  if (values.help || !isUsable) {
    (isUsable ? console.log : console.error)(usage);
    if (!isUsable) process.exitCode = 2;
    return;
  }
  const machine = describeMachine();
  const options = { contacts, rounds, databases, databaseUrl: values['database-url'], server: values.server };
  const imports = await measureImport(options, (text) => console.error(text));
  const table = importTable(imports);
  console.log(headline(machine, databases, imports.postgres));
  console.log(`${contacts.toLocaleString('en')} contacts, ${rounds} rounds`);
  console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}`);
}

function headline(
  { cores, cpu, node, sqlite, loadAverage }: ReturnType<typeof describeMachine>,
  databases: readonly DatabaseName[],
  postgres: string | undefined,
): string {
  const versions = databases.map((name) => (name === 'sqlite' ? `SQLite ${sqlite}` : `PostgreSQL ${postgres}`));
  const parts = [`${cores} × ${cpu}`, `Node ${node}`, ...versions, `load ${loadAverage.toFixed(2)} before the run`];
  return parts.join(', ');
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
