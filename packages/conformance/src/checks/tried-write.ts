/**
 * A write that is tried and then made: what must hold of both answers.
 */
import { expectEqual, expectThat } from '../expectation.js';
import type { Answer } from '../http/answer.js';
import type { HttpRequest } from '../http/http.js';
import { isJsonObject, type Json } from '../http/json.js';

/** @returns the request as a dry run */
export function tried(request: HttpRequest = {}): HttpRequest {
  return { ...request, query: { ...request.query, 'dry-run': true } };
}

/** @throws ExpectationFailed unless a success says that nothing was written, and names no state that nobody can read */
export function expectTried(answer: Answer): void {
  expectEqual(answer.headers.get('dry-run'), 'true', `Dry-Run where ${answer.line}`);
  expectThat(!answer.headers.has('etag'), `${answer.line}: a dry run should have no ETag`);
}

/** Differs between a write and its trial, as others write meanwhile. */
const ofTheMoment: ReadonlySet<string> = new Set(['created', 'modified', 'revision']);
const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const anyMoment = /^\d{4}-\d\d-\d\dT[0-9:.]+$/;
/** Parts of addresses that nobody can guess. */
const anyKey = /[0-9a-f]{40}/g;

/**
 * @param numbered names of members that may number records, which others take meanwhile
 * @throws ExpectationFailed unless the answers say the same, but for new ids, moments, numbers of records, and the preview of a merge
 */
export function expectSameShape(trial: Answer, write: Answer, numbered: ReadonlySet<string> = new Set()): void {
  expectEqual(trial.status, write.status, `the status where ${trial.line} in a dry run`);
  const [tried, written] = [withoutPreview(trial.json), write.json].map((body) => shapeOf(body, numbered));
  expectEqual(tried, written, `the body where ${trial.line} in a dry run`);
}

function withoutPreview(body: Json): Json {
  if (!isJsonObject(body)) return body;
  const { preview: _, ...others } = body;
  return others;
}

function shapeOf(value: Json, numbered: ReadonlySet<string>): Json {
  const text = JSON.stringify(withoutMoments(value, numbered)).replaceAll(anyKey, 'key');
  const ids: string[] = [];
  return JSON.parse(
    text.replaceAll(anyId, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `id ${ids.indexOf(id)}`;
    }),
  ) as Json;
}

function withoutMoments(value: Json, numbered: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutMoments(item, numbered));
  if (typeof value === 'string') return anyMoment.test(value) ? 'moment' : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ofTheMoment.has(name))
      .map(([name, item]) => {
        const isNumber = numbered.has(name) && typeof item === 'string';
        return [name, isNumber ? item.replaceAll(/\d+/g, '0') : withoutMoments(item ?? null, numbered)];
      }),
  );
}
