/**
 * Merges whose body or query can't be read.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

const id = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';
const others = ['01a1fdea-10da-766f-926d-3bbd6b3a11b5'];

onOneDatabase((running) => {
  it.each<[string, unknown, readonly string[]]>([
    ['no members', {}, ['master: must be an object', 'secondary_ids: must be an array']],
    ['no master', { secondary_ids: others }, ['master: must be an object']],
    ['a master by its id alone', { master: id, secondary_ids: others }, ['master: must be an object']],
    ['a master without id', { master: { city: 'Leeds' }, secondary_ids: others }, ['master: must be an object']],
    ['a number for an id', { master: { id: 1 }, secondary_ids: others }, ['master: must be an object']],
    ['no duplicates', { master: { id } }, ['secondary_ids: must be an array']],
    ['one that is not a list', { master: { id }, secondary_ids: others[0] }, ['secondary_ids: must be an array']],
    ['one that is not a text', { master: { id }, secondary_ids: [others[0], 1] }, ['secondary_ids: must be an array']],
    ['null', { master: null, secondary_ids: null }, ['master: must be', 'secondary_ids: must be']],
    ['more', { master: { id }, secondary_ids: others, extra: [] }, ['extra: is not a member of a merge']],
    ['an array', [], ['Missing or invalid JSON data.']],
  ])('%s', async (_, body, problems) => {
    const answer = await running.space.send('POST', 'Contacts/merge', { body });
    expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 400, code: 117, success: false });
    for (const problem of problems) expect(answer.body.message).toContain(problem);
  });

  it('validation-level and If-Match', async () => {
    const body = { master: { id }, secondary_ids: others };
    const sent = [{ query: { 'validation-level': 32 } }, { headers: { 'If-Match': 'x' } }];
    for (const one of sent) {
      const answer = await running.space.send('POST', 'Contacts/merge', { body, ...one });
      expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 400, code: 117 });
    }
  });

  it('what cannot be merged has no such address', async () => {
    const body = { master: { id }, secondary_ids: others };
    const answer = await running.space.send('POST', 'Products/merge', { body });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'DELETE, GET, HEAD, PATCH']);
  });
});
