/**
 * The benchmark's command: `npm run bench`.
 */
import { writeFileSync } from 'node:fs';
import { describeMachine } from './machine/describe-machine.js';
import { parseOptions, UsageError, usage } from './options.js';
import type { BenchResult } from './report/bench-result.js';
import { renderReport } from './report/report.js';
import { runBench } from './run-bench.js';

/** Progress goes to the error stream, so that the report can be sent to a file. */
const say = (text: string) => console.error(text);

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (!options) {
    console.log(usage);
    return;
  }
  const machine = describeMachine();
  say(`Load average before: ${machine.loadAverage.toFixed(2)}.`);
  const results: BenchResult[] = [];
  for (const records of options.records) results.push(await runBench(options, records, say));
  const { text, markdown } = renderReport(machine, results);
  console.log(`\n${text}\n\nThe same as Markdown:\n\n${markdown}`);
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ machine, results }, undefined, 2)}\n`);
}

// What has to be removed is removed at exit, which a signal alone would skip.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
