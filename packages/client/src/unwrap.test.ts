/** Results of both kinds, unwrapped. */
import { expect, it } from 'vitest';
import { NotFoundError } from './errors/api-errors.js';
import { unwrap } from './unwrap.js';

it('gives the body of a success, awaited or not', async () => {
  const success = { data: { success: true }, response: new Response(null, { status: 201 }) };
  expect(await unwrap(success)).toBe(success.data);
  expect(await unwrap(Promise.resolve(success))).toBe(success.data);
});

it('throws the error of an answer', async () => {
  const failure = { error: { message: 'There is no such record.' }, response: new Response(null, { status: 404 }) };
  await expect(unwrap(failure)).rejects.toThrow(NotFoundError);
  await expect(unwrap(failure)).rejects.toThrow('There is no such record.');
});

it('throws for an error answer without a body', async () => {
  await expect(unwrap({ error: undefined, response: new Response(null, { status: 503 }) })).rejects.toThrow(
    'The server answered with status 503',
  );
});

it('gives undefined for a success without a body', async () => {
  expect(await unwrap({ data: undefined, response: new Response(null, { status: 204 }) })).toBeUndefined();
});

it('lets through why there was no answer', async () => {
  await expect(unwrap(Promise.reject(new Error('closed')))).rejects.toThrow('closed');
});
