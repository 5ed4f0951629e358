/**
 * A small HTTP server that answers as a test says, also in ways that a good server never would.
 * Represents broken networks and proxies; must not imitate the interface.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void;

export interface ScriptedServer {
  readonly url: string;
  /** What has arrived so far, in order. */
  readonly seen: readonly SeenRequest[];
}

/** Starts a server that gives the answers in turn, the last one for ever. It ends with the test. */
export async function startScriptedServer(...answers: [Answer, ...Answer[]]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    const answer = answers[seen.length] ?? answers.at(-1)!;
    seen.push(request);
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = incoming;
  return { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Accepts the request and never answers. */
export const silence: Answer = () => {};

/** Closes the connection without an answer. */
export const hangUp: Answer = (response) => {
  response.destroy();
};

/** Begins a body of JSON and never ends it. */
export const stall: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"success":');
};

/** Begins a body of JSON and closes the connection inside it. */
export const breakOff: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"success":', () => response.destroy());
};
