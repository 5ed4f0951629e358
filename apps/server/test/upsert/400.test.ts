/**
 * Addresses that can't tell one record from all others, and bodies that can't be read.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase((running) => {
  const shownOf = ({ status, body }: { status: number; body: object }) => ({ status, ...body });
  const rejection = (message: unknown) => ({
    status: 400,
    code: 117,
    name: 'ERROR_PARAMETER_INVALID',
    message,
    http_status: 400,
    success: false,
  });

  it.each([
    ['Products', 'name', 'id, sku'],
    ['Products', 'nothing', 'id, sku'],
    ['Products', '__proto__', 'id, sku'],
    ['Products', 'SKU', 'id, sku'],
    ['Contacts', 'email1', 'id'],
    ['Contacts', 'owner_id', 'id'],
    ['Currencies', 'is_base', 'id, code'],
  ])('%s by %s', async (collection, field, works) => {
    const answer = await running.space.send('PUT', `${collection}/by/${field}/x`, { body: {} });
    const message = `field: "${field}" does not identify one`;
    expect(shownOf(answer)).toStrictEqual(rejection(expect.stringContaining(message)));
    expect(answer.body.message).toContain(`use one of ${works}.`);
  });

  it.each([
    ['Contacts/by/id/x', 'must be a uuid'],
    ['Contacts/by/id/1', 'must be a uuid'],
    [`Currencies/by/code/${'X'.repeat(11)}`, 'must have at most 10 characters'],
    ['Products/by/sku/a%0Ab', 'must be a single line'],
    ['Products/by/sku/a%00b', 'U+0000'],
  ])('%s', async (path, problem) => {
    const answer = await running.space.send('PUT', path, { body: { name: 'x' } });
    expect(shownOf(answer)).toStrictEqual(rejection(expect.stringMatching(/^value: /)));
    expect(answer.body.message).toContain(problem);
  });

  it.each([
    ['If-Match', 'abc'],
    ['If-None-Match', '"1"'],
    ['If-None-Match', 'abc'],
  ])('%s: %s', async (name, value) => {
    const sent = { body: { name: 'x' }, headers: { [name]: value } };
    const answer = await running.space.send('PUT', 'Products/by/sku/X', sent);
    expect(shownOf(answer)).toStrictEqual(rejection(expect.stringContaining(`${name}:`)));
  });

  it('an old one and a new one at once', async () => {
    const sent = { body: { name: 'x' }, headers: { 'If-Match': '*', 'If-None-Match': '*' } };
    expect((await running.space.send('PUT', 'Products/by/sku/X', sent)).status).toBe(400);
  });

  it.each(['[]', 'null', '"x"', '{'])('a body of %s', async (body) => {
    const answer = await running.space.send('PUT', 'Products/by/sku/X', { body });
    expect(shownOf(answer)).toStrictEqual(rejection('Missing or invalid JSON data.'));
  });

  it('what only reads has no such address', async () => {
    expect((await running.space.send('PUT', 'Types/by/id/x', { body: {} })).status).toBe(404);
    expect((await running.space.send('PUT', 'Products/by/sku', { body: {} })).status).toBe(404);
  });
});
