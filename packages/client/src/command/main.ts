/**
 * The program `headwater-client`: gives the process to the command. Nobody imports it.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { runCommand } from './run-command.js';

const { stdin, stdout, stderr } = process;
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The second one ends the process at once.
  process.once(signal, () => ending.abort(new Error(signal)));
}
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has enough closes its end, as `head` has.
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

process.exitCode = await runCommand(process.argv.slice(2), {
  out: async (text) => {
    if (text !== '' && !stdout.write(text)) await once(stdout, 'drain');
  },
  error: (text) => void stderr.write(text),
  env: process.env,
  readSecret,
  columns: stdout.isTTY ? stdout.columns : undefined,
  showsProgress: stderr.isTTY === true,
  signal: ending.signal,
});
// A connection that is kept alive would keep the process.
if (ending.signal.aborted) process.exit();

/** Shows the question on a terminal, and nothing of the answer. */
async function readSecret(question: string): Promise<string> {
  if (stdin.isTTY) stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true });
  const stop = () => lines.close();
  ending.signal.addEventListener('abort', stop);
  lines.on('SIGINT', () => process.exit(1));
  for await (const line of lines) {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
    return line;
  }
  return '';
}
