/**
 * How much memory another process holds.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const sampleEveryMs = 100;
const run = promisify(execFile);

export async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1_024;
}

/** Without what is mapped of files, such as that of SQLite, which the system takes back; all of it where nothing tells the two apart. */
export async function ownBytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? residentBytes(child) : Number(kilobytes) * 1_024;
}

/** @returns `mostSince` gives the most that the process held since it was called last, `stop` does so and ends the sampling */
export function followMemory(
  child: ChildProcess,
  bytesOf = residentBytes,
): { readonly mostSince: () => number; readonly stop: () => number } {
  let most = 0;
  const sampling = setInterval(() => {
    bytesOf(child).then(
      (bytes) => {
        most = Math.max(most, bytes);
      },
      () => {},
    );
  }, sampleEveryMs);
  const mostSince = () => {
    const found = most;
    most = 0;
    return found;
  };
  const stop = () => {
    clearInterval(sampling);
    return mostSince();
  };
  return { mostSince, stop };
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
