/**
 * `npm run suite:mutants`: what share of small changes of the server's code the conformance suite notices.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { allChecks } from '../../src/checks/all-checks.js';
import { startReceiver } from '../../src/receiver/receiver.js';
import { brokenOf, countOutcomes } from '../../src/result.js';
import { makeTemplate } from '../test-server.js';
import { commandOf, type Options, readOptions } from './command-line.js';
import { Coverage } from './coverage.js';
import { readExplanations } from './explained.js';
import { type InstrumentedServer, instrumentServer } from './instrumented-server.js';
import type { Mutant, Result } from './mutant.js';
import { describe, renderReport } from './report.js';
import { Results } from './results.js';
import { sampleOf } from './sample.js';
import { leftOutFiles } from './server-sources.js';
import { type Bench, runHealthy, tryMutant } from './try-suite.js';

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  mkdirSync(options.results, { recursive: true });
  const server = await instrumentServer(options.results);
  console.log(`${server.mutants.length} mutants, load ${loadavg()[0]?.toFixed(1)}`);
  const receiver = await startReceiver({ port: 0 });
  try {
    const bench = { server, template: await makeTemplate(), receiver, checks: allChecks };
    const coverage = await readCoverage(bench, options);
    if (coverage !== undefined && !options.healthy) await tryAll(bench, coverage, options);
  } finally {
    await receiver.close();
  }
}

/** @returns that of an earlier run of the same checks on the same sources, if there is one; undefined when the suite fails without a mutant */
async function readCoverage(bench: Bench, { results, healthy }: Options): Promise<Coverage | undefined> {
  const checks = createHash('sha256').update(JSON.stringify(bench.checks.map(({ id, run }) => [id, String(run)])));
  const file = join(results, `coverage-${bench.server.hash}-${checks.digest('hex').slice(0, 12)}.json.gz`);
  const known = healthy ? undefined : Coverage.read(file);
  if (known !== undefined) return known;
  const { run, coverage } = await runHealthy(bench);
  const { passed, failed, skipped, error } = countOutcomes(run.results);
  console.log(
    `without a mutant: ${passed} passed, ${failed} failed, ${skipped} skipped, ${error} errors; ${coverage.seconds.toFixed(0)} s`,
  );
  const broken = brokenOf(run.results);
  for (const { id, message } of broken) console.log(`FAILED ${id}: ${message}`);
  if (broken.length > 0) {
    process.exitCode = 1;
    return undefined;
  }
  coverage.write(file);
  return coverage;
}

const isTried = ({ file }: Mutant) => leftOutFiles[file] === undefined;

function choose({ mutants }: InstrumentedServer, { sample, seed, folders, ids }: Options): readonly Mutant[] {
  if (ids !== undefined) return ids.flatMap((wanted) => mutants.find(({ id }) => id === wanted) ?? []);
  const isIn = ({ file }: Mutant) => folders.length === 0 || folders.some((folder) => file.startsWith(`${folder}/`));
  return sampleOf(
    mutants.filter((mutant) => isTried(mutant) && isIn(mutant)),
    sample,
    seed,
  );
}

async function tryAll(bench: Bench, coverage: Coverage, options: Options): Promise<void> {
  const end = performance.now() + options.minutes * 60_000;
  const chosen = choose(bench.server, options);
  const results = new Results(join(options.results, `results-${options.seed}.jsonl`), bench.server.hash);
  const tried: Result[] = [];
  for (const [index, mutant] of chosen.entries()) {
    let result = results.of(mutant.id);
    if (result === undefined || (options.again && result.outcome !== 'noticed')) {
      if (performance.now() > end) continue;
      result = { ...mutant, ...(await tryMutant(bench, mutant.id, coverage)) };
      results.add(result);
      const by = result.check ?? result.message ?? '';
      console.log(`${index + 1}/${chosen.length} ${result.outcome} ${result.seconds} s  ${describe(result)}  ${by}`);
    }
    tried.push(result);
  }
  const all = bench.server.mutants.filter(isTried).length;
  const facts = { command: commandOf(options), all, wanted: chosen.length };
  const report = renderReport(tried, readExplanations(), facts);
  console.log(`\n${report}`);
  if (options.report !== undefined) writeFileSync(options.report, report);
}

await main();
