/**
 * Small files of several kinds, and what else tests of documents share.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '../fixture.js';
import type { Answer, Sent, TestRecord, TestSpace } from '../test-space.js';

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
export const text = Buffer.from('Grüße aus Gent.\nZweite Zeile.\n');
/** Every byte there is, in an order that no text has. */
export const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => (byte * 7 + 200) % 256));

/** Bytes that differ from place to place, the same each time. */
export function manyBytes(length: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let place = 0, word = 1; place < words.length; place++) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    words[place] = word;
  }
  return Buffer.from(words.buffer, 0, length);
}

/** What the service keeps of files: their keys, and what is being written. */
export function filesOf({ config }: TestServer, space: string): string[] {
  return filesIn(join(config.dataDir, 'files', space));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch {
    return [];
  }
}

/** Uploads a body as it is. */
export function upload(space: TestSpace, filename: string, content: Uint8Array, sent: Sent = {}): Promise<Answer> {
  return space.send('POST', 'CloudObjects/upload', {
    ...sent,
    query: { filename, ...sent.query },
    headers: { 'content-type': 'application/octet-stream', ...sent.headers },
    body: new Blob([new Uint8Array(content)]),
  });
}

/** @throws Error for any status but 201 */
export async function uploaded(space: TestSpace, filename: string, content: Uint8Array): Promise<TestRecord> {
  const answer = await upload(space, filename, content);
  if (answer.status !== 201) throw new Error(`status ${answer.status}: ${answer.text}`);
  return (answer.body as { data: TestRecord }).data;
}

export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Asks any address as the space's writing key, with headers of the test's. */
export async function download(
  space: TestSpace,
  address: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Download> {
  const answer = await fetch(String(address), { method, headers: { authorization: space.authorization, ...headers } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
