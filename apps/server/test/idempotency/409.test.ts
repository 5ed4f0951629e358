/**
 * A name that was given to another request: nothing is done.
 */

import { expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { onOneDatabase } from '../fixture.js';
import { type Answer, basic } from '../test-space.js';

const conflict = {
  status: 409,
  code: 9010,
  name: 'ERROR_IDEMPOTENCY_CONFLICT',
  message: expect.stringContaining('Idempotency-Key'),
  http_status: 409,
  success: false,
};

const shown = ({ status, body }: Answer) => ({ status, ...body });

onOneDatabase((running) => {
  it('another body, address, query or key of the space', async () => {
    const { space, server } = running;
    const headers = { 'Idempotency-Key': 'mine' };
    const body = { name: 'First' };
    expect((await space.send('POST', 'Pipelines', { body, headers })).status).toBe(201);
    const before = (await space.list('Pipelines')).data.length;
    const authorization = basic(await createKey(server.deps, { space: space.id }));
    const others = [
      await space.send('POST', 'Pipelines', { body: { name: 'Second' }, headers }),
      await space.send('POST', 'Pipelines', { body: { ...body, id: null }, headers }),
      await space.send('POST', 'LeadProcesses', { body, headers }),
      await space.send('POST', 'Pipelines/batch-modify', { body: [body], headers }),
      await space.send('POST', 'Pipelines', { body, headers, query: { 'validation-level': 2 } }),
      await space.send('POST', 'Pipelines', { body, headers: { ...headers, authorization } }),
    ];
    for (const answer of others) expect(shown(answer)).toStrictEqual(conflict);
    expect((await space.list('Pipelines')).data).toHaveLength(before);
  });

  it('gets a name, not of its case', async () => {
    const { space } = running;
    const send = (key: string) =>
      space.send('POST', 'Pipelines', { body: { name: key }, headers: { 'Idempotency-Key': key } });
    expect((await send('Case')).status).toBe(201);
    expect((await send('case')).status).toBe(201);
  });

  it('a key that may only read is rejected first', async () => {
    const { space } = running;
    const headers = { 'Idempotency-Key': 'read only' };
    const body = { name: 'Reader' };
    await space.send('POST', 'Pipelines', { body, headers });
    for (const name of ['read only', 'unused']) {
      const reader = { authorization: space.readOnlyAuthorization, 'Idempotency-Key': name };
      const answer = await space.send('POST', 'Pipelines', { body, headers: reader });
      expect(shown(answer)).toMatchObject({ status: 403, code: 9002 });
    }
  });
});
