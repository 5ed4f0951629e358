/**
 * Answers operations that only read records without the executor, which would look at each value by itself: the text that the core
 * writes of a record is the answer. Knows neither schema nor document.
 */
import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import { listRecords } from '../../../records/read/list-records.js';
import type { RecordPage } from '../../../records/read/record-page.js';
import { Yielder } from '../../../records/yielder.js';
import type { RootCall, RootCalls } from '../parse/parse-operation.js';
import type { PlainText } from '../parse/plain-text.js';
import { findRecordText } from './find-record.js';
import type { InfoMember, PageMember, PageShape } from './render-answer.js';

type PlainRead = Extract<RootCall, { readonly kind: 'list' | 'get' }> & { readonly plain: PlainText };

/** By response key, in the order of the answer. */
type PlainReads = ReadonlyMap<string, PlainRead>;

/** As the engine takes it: `stringify` writes the result in place of `JSON.stringify`. */
interface PlainResult {
  readonly data: object;
  readonly stringify: () => string;
}

/** @returns whether all of an operation is lists and gets of records */
export function readsRecords(calls: RootCalls): boolean {
  return calls.size > 0 && [...calls.values()].every(({ kind }) => kind === 'list' || kind === 'get');
}

/** @returns undefined for an operation that needs the executor */
export function plainReads(calls: RootCalls): PlainReads | undefined {
  const isPlain = [...calls.values()].every((call) => (call.kind === 'list' || call.kind === 'get') && call.plain);
  return isPlain && calls.size > 0 ? (calls as PlainReads) : undefined;
}

/** @returns undefined when the executor has to find out what is wrong: an error, or a value that the schema has no room for */
export async function answerPlainly(deps: ServerDeps, call: Call, reads: PlainReads): Promise<PlainResult | undefined> {
  // Sixty long filters take long to plan and to write as SQL: other requests run in between.
  const yielder = new Yielder();
  const begun = await yielder.each([...reads], ([key, read]) => {
    const text = readText(deps, call, read).then((value) => `"${key}":${value}`);
    // One that fails while others are begun is waited for below.
    text.catch(() => {});
    return text;
  });
  const texts = await Promise.all(begun).catch(() => undefined);
  if (texts === undefined) return undefined;
  // Each root field rejects in its own text: sixty of them would go sixty times through all.
  const checks = [...reads.values()].map(
    ({ plain }, index) =>
      () =>
        plain.rejected.test(texts[index] ?? ''),
  );
  const areRejected = await yielder.each(checks, (isRejected) => isRejected());
  if (areRejected.includes(true)) return undefined;
  const text = `{"data":{${texts.join(',')}}}`;
  return { data: {}, stringify: () => text };
}

async function readText(deps: ServerDeps, call: Call, read: PlainRead): Promise<string> {
  if (read.kind === 'get') return (await findRecordText(deps, call, read.request)) ?? 'null';
  return pageText(read.shape, await listRecords(deps, call, read.request));
}

function pageText(shape: PageShape, page: RecordPage): string {
  return objectText(shape.map((member) => [member.as, memberText(member, page)]));
}

function memberText(member: PageMember, page: RecordPage): string {
  switch (member.kind) {
    case 'nodes':
      return `[${page.texts.join(',')}]`;
    case 'edges': {
      const { cursors } = page;
      const edges = page.texts.map((text, index) =>
        objectText(
          member.members.map((part) => [part.as, part.kind === 'cursor' ? JSON.stringify(cursors[index]) : text]),
        ),
      );
      return `[${edges.join(',')}]`;
    }
    case 'info':
      return objectText(member.members.map((part) => [part.as, JSON.stringify(infoOf(part, page))]));
    case 'total':
      return JSON.stringify(page.total);
  }
}

function infoOf({ name }: InfoMember, page: RecordPage): string | boolean | null {
  return page[name];
}

function objectText(members: readonly (readonly [key: string, text: string])[]): string {
  return `{${members.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
}
