/** Server-sent events, cut into parts at any place. */
import { expect, it } from 'vitest';
import { EventStream } from './event-stream.js';

const text = ': hello\nretry: 10\n\nid: 1\nevent: change\ndata: {"city":"Ł"}\n\nid: 2\n\ndata: a\ndata:b\n\ndata: left';

it.each([1, 7, 1_000])('are read from parts of %i bytes', async (size) => {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const patience = { timeoutMs: 5_000, stop: new AbortController().signal };
  const stream = new EventStream(new Response(ReadableStream.from(parts)), patience, () => {});
  expect(await stream.events.until(({ length }) => length === 2, 'two events')).toEqual([
    { id: '1', type: 'change', data: '{"city":"Ł"}' },
    { id: '2', type: 'message', data: 'a\nb' },
  ]);
});
