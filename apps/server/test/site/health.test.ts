/** The state of the process, for those who watch it. */
import { afterEach, describe, expect, it } from 'vitest';
import { RunningSite } from './running-site.js';

let site: RunningSite;

afterEach(() => site.close());

describe('health', () => {
  it.each(['/health/live', '/health/ready'])('%s is fine while all is well, and never kept', async (path) => {
    site = await RunningSite.start();
    const { status, headers, text } = await site.ask(path);
    expect([status, text, headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  });

  it('is alive but not ready without its database', async () => {
    site = await RunningSite.start({ database: 'postgres' });
    await site.dropDatabase();
    const ready = await site.ask('/health/ready');
    expect([ready.status, ready.text]).toEqual([503, '{"status":"database unreachable"}']);
    expect((await site.ask('/health/live')).status).toBe(200);
  });
});
