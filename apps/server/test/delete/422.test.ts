/**
 * Records that the service itself needs are not deleted.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  it('rejects a protected record in shape A, and nothing changes', async () => {
    const body = { name: 'Needed', is_delete_protected: true };
    const pipeline = await running.space.create('Pipelines', body, { 'validation-level': 8 });
    const answer = await running.space.send('DELETE', `Pipelines/${pipeline.id}`);
    expect({ status: answer.status, ...answer.body }).toStrictEqual({
      status: 422,
      code: 9008,
      name: 'ERROR_DELETE_PROTECTED',
      message: expect.stringContaining(pipeline.id),
      http_status: 422,
      success: false,
    });
    expect(await running.space.get('Pipelines', pipeline.id)).toEqual(pipeline);
  });
});
