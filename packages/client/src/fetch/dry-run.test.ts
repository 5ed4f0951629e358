/** Answers to dry runs, of servers that know them and of those that do not. */
import { expect, it } from 'vitest';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import { checkDryRun } from './dry-run.js';

const request = (query: string) => new Request(`http://127.0.0.1/entities/Contacts?${query}`, { method: 'POST' });
const answer = (status: number, headers = {}) => new Response('{}', { status, headers });

it('gives the answer to a dry run that says so', () => {
  const response = answer(201, { 'Dry-Run': 'true' });
  expect(checkDryRun(request('dry-run=true'), response)).toBe(response);
});

it('throws when a success does not say so: it may have been written', () => {
  const check = () => checkDryRun(request('validation-level=2&dry-run=true'), answer(201));
  expect(check).toThrow(UnexpectedAnswerError);
  expect(check).toThrow(/may have been written/);
});

it.each([
  ['a rejection', 'dry-run=true', 422],
  ['a write', '', 201],
  ['a write that says so', 'dry-run=false', 201],
])('gives the answer to %s', (_case, query, status) => {
  const response = answer(status);
  expect(checkDryRun(request(query), response)).toBe(response);
});
