/** SQLite works on threads that the process shares among all: those who ask for its health find one free. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerProcess } from '../processes/server-process.js';

const longStatements = fileURLToPath(new URL('long-statements.cjs', import.meta.url));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-threads-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it.each([[[]], [['--workers', '1']]])('is ready beside three long reads and a long write: %j', async (options) => {
  const env = { HEADWATER_DATA_DIR: dataDir, NODE_OPTIONS: `--require ${longStatements}` };
  const server = new ServerProcess(env, false, options);
  await server.start();
  try {
    const { url = '', pid = 0 } = server;
    process.kill(options.length === 0 ? pid : onlyChildOf(pid), 'SIGUSR2');
    await expect.poll(() => server.said).toContain('four are under way');
    const times: number[] = [];
    for (let asked = 0; asked < 9; asked++) {
      const start = performance.now();
      expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ok' });
      times.push(performance.now() - start);
      await sleep(20);
    }
    expect(server.said).not.toContain('one has ended');
    // A busy machine may keep one of them waiting.
    expect(times.sort((a, b) => a - b)[4]).toBeLessThan(250);
  } finally {
    await server.kill();
  }
});

function onlyChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}
