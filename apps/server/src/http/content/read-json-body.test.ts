import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJson } from './read-json-body.js';

/** @param size of the pieces in which the body comes */
function read(body: Buffer, { size = 65_536, maxItemBytes }: { size?: number; maxItemBytes?: number } = {}) {
  const request = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough;
  const value = readJson(request, 50_000_000, () => {}, maxItemBytes);
  for (let start = 0; start < body.length; start += size) request.write(body.subarray(start, start + size));
  request.end();
  return value;
}

const long = (sign: string, bytes: number) => sign.repeat(Math.ceil(bytes / Buffer.byteLength(sign)));
/** Each is a part of a long list by itself. */
const ofOnePart = (text: string) => JSON.stringify({ text, more: long('x', 500_000) });

it('a long list is what JSON says, whatever signs are at the ends of its parts', async () => {
  const texts = ['', ',', '[', '"', '\\', '\\"', '],[', '\uFEFF', 'é', '😀', '{"a":[1,2]}', '\u0000'];
  const items = texts.map(ofOnePart);
  const body = Buffer.from(` [1 ,${items.join(' ,\n')},[],{}, "," ] `);
  for (const size of [65_536, 1_000_003]) expect(await read(body, { size })).toEqual(JSON.parse(String(body)));
});

it('a long list that is no JSON is none', async () => {
  const item = ofOnePart('a');
  const ends = ['', ']]', '],[1]', ',]', '}', '] 1', ',"\uFEFF",'];
  for (const end of ends) expect(await read(Buffer.from(`[${item},1${end}`))).toBeUndefined();
  const inside = [
    `,${item},1`,
    `${item},,1`,
    `${item},\uFEFF1`,
    `${item}],[1`,
    `${item},}{,1`,
    `${item},1 2`,
    `${item},${item},`,
  ];
  for (const text of inside) expect(await read(Buffer.from(`[${text}]`))).toBeUndefined();
  const halfASign = Buffer.concat([Buffer.from(`[${item},"`), Buffer.from('é').subarray(0, 1), Buffer.from('",1]')]);
  expect(await read(halfASign)).toBeUndefined();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'[]{},:"1 '), maxLength: 6 }), async (end) => {
      const text = `[${item},1${end}`;
      expect(await read(Buffer.from(text))).toEqual(parsed(text));
    }),
    { numRuns: 20 },
  );
}, 30_000);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

it.each([' [', '\uFEFF[', '['])('others go on while a long list is parsed that begins with %j', async (begin) => {
  const items = Array.from({ length: 12 }, () => ofOnePart(long('😀', 500_000)));
  const body = Buffer.from(`${begin}${items}]`);
  const value = read(body, { size: body.length });
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns++) await nextTick();
  })();
  expect(await value).toHaveLength(12);
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(3);
});

it('rejects an item that is too long as soon as that shows', async () => {
  const fits = JSON.stringify(long('x', 100_000));
  const tooLong = `[1,${fits},"${long('y', 100_000)}`;
  await expect(read(Buffer.from(tooLong), { maxItemBytes: 110_000 })).resolves.toBeUndefined();
  const message = 'An item of the list is longer than 90000 bytes.';
  await expect(read(Buffer.from(tooLong), { maxItemBytes: 90_000 })).rejects.toThrow(message);
  const open = new PassThrough();
  const value = readJson(Object.assign(open, { headers: {} }) as never, 50_000_000, () => {}, 90_000);
  open.end(`[1,"${long('y', 100_000)}`);
  await expect(value).rejects.toThrow(message);
  expect(await read(Buffer.from(`{"a":[${fits}]}`), { maxItemBytes: 90_000 })).toHaveProperty('a');
});
