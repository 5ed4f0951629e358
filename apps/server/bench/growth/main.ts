/**
 * The command of the benchmark of growth: `npm run bench:growth`.
 */
import { parseArgs } from 'node:util';
import { describeMachine } from '../machine/describe-machine.js';
import { renderMarkdown, renderText, type Table } from '../report/table.js';
import { allGrowthCases } from './all-cases.js';
import { type Growth, measureGrowth } from './measure-growth.js';

const usage = `Measures single requests, and work in the background, in spaces of growing size. Options:
  --sizes <n,n,…>       contacts in each space; 10000,100000,1000000 when left out
  --case <name>         only this case; may be repeated: ${allGrowthCases.map(({ name }) => name).join(', ')}
  --database-url <url>  measure on this PostgreSQL database as well
  --help                show this`;

const say = (text: string) => console.error(text);

function tableOf({ database, sizes, rows }: Growth): Table {
  return {
    columns: [
      { title: `On ${database}; ms, where nothing else is said`, alignment: 'left' },
      ...sizes.map((size) => ({ title: size.toLocaleString('en'), alignment: 'right' as const })),
    ],
    rows: rows.map(({ title, figures }) => [title, ...figures.map(figureText)]),
  };
}

function figureText(figure: number): string {
  return figure.toLocaleString('en', { maximumFractionDigits: figure < 10 ? 1 : 0 });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      case: { type: 'string', multiple: true, default: [] },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const sizes = values.sizes.split(',').map(Number);
  const unknown = values.case.find((name) => !allGrowthCases.some((one) => one.name === name));
  if (unknown !== undefined || !sizes.every((size) => Number.isInteger(size) && size >= 1_000)) {
    console.error(`Sizes are whole numbers from 1000, cases those of the list.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const url = values['database-url'];
  const databases = url === undefined ? [undefined] : [undefined, url];
  const machine = describeMachine();
  const tables: Table[] = [];
  for (const database of databases) tables.push(tableOf(await measureGrowth(database, sizes, values.case, say)));
  const { cpu, cores, loadAverage } = machine;
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run; median of single requests`);
  for (const table of tables) console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}`);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
