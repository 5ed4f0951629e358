/**
 * The demo space through the command line and over HTTP: what is printed works when it is pasted.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeyRing } from '../../src/auth/key-ring.js';
import { runCurl } from '../docs/run-curl.js';
import { databaseInTurn, oneDatabase } from '../fixture.js';
import { headwater } from './headwater.js';
import { type Installation, newInstallation } from './installation.js';
import { SpaceView } from './space-view.js';

describe.each(oneDatabase)('on %s', (database) => {
  let place: Installation;
  let demo: SpaceView;
  let first: string;
  const credentialsFile = () => join(place.env.HEADWATER_DATA_DIR ?? '', 'demo-credentials.json');

  beforeAll(async () => {
    const made = await newInstallation(database, 'nothing');
    place = { ...made, env: { ...made.env, HEADWATER_PORT: '0' } };
    first = (await headwater(['demo'], place)).out;
    demo = await SpaceView.open(place.env, 'demo');
  });

  afterAll(async () => {
    await demo.close();
    await place.drop();
  });

  describe('headwater demo', () => {
    it('fills a space', async () => {
      expect(await demo.count('Account')).toBe(200);
      expect(await demo.count('Contact')).toBe(500);
      expect(await demo.count('Opportunity')).toBe(300);
      expect(await demo.count('Lead')).toBe(90);
      expect(await demo.count('Task')).toBe(420);
      expect(await demo.count('Appointment')).toBe(168);
      expect(await demo.count('Note')).toBe(220);
      expect(await demo.count('Email')).toBe(260);
      expect(await demo.count('TagRelation')).toBeGreaterThan(200);
      const deals = await demo.list('Opportunity', ['status', 'won_date', 'lost_date', 'value']);
      for (const { status, won_date, lost_date } of deals) {
        expect([won_date !== null, lost_date !== null]).toEqual([status === 3, status === 2]);
      }
    });

    it('dates what happened in it by its own past', async () => {
      const now = new Date().toISOString();
      for (const entityType of ['LeadOpptyKPI', 'ActivityKPI']) {
        const events = await demo.list(entityType, ['created']);
        expect(events.length).toBeGreaterThan(600);
        for (const { created } of events) expect(String(created) < now).toBe(true);
      }
    });

    it('has deals that are worth what their line items come to', async () => {
      const items = await demo.list('OpptyProductRelation', ['oppty_id', 'amount']);
      const sums = new Map<unknown, number>();
      for (const { oppty_id, amount } of items) sums.set(oppty_id, (sums.get(oppty_id) ?? 0) + Number(amount));
      for (const { id, value } of await demo.list('Opportunity', ['value'])) {
        expect(value).toMatchObject({ base_value: sums.get(id) });
      }
    });

    it('has series with an exception each, and reminders of what is to come', async () => {
      const appointments = await demo.list('Appointment', [
        'is_recurrence_active',
        'is_recurrence_exception',
        'active_reminder',
      ]);
      expect(appointments.filter(({ is_recurrence_active }) => is_recurrence_active)).toHaveLength(4);
      expect(appointments.filter(({ is_recurrence_exception }) => is_recurrence_exception)).toHaveLength(4);
      expect(appointments.filter(({ active_reminder }) => active_reminder !== null).length).toBeGreaterThan(3);
    });

    it('changes nothing and prints the same when it is repeated', async () => {
      const before = await demo.revision();
      expect((await headwater(['demo'], place)).out).toBe(first);
      expect(await demo.revision()).toBe(before);
    });

    it('keeps the password from other users of the machine', () => {
      expect(statSync(credentialsFile()).mode & 0o777).toBe(0o600);
    });

    it('makes another key when the kept one is lost or opens nothing any more', async () => {
      rmSync(credentialsFile());
      const second = (await headwater(['demo'], place)).out;
      const [token, other] = [tokenOf(first), tokenOf(second)];
      expect(other).not.toBe(token);
      await headwater(['key', 'revoke', other, '--space', 'demo'], place);
      const third = (await headwater(['demo'], place)).out;
      expect([token, other]).not.toContain(tokenOf(third));
    });

    it('takes fixed credentials, whatever they were before', async () => {
      for (const password of ['first', "it's: the second"]) {
        const fixed = { ...place.env, HEADWATER_DEMO_TOKEN: 'fixed', HEADWATER_DEMO_PASSWORD: password };
        expect((await headwater(['demo'], { env: fixed })).out).toContain(`Password  ${password}\n`);
        await expectToOpen(demo, 'fixed', password);
      }
    });
  });

  it('completes a space whose filling was stopped', async () => {
    const other = await newInstallation(database);
    const folder = fileURLToPath(new URL('../../demo', import.meta.url));
    const [begun = ''] = readFileSync(join(folder, 'mapping.yaml'), 'utf8').split('  - name: Opportunities');
    await headwater(['space', 'create', 'demo'], other);
    await headwater(['import', other.write('begun.yaml', begun), '--space', 'demo', '--csv-dir', folder], other);
    await headwater(['demo'], other);
    const view = await SpaceView.open(other.env, 'demo');
    expect([await view.count('Account'), await view.count('Opportunity'), await view.count('Email')]).toEqual([
      200, 300, 260,
    ]);
    await view.close();
    await other.drop();
  });

  describe('headwater serve --demo', () => {
    it('is ready only when the space is there and its credentials open it', async () => {
      const fresh = await newInstallation(database);
      const stop = new AbortController();
      const env = { ...fresh.env, HEADWATER_DEMO_TOKEN: 'demo', HEADWATER_DEMO_PASSWORD: 'demo', HEADWATER_PORT: '0' };
      const statuses: Promise<number>[] = [];
      const running = headwater(['serve', '--demo'], {
        env,
        stop: stop.signal,
        onOutput: (text) => {
          const [url] = /http:\/\/\S+:\d+/.exec(text) ?? [];
          if (url === undefined || statuses.length > 0) return;
          const emails = `${url}/api/v100/rest/spaces/demo/entities/Emails?first=1`;
          const headers = { Authorization: `Basic ${btoa('demo:demo')}` };
          for (const address of [`${url}/health/ready`, emails]) {
            statuses.push(fetch(address, { headers }).then(({ status }) => status));
          }
        },
      });
      await expect.poll(() => statuses.length, { timeout: 60_000 }).toBe(2);
      expect(await Promise.all(statuses)).toEqual([200, 200]);
      stop.abort();
      await running;
      await fresh.drop();
    }, 90_000);

    it('prints lines that work, and ends on a signal', async () => {
      const stop = new AbortController();
      let printed = '';
      const fixed = { ...place.env, HEADWATER_DEMO_TOKEN: 'served', HEADWATER_DEMO_PASSWORD: "qu'ote" };
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
      const answers = await Promise.all(lines.map(runCurl));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const [rest, graphql, legacy] = answers.map(({ body }) => body);
      expect(rest).toMatchObject({ success: true, data: [{ owner: { email: expect.any(String) } }, {}, {}] });
      expect(graphql).toMatchObject({ data: { contacts: { nodes: [{ formattedName: expect.any(String) }, {}, {}] } } });
      expect(legacy).toHaveLength(3);
      stop.abort();
      expect((await running).code).toBe(0);
    }, 30_000);
  });
});

/** With nothing remembered of earlier keys. */
async function expectToOpen({ deps }: SpaceView, token: string, password: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
  await (await openKeyRing(deps.db, undefined)).authenticate('demo', authorization);
}

function tokenOf(printed: string): string {
  return /Token +(\S+)/.exec(printed)?.[1] ?? '';
}

describe.each(databaseInTurn())('two processes at once on an empty database, on %s', (database) => {
  it('both come up with one demo space', async () => {
    const place = await newInstallation(database, 'nothing');
    const env = { ...place.env, HEADWATER_DEMO_TOKEN: 'demo', HEADWATER_DEMO_PASSWORD: 'demo' };
    const said = await Promise.all([1, 2].map(() => headwater(['demo'], { env })));
    expect(said.map(({ code, error }) => ({ code, error }))).toEqual(
      said.map(() => ({ code: 0, error: 'Start the server: headwater serve\n' })),
    );
    const demo = await SpaceView.open(env, 'demo');
    expect(await demo.count('Contact')).toBe(500);
    expect(await demo.count('Email')).toBe(260);
    await demo.close();
    await place.drop();
  });
});
