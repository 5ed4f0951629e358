/**
 * Names that are none.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it.each([
    ['nothing', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a letter beyond ASCII', 'clé'],
    ['a tab', 'a\tb'],
  ])('a key of %s', async (_, key) => {
    const { space } = running;
    const before = (await space.list('Pipelines')).data.length;
    const answer = await space.send('POST', 'Pipelines', { body: { name: 'x' }, headers: { 'Idempotency-Key': key } });
    expect({ status: answer.status, ...answer.body }).toStrictEqual({
      status: 400,
      code: 117,
      name: 'ERROR_PARAMETER_INVALID',
      message: expect.stringContaining('Idempotency-Key'),
      http_status: 400,
      success: false,
    });
    expect((await space.list('Pipelines')).data).toHaveLength(before);
  });

  it.each([
    ['one character', '!'],
    ['255', `${'x'.repeat(254)}~`],
    ['blanks inside', 'order 17, again'],
  ])('but %s will do', async (_, key) => {
    const sent = { body: { name: 'x' }, headers: { 'Idempotency-Key': key } };
    expect((await running.space.send('POST', 'Pipelines', sent)).status).toBe(201);
  });
});
