/**
 * The demo space through the command line and over HTTP: what is printed works when it is pasted.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headwater } from './headwater.js';
import { SpaceView } from './space-view.js';

const dataDir = mkdtempSync(join(tmpdir(), 'headwater-demo-'));
const env = { HEADWATER_DATA_DIR: dataDir, HEADWATER_PORT: '0' };
const credentialsFile = join(dataDir, 'demo-credentials.json');
let demo: SpaceView;
let first: string;

beforeAll(async () => {
  first = (await headwater(['demo'], { env })).out;
  demo = await SpaceView.open(env, 'demo');
});

afterAll(async () => {
  await demo.close();
  rmSync(dataDir, { recursive: true });
});

describe('headwater demo', () => {
  it('fills a space', async () => {
    expect(await demo.count('Account')).toBe(200);
    expect(await demo.count('Contact')).toBe(500);
    expect(await demo.count('Opportunity')).toBe(300);
    const deals = await demo.list('Opportunity', ['status', 'won_date', 'lost_date', 'value']);
    for (const { status, won_date, lost_date } of deals) {
      expect([won_date !== null, lost_date !== null]).toEqual([status === 3, status === 2]);
    }
  });

  it('changes nothing and prints the same when it is repeated', async () => {
    const before = await demo.revision();
    expect((await headwater(['demo'], { env })).out).toBe(first);
    expect(await demo.revision()).toBe(before);
  });

  it('keeps the password from other users of the machine', () => {
    expect(statSync(credentialsFile).mode & 0o777).toBe(0o600);
  });

  it('makes another key when the kept one is lost or opens nothing any more', async () => {
    rmSync(credentialsFile);
    const second = (await headwater(['demo'], { env })).out;
    const [token, other] = [tokenOf(first), tokenOf(second)];
    expect(other).not.toBe(token);
    await headwater(['key', 'revoke', other, '--space', 'demo'], { env });
    const third = (await headwater(['demo'], { env })).out;
    expect([token, other]).not.toContain(tokenOf(third));
  });

  it('takes fixed credentials, whatever they were before', async () => {
    for (const password of ['first', "it's: the second"]) {
      const fixed = { ...env, HEADWATER_DEMO_TOKEN: 'fixed', HEADWATER_DEMO_PASSWORD: password };
      expect((await headwater(['demo'], { env: fixed })).out).toContain(`Password  ${password}\n`);
      await expectToOpen('fixed', password);
    }
  });
});

describe('headwater serve --demo', () => {
  it('prints lines that work, and ends when it is told to', async () => {
    const stop = new AbortController();
    let printed = '';
    const fixed = { ...env, HEADWATER_DEMO_TOKEN: 'served', HEADWATER_DEMO_PASSWORD: "qu'ote" };
    const running = headwater(['serve', '--demo'], {
      env: fixed,
      stop: stop.signal,
      onOutput: (text) => {
        printed += text;
      },
    });
    await expect.poll(() => printed, { timeout: 10_000 }).toContain('API reference');
    const lines = printed.split('\n').filter((line) => line.trim().startsWith('curl '));
    expect(lines).toHaveLength(3);
    const answers = await Promise.all(lines.map(requestOf));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [rest, graphql, legacy] = answers.map(({ body }) => body);
    expect(rest).toMatchObject({ success: true, data: [{ owner: { email: expect.any(String) } }, {}, {}] });
    expect(graphql).toMatchObject({ data: { contacts: { nodes: [{ formattedName: expect.any(String) }, {}, {}] } } });
    expect(legacy).toHaveLength(3);
    stop.abort();
    expect((await running).code).toBe(0);
  }, 30_000);
});

async function expectToOpen(token: string, password: string): Promise<void> {
  const view = await SpaceView.open(env, 'demo');
  const authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
  await view.deps.keys.authenticate('demo', authorization);
  await view.close();
}

function tokenOf(printed: string): string {
  return /Token +(\S+)/.exec(printed)?.[1] ?? '';
}

/** Does what the shell and curl would do with a printed line. */
async function requestOf(line: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const words = [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\'/g, (_, quoted: string | undefined) => quoted ?? "'"),
  );
  const after = (flag: string) => words[words.indexOf(flag) + 1] ?? '';
  const url = words.find((word) => word.startsWith('http')) ?? '';
  const body = words.includes('-d') ? { method: 'POST', body: after('-d') } : {};
  const headers = {
    Authorization: `Basic ${Buffer.from(after('-u')).toString('base64')}`,
    ...(words.includes('-H') ? { 'Content-Type': 'application/json' } : {}),
  };
  const answer = await fetch(url, { ...body, headers });
  return { status: answer.status, body: await answer.json() };
}
