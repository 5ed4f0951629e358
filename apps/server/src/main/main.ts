/**
 * Entry of the executable `headwater`: gives the process to the command line. Nobody imports it.
 */
import { runCommandLine } from './command-line.js';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Once: whoever asks a second time does not want to wait.
  process.once(signal, () => stop.abort());
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY === true,
  env: process.env,
  stop: stop.signal,
});
