/**
 * The command that remakes the figures of docs/benchmark.md: `npm run bench:docs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createsTable } from '../creates/creates-table.js';
import { measureCreates } from '../creates/measure-creates.js';
import { describeMachine } from '../machine/describe-machine.js';
import { parseOptions, UsageError, usage } from '../options.js';
import type { BenchResult } from '../report/bench-result.js';
import { renderReport } from '../report/report.js';
import { renderMarkdown } from '../report/table.js';
import { runBench } from '../run-bench.js';
import { replaceFigures } from './replace-figures.js';

/** Of all contestants, on three sizes; what the caller gives comes behind it and counts more. */
const whole = ['--peers', '--records', '10000,100000,1000000'];
/** The page lies above the compiled file. */
const page = new URL('../../../../../docs/benchmark.md', import.meta.url);
const secondsOfCreates = 15;

const say = (text: string) => console.error(text);

async function main(): Promise<void> {
  const options = parseOptions([...whole, ...process.argv.slice(2)]);
  if (!options) {
    console.log(
      `Remakes the figures of docs/benchmark.md, those of PostGraphile and of 10,000 to 1,000,000 contacts too.\n\n${usage}`,
    );
    return;
  }
  const machine = describeMachine();
  say(`Load average before: ${machine.loadAverage.toFixed(2)}.`);
  const results: BenchResult[] = [];
  for (const records of options.records) results.push(await runBench(options, records, say));
  const { databaseUrl, server } = options;
  const creates = await measureCreates({ seconds: secondsOfCreates, databaseUrl, server }, say);
  const { text, markdown } = renderReport(machine, results);
  const all = `${markdown}\n\n${renderMarkdown(createsTable(creates))}`;
  writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), all));
  console.log(text);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
