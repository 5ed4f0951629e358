/**
 * The lowest floor: node:http answering every request with the same bytes. What is above it is work; what is in it is HTTP.
 */
import { createServer } from 'node:http';
import { listen, type RunningFloor } from './listen.js';

export interface ConstantAnswer {
  readonly status: number;
  readonly body: string;
}

export interface ConstantFloor extends RunningFloor {
  /** Sets what is answered from now on. */
  use(answer: ConstantAnswer): void;
}

export async function startConstantFloor(): Promise<ConstantFloor> {
  let status = 200;
  let body = Buffer.from('');
  const server = createServer((request, response) => {
    request.resume();
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length };
    response.writeHead(status, headers).end(body);
  });
  const floor = await listen(server, async () => {});
  return {
    ...floor,
    use: (answer) => {
      status = answer.status;
      body = Buffer.from(answer.body);
    },
  };
}
