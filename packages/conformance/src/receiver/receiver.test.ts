/** The receiver of a run: an address for each inbox, and what it answers. */
import { expect, it } from 'vitest';
import { startReceiver } from './receiver.js';

it('keeps what comes to each address apart, and answers as it is asked to', async () => {
  const receiver = await startReceiver({ port: 0 });
  const patience = { timeoutMs: 5_000, stop: new AbortController().signal };
  const [one, other] = [receiver.open(patience), receiver.behind('http://tunnel.example.com/hooks/').open(patience)];
  other.answer = ({ text }) => ({ status: text === 'no' ? 500 : 202 });
  expect(other.url).toMatch(/^http:\/\/tunnel\.example\.com\/hooks\/[\w-]+$/);
  const send = async (url: string, body: string) => (await fetch(url, { method: 'POST', body })).status;
  const behindTunnel = other.url.replace('http://tunnel.example.com', receiver.url);
  expect(await send(one.url, 'a')).toBe(200);
  expect([await send(behindTunnel, 'no'), await send(behindTunnel, 'yes')]).toEqual([500, 202]);
  expect([one, other].map(({ deliveries }) => deliveries.items.map(({ text }) => text))).toEqual([
    ['a'],
    ['no', 'yes'],
  ]);
  one.close();
  expect(await send(one.url, 'b')).toBe(404);
  await receiver.close();
});
