/**
 * Runs the suite against a server of an instrumented copy.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Check } from '../../src/check.js';
import type { CheckContext } from '../../src/check-context.js';
import { CheckSkipped, ExpectationFailed } from '../../src/expectation.js';
import type { Receiver } from '../../src/receiver/receiver.js';
import type { RunResult } from '../../src/result.js';
import { runChecks } from '../../src/run-checks.js';
import type { Template } from '../test-server.js';
import { orderFor } from './check-order.js';
import { Coverage } from './coverage.js';
import type { InstrumentedServer } from './instrumented-server.js';
import type { Verdict } from './mutant.js';
import { startMutantServer } from './mutant-server.js';

export interface Bench {
  readonly server: InstrumentedServer;
  readonly template: Template;
  readonly receiver: Receiver;
  readonly checks: readonly Check[];
}

/** Milliseconds that one request may take; the machine may be busy. */
const timeoutMs = 30_000;
/** A server that takes so many times as long as without a mutant is noticed. */
const longestRun = 4;

function run(
  { template, receiver }: Bench,
  baseUrl: string,
  checks: readonly Check[],
  rest: object,
): Promise<RunResult> {
  const { alpha, beta, scoped } = template.spaces;
  const options = { baseUrl, ...alpha, second: beta, scoped, receiver, seed: '1', timeoutMs };
  return runChecks(checks, { ...options, stop: new AbortController().signal, ...rest });
}

/** Runs every check without a mutant. */
export async function runHealthy(bench: Bench): Promise<{ readonly run: RunResult; readonly coverage: Coverage }> {
  const server = await startMutantServer(bench.server.folder, bench.template, undefined);
  const current = new AsyncLocalStorage<string>();
  const usual = globalThis.fetch;
  globalThis.fetch = (input, options) => {
    const headers = { ...(options?.headers as Record<string, string>), 'headwater-check': current.getStore() ?? '' };
    return usual(input, current.getStore() === undefined ? options : { ...options, headers });
  };
  try {
    const checks = bench.checks.map((check) => ({
      ...check,
      run: (context: CheckContext) => current.run(check.id, () => check.run(context)),
    }));
    const result = await run(bench, server.url, checks, {});
    const counted = (await server.readCoverage()) as { outside: string; checks: [string, string][] };
    const durations = Object.fromEntries(result.results.map(({ id, durationMs }) => [id, durationMs]));
    return { run: result, coverage: new Coverage({ ...counted, durations, seconds: result.durationMs / 1000 }) };
  } finally {
    globalThis.fetch = usual;
    await server.kill();
  }
}

/** Runs a check, and once more what fails for want of time or without having run the code: a busy machine makes checks fail, too. */
async function runTwice(check: Check, context: CheckContext, isIndirect: boolean): Promise<void> {
  try {
    await check.run(context);
  } catch (error) {
    if (error instanceof CheckSkipped || (error instanceof ExpectationFailed && !isIndirect)) throw error;
    await check.run(context);
  }
}

/** Runs the checks with a mutant until one fails. */
export async function tryMutant(bench: Bench, mutant: string, coverage: Coverage): Promise<Verdict> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  if (!coverage.isRun(mutant)) return { outcome: 'not-run', seconds: 0 };
  let server: Awaited<ReturnType<typeof startMutantServer>>;
  try {
    server = await startMutantServer(bench.server.folder, bench.template, mutant);
  } catch (error) {
    return { outcome: 'noticed', message: (error as Error).message, seconds: seconds() };
  }
  const stop = new AbortController();
  let noticed: Pick<Verdict, 'check' | 'message' | 'isIndirect'> | undefined;
  const watched = orderFor(mutant, bench.checks, coverage).map((check) => ({
    ...check,
    run: async (context: CheckContext) => {
      const isIndirect = !coverage.isRunBy(check.id, mutant);
      try {
        await runTwice(check, context, isIndirect);
      } catch (error) {
        if (!(error instanceof CheckSkipped) && !stop.signal.aborted) {
          noticed = { check: check.id, message: String(error).slice(0, 300), ...(isIndirect && { isIndirect }) };
          stop.abort();
          // Nothing needs to be deleted from it.
          await server.kill();
        }
        throw error;
      }
    },
  }));
  let ended = 0;
  const budgetMs = coverage.seconds * 1000 * longestRun;
  const onResult = () => {
    ended += 1;
    if (ended === watched.length) void server.kill();
  };
  const { notBegun } = await run(bench, server.url, watched, { stop: stop.signal, budgetMs, onResult });
  await server.kill();
  if (noticed) return { outcome: 'noticed', ...noticed, seconds: seconds() };
  if (notBegun > 0) return { outcome: 'noticed', message: 'the run took too long', seconds: seconds() };
  return { outcome: 'survived', seconds: seconds() };
}
