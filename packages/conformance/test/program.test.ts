/**
 * The program as people run it: what it prints, what it writes, how it exits, and that an interrupt leaves nothing behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultProxy } from './fault-proxy.js';
import { startTestServer, type TestServer } from './test-server.js';

const program = fileURLToPath(new URL('../bin/headwater-conformance.mjs', import.meta.url));

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'headwater-reports-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** @param onOutput sees all that was printed so far, whenever there is more; only its first interrupt is sent */
async function run(
  args: readonly string[],
  onOutput: (output: string, interrupt: () => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  let isInterrupted = false;
  const interrupt = () => {
    if (!isInterrupted) child.kill('SIGINT');
    isInterrupted = true;
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onOutput(output, interrupt);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, errors };
}

function against(baseUrl = server.url): string[] {
  const { space, token, password } = server.alpha;
  // Either may begin with a dash.
  const access = ['--base-url', baseUrl, '--space', space, `--token=${token}`, `--password=${password}`];
  // Programs in front of the suite and beside it make a busy machine slow: a large document may take 10 seconds.
  return [...access, '--timeout', '60000'];
}

async function liveAccounts(): Promise<unknown[]> {
  const { token, password } = server.alpha;
  const authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
  const url = `${server.url}/api/v100/rest/spaces/alpha/entities/Accounts?filter[name]=hwc-&filter-op[name]=starts`;
  return ((await (await fetch(url, { headers: { authorization } })).json()) as { data: unknown[] }).data;
}

describe('the program', () => {
  it('exits with 0 and writes every report when all that was tried holds', async () => {
    const path = (name: string) => join(folder, name);
    const reports = ['json', 'junit', 'html', 'text', 'md'].flatMap((format) => [
      '--report',
      `${format}=${path(format)}`,
    ]);
    const { code, output } = await run([
      ...against(),
      '--only',
      'list.envelope',
      '--only',
      'delete.',
      '--seed',
      '99',
      '--verbose',
      ...reports,
    ]);
    expect(output).toContain('seed 99');
    expect(output).toMatch(/ok {6}MUST {3}list\.envelope {2}\d+ ms/);
    expect(output).toContain('Every MUST that was tried holds.');
    expect(code).toBe(0);
    const json = JSON.parse(readFileSync(path('json'), 'utf8')) as { conformant: boolean; results: unknown[] };
    expect([json.conformant, json.results.length]).toEqual([true, 8]);
    expect(readFileSync(path('junit'), 'utf8')).toContain('tests="8" failures="0"');
    expect(readFileSync(path('html'), 'utf8')).toContain('Every MUST that was tried holds');
    expect(readFileSync(path('text'), 'utf8')).toContain('8 checks: 8 passed');
    expect(readFileSync(path('md'), 'utf8')).toContain('| MUST | 7 | 0 | 0 | 0 |');
    for (const format of ['json', 'junit', 'html', 'text', 'md']) {
      expect(readFileSync(path(format), 'utf8')).not.toContain(server.alpha.password);
    }
  });

  it('exits with 1 when a MUST is broken, and with 0 when only a SHOULD is', async () => {
    const proxy = await startFaultProxy(server.url, {
      answer: ({ headers: { 'x-request-id': _, ...headers }, ...answer }) => ({
        ...answer,
        headers,
        body: answer.body.replace('"page_info"', '"paging"'),
      }),
    });
    const must = await run([...against(proxy.url), '--only', 'list.envelope']);
    const should = await run([...against(proxy.url), '--only', 'error.request-id']);
    await proxy.close();
    expect([must.code, must.output.includes('FAILED  MUST   list.envelope')]).toEqual([1, true]);
    expect([should.code, should.output.includes('FAILED  SHOULD error.request-id')]).toEqual([0, true]);
  });

  it('prints what does not hold, and every check when asked to', async () => {
    const { output, errors } = await run([...against(), '--only', 'list.envelope']);
    expect(output).not.toContain('list.envelope');
    expect([errors, output]).toEqual(['', expect.stringContaining('MUST   1 passed, 0 failed, 0 skipped, 0 errors')]);
  });

  it('exits with 3 and one sentence when the run cannot begin', async () => {
    const only = ['--only', 'list.envelope'];
    const [base, ...rest] = against().slice(1);
    const nobody = await run([...against('http://127.0.0.1:9'), ...only]);
    expect([nobody.code, nobody.output]).toEqual([3, '']);
    expect(nobody.errors).toMatch(/^No server answers at http:\/\/127\.0\.0\.1:9: .+\n$/);
    const wrong = [
      '--base-url',
      base ?? '',
      ...rest.filter((each) => !each.startsWith('--password')),
      '--password=wrong',
    ];
    const stranger = await run([...wrong, ...only]);
    expect([stranger.code, stranger.output]).toEqual([3, '']);
    expect(stranger.errors).toMatch(/answered 401: the key may not enter the space alpha\..+\n$/);
    const second = await run([
      ...against(),
      ...only,
      '--second-space',
      'beta',
      '--second-token=x',
      '--second-password=x',
    ]);
    expect([second.code, second.errors]).toEqual([3, expect.stringContaining('space beta')]);
    const page = await startFaultProxy(server.url, { answer: (answer) => ({ ...answer, body: '<html>' }) });
    const elsewhere = await run([...against(page.url), ...only]).finally(() => page.close());
    expect([elsewhere.code, elsewhere.errors]).toEqual([3, expect.stringContaining('the answer is no JSON')]);
    const ill = await startFaultProxy(server.url, { answer: (answer) => ({ ...answer, status: 503 }) });
    const unavailable = await run([...against(ill.url), ...only]).finally(() => ill.close());
    expect([unavailable.code, unavailable.errors]).toEqual([3, expect.stringContaining('cannot answer now')]);
  });

  it('sends nothing that writes when it may only read', async () => {
    const sent: string[] = [];
    const proxy = await startFaultProxy(server.url, {
      request: (request) => {
        const { method, url, body } = request;
        if (method !== 'GET' && !(url.pathname.includes('/graphql/') && !body.includes('mutation'))) sent.push(method);
        return request;
      },
    });
    const only = ['auth.', 'list.', 'create.', 'published.', 'graphql.types', 'legacy.', 'metadata.', 'webhook.'];
    const { code, output } = await run([
      ...against(proxy.url),
      '--read-only',
      ...only.flatMap((prefix) => ['--only', prefix]),
    ]).finally(() => proxy.close());
    expect([sent, code], output).toEqual([[], 0]);
    expect(output).toContain('skipped: it sends requests that write (--read-only)');
    expect(Number(/(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(10);
  });

  it('begins no further check when the time is spent, and says how many are left', async () => {
    const proxy = await startFaultProxy(server.url, {
      answer: async (answer) => {
        await sleep(50);
        return answer;
      },
    });
    const { code, output } = await run([...against(proxy.url), '--budget', '1']).finally(() => proxy.close());
    expect(code, output).toBe(0);
    expect(output).toMatch(/\d{3,} checks were not begun: the time for the run was spent/);
  });

  it('skips what needs a second space or a receiver, and says so', async () => {
    const { code, output } = await run([...against(), '--only', 'isolation.', '--only', 'webhook.ping']);
    expect(code).toBe(0);
    expect(output).toContain('7 skipped');
    expect(output).toContain('no second space was given');
    expect(output).toContain('no port for what webhooks send was given (--receiver-port)');
  });

  it('receives what webhooks send, and says so where the server does not reach it', async () => {
    const only = [...against(), '--only', 'webhook.ping'];
    const here = await run([...only, '--receiver-port', '0']);
    expect([here.code, here.output.includes('1 passed')], here.output).toEqual([0, true]);
    const elsewhere = await run([...only, '--receiver-port', '0', '--receiver-url', 'http://127.0.0.1:9']);
    expect([elsewhere.code, elsewhere.output.includes('1 skipped')]).toEqual([0, true]);
    expect(elsewhere.output).toContain('the server does not reach the receiver at http://127.0.0.1:9/');
    const taken = await run([...only, '--receiver-port', new URL(server.url).port]);
    expect([taken.code, taken.errors]).toEqual([2, expect.stringContaining('EADDRINUSE')]);
  });

  it('lists the checks without a server', async () => {
    const { code, output } = await run(['--list', '--only', 'auth.']);
    expect(code).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(9);
    expect(output).toMatch(/^auth\.missing\.rest +MUST +MUST answer 401/);
  });

  it('says nothing when its reader has enough', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" "${program}" --help | true`]);
    expect(await text(child.stderr)).toBe('');
  });

  it('exits with 2 and says what is wrong when it is used wrongly', async () => {
    const missing = await run(['--space', 'alpha']);
    expect([missing.code, missing.errors]).toEqual([2, expect.stringContaining('--base-url')]);
    const none = await run([...against(), '--only', 'nothing.']);
    expect([none.code, none.errors]).toEqual([2, expect.stringContaining('No check')]);
    const help = await run(['--help']);
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('Exit codes')]);
  });

  it('deletes what it made when it is interrupted', async () => {
    const { code, output, errors } = await run(
      [...against(), '--verbose', '--only', 'list.', '--only', 'filter.'],
      (text, interrupt) => {
        if (text.includes('list.cursor.forward')) interrupt();
      },
    );
    expect(code).toBe(1);
    expect(errors).toContain('Stopping');
    expect(output).toContain('The run was stopped before its end.');
    expect(output).not.toContain('left behind');
    expect(await liveAccounts()).toEqual([]);
  });
});
