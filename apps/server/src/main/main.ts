/**
 * Entry of the executable `headwater`: gives the process to the command line. Nobody imports it.
 */
import { createInterface } from 'node:readline/promises';
import { setFlagsFromString } from 'node:v8';
import { runCommandLine } from './command-line.js';
import { exitCodes } from './terminal.js';
import { isWorker, leaveSupervisor, stopWithSupervisor } from './workers/worker.js';

/**
 * How far the old objects may grow after a collection, in percent, before they are collected again. V8 itself lets them become up to four
 * times as many where the machine has much memory: with types and plans of many spaces a process held a gigabyte, most of it garbage.
 */
setFlagsFromString('--heap-growing-percent=50');

/** Commands end within 8 seconds of being stopped. What still keeps the process then, such as a name server that is silent, is left. */
const longestStopMs = 10_000;

const stop = new AbortController();
function end(): void {
  stop.abort();
  setTimeout(() => process.exit(process.exitCode ?? exitCodes.stopped), longestStopMs).unref();
}
// Once: a second signal means not to wait.
process.once('SIGTERM', end);
if (isWorker()) stopWithSupervisor(end);
else process.once('SIGINT', end);

// A reader such as `head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

async function askPerson(question: string): Promise<string> {
  const person = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await person.question(question, { signal: stop.signal });
  } finally {
    person.close();
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
  ...(process.stdin.isTTY === true && { ask: askPerson }),
  env: process.env,
  stop: stop.signal,
});

if (isWorker()) leaveSupervisor();
