/**
 * The program: reads the command line, runs the checks, writes the reports, sets the exit code. Nobody imports it.
 */
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { type Check, levelOf } from './check.js';
import { checksOf } from './checks/all-checks.js';
import { type CommandLine, parseCommandLine, type ReceiverPlace, type Target } from './command-line.js';
import { type Contract, interfaceContract } from './contract.js';
import { ExpectationFailed } from './expectation.js';
import { CannotBegin, probe } from './probe.js';
import { type Receiver, startReceiver } from './receiver/receiver.js';
import { reportFormats } from './reports/report-formats.js';
import { renderTextHead, renderTextProgress, renderTextResult, renderTextSum } from './reports/text-report.js';
import { type CheckResult, isConformant } from './result.js';
import { runChecks } from './run-checks.js';
import { selectChecks, spreadByArea } from './select-checks.js';
import { loadSpaceContract } from './space-contract.js';

const wrongUsage = 2;
const cannotBegin = 3;

/** Between lines of progress where they are kept, as in the log of a build server. */
const progressMs = 10_000;

async function main(args: readonly string[]): Promise<number> {
  const line = parseCommandLine(args);
  const { target, second, timeoutMs } = line;
  if (target !== undefined) await probe({ ...target, timeoutMs });
  if (target !== undefined && second !== undefined) await probe({ ...target, ...second, timeoutMs });
  const contract = await contractFor(line);
  const checks = selectChecks(checksOf(contract), line);
  if (checks.length === 0) {
    console.error(
      'No check is of that level and part and has an id that begins so (--only, --part, --level); --list prints them all.',
    );
    return wrongUsage;
  }
  return line.list || line.target === undefined ? list(checks) : await run(checks, line, line.target, contract);
}

function list(checks: readonly Check[]): number {
  for (const check of checks) console.log(`${check.id.padEnd(48)} ${levelOf(check).padEnd(6)} ${check.sentence}`);
  return 0;
}

async function contractFor({ document, target, timeoutMs }: CommandLine): Promise<Contract> {
  if (document === 'interface' || target === undefined) return interfaceContract;
  return await loadSpaceContract({ ...target, timeoutMs });
}

async function run(all: readonly Check[], line: CommandLine, target: Target, contract: Contract): Promise<number> {
  const { second, budgetMs, isReadOnly, isVerbose, timeoutMs, concurrency } = line;
  const receiver = await listen(line.receiver);
  const seed = line.seed ?? String(randomInt(2 ** 32));
  const checks = budgetMs === undefined ? all : spreadByArea(all);
  console.log(renderTextHead({ ...target, seed }));
  const progress = showProgress(checks.length);
  const result = await runChecks(checks, {
    ...target,
    contract,
    ...(second === undefined ? {} : { second }),
    ...(line.scoped === undefined ? {} : { scoped: line.scoped }),
    ...(receiver === undefined ? {} : { receiver }),
    ...(budgetMs === undefined ? {} : { budgetMs }),
    isReadOnly,
    seed,
    timeoutMs,
    concurrency,
    stop: stopOnSignal(),
    onResult: (each) => {
      progress.add(each);
      if (!isVerbose && (each.outcome === 'passed' || each.outcome === 'skipped')) return;
      progress.clear();
      console.log(renderTextResult(each, { ...target, seed }));
    },
  }).finally(() => receiver?.close());
  progress.clear();
  console.log(renderTextSum(result));
  for (const { format, path } of line.reports) await writeFile(path, reportFormats[format](result));
  return isConformant(result) ? 0 : 1;
}

/** On standard error: one line that is written over on a terminal, a line now and then elsewhere. */
function showProgress(total: number): { add(result: CheckResult): void; clear(): void } {
  const results: CheckResult[] = [];
  const began = performance.now();
  const { isTTY } = process.stderr;
  let shownAt = began;
  return {
    add: (result) => {
      results.push(result);
      const now = performance.now();
      if (now - shownAt < (isTTY ? 100 : progressMs)) return;
      shownAt = now;
      const line = renderTextProgress(results, total, (now - began) / 1000);
      process.stderr.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear: () => {
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}

/** @throws CannotListen */
async function listen(place: ReceiverPlace | undefined): Promise<Receiver | undefined> {
  if (place === undefined) return undefined;
  const { port, url } = place;
  try {
    const receiver = await startReceiver({ port, isPublic: url !== undefined });
    return url === undefined ? receiver : receiver.behind(url);
  } catch (error) {
    throw new CannotListen(`Cannot listen on port ${port} (--receiver-port): ${String(error)}`);
  }
}

class CannotListen extends Error {}

/** The first signal ends the run and lets it clean up; a second one ends the process at once. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.error('Stopping; deleting what the run has made. Once more to leave at once.');
      controller.abort();
    });
  }
  return controller.signal;
}

/** @throws what nobody expects */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  if (error instanceof CannotListen) {
    console.error(error.message);
    return wrongUsage;
  }
  if (error instanceof CannotBegin) {
    console.error(error.message);
    return cannotBegin;
  }
  // Before the first check the server is requested its own document only.
  const isUnanswered =
    error instanceof ExpectationFailed || error instanceof TypeError || error instanceof DOMException;
  if (!isUnanswered) throw error;
  console.error(`The space's own document cannot be had: ${error.message}`);
  return 1;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has enough closes its end, as `head` does; what was made is deleted all the same.
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
