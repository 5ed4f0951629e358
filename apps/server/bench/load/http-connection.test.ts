import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpConnection } from './http-connection.js';
import { requestBytes } from './request-bytes.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function connectTo(url: string): Promise<HttpConnection> {
  const connection = await HttpConnection.open(url);
  closing.push(() => connection.close());
  return connection;
}

/** A server that sends the given pieces, each on its own, to every request. */
async function sendingPieces(pieces: readonly string[]): Promise<HttpConnection> {
  const server = createSocketServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
  });
  return connectTo(await urlOf(server));
}

const get = requestBytes({ method: 'GET', path: '/' }, undefined);

describe('HttpConnection', () => {
  it('sends method, path, credentials and body, and answers status and body', async () => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { method, url, headers } = request;
        const seen = JSON.stringify({ method, url, authorization: headers.authorization, body });
        response.writeHead(201, { 'Content-Length': Buffer.byteLength(seen) }).end(seen);
      });
    });
    const connection = await connectTo(await urlOf(server));
    const request = requestBytes({ method: 'POST', path: '/a?b=c', body: '{"name":"Zoë"}' }, 'Basic eA==');
    for (const _ of [1, 2]) {
      const answer = await connection.send(request, true);
      expect(answer.status).toBe(201);
      expect(JSON.parse(answer.body)).toEqual({
        method: 'POST',
        url: '/a?b=c',
        authorization: 'Basic eA==',
        body: '{"name":"Zoë"}',
      });
    }
  });

  it('puts together what comes in pieces, on the same connection again and again', async () => {
    const connection = await sendingPieces(['HTTP/1.1 200 OK\r\nContent-', 'Length: 8\r\n\r', '\nab', 'cdef', 'gh']);
    for (const _ of [1, 2]) expect(await connection.send(get, true)).toEqual({ status: 200, body: 'abcdefgh' });
  });

  it('waits for the whole body also when it does not keep it', async () => {
    const connection = await sendingPieces(['HTTP/1.1 404 Not Found\r\ncontent-length: 4\r\n\r\nab', 'cd']);
    for (const _ of [1, 2]) expect(await connection.send(get, false)).toEqual({ status: 404, body: '' });
  });

  it('takes an empty body', async () => {
    const connection = await sendingPieces(['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n']);
    expect(await connection.send(get, true)).toEqual({ status: 200, body: '' });
  });

  it('fails when the answer has no length', async () => {
    const connection = await sendingPieces(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n']);
    await expect(connection.send(get, true)).rejects.toThrow('without Content-Length');
  });

  it('fails when the connection ends before the answer does', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'));
    });
    const connection = await connectTo(await urlOf(server));
    await expect(connection.send(get, true)).rejects.toThrow('closed');
  });
});
