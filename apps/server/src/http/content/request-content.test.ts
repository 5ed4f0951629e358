import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { closeWhenTooLong } from './request-content.js';

/** @returns what the caller has read, and how many bytes of a body it could send, when the connection ends */
async function sendWithoutEnd(length: string, bounds: { readonly bytes: number; readonly ms: number }) {
  const server = createServer((_, response) => {
    closeWhenTooLong(response, bounds);
    response.writeHead(413).end('too long');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`);
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
  const more = () => {
    while (socket.write(chunk));
  };
  socket.on('drain', more);
  const since = performance.now();
  more();
  await new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => server.close(resolve));
  return { answer, sent: socket.bytesWritten, ms: performance.now() - since };
}

it.each(['Content-Length: 1000000000000', 'Transfer-Encoding: chunked'])(
  'a caller who sends without end reads the answer, and is cut off after some bytes: %s',
  async (length) => {
    const { answer, sent } = await sendWithoutEnd(length, { bytes: 20_000_000, ms: 60_000 });
    expect(answer).toMatch(/^HTTP\/1\.1 413 (.|\r\n)*\r\nConnection: close\r\n(.|\r\n)*too long/);
    expect(sent).toBeGreaterThan(20_000_000);
  },
);

it('is cut off after some time as well', async () => {
  const { answer, ms } = await sendWithoutEnd('Content-Length: 1000000000000', { bytes: 1e11, ms: 300 });
  expect(answer).toContain('HTTP/1.1 413');
  expect(ms).toBeGreaterThan(300);
});
