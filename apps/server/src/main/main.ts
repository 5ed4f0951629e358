/**
 * Entry of the executable `headwater`: gives the process to the command line. Nobody imports it.
 */
import { runCommandLine } from './command-line.js';
import { exitCodes } from './terminal.js';

/** Commands end within 8 seconds of being stopped. What still keeps the process then, such as a name server that is silent, is left. */
const longestStopMs = 10_000;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Once: a second signal means not to wait.
  process.once(signal, () => {
    stop.abort();
    setTimeout(() => process.exit(process.exitCode ?? exitCodes.stopped), longestStopMs).unref();
  });
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
  env: process.env,
  stop: stop.signal,
});
