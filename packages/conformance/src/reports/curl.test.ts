/** A command does in a shell what it says. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/answer.js';
import { curlOf } from './curl.js';

const exchange: Exchange = {
  method: 'PATCH',
  url: 'http://127.0.0.1:8080/x?a=%27b%27',
  requestHeaders: { 'content-type': 'application/json', 'if-match': '"1"' },
  credentials: 'first',
  requestBody: `{"name":"O'Brien $HOME \`id\` \\\\"}`,
  status: 200,
  answerBody: '',
  durationMs: 1,
};

/** What a shell gives the program. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }; ${command}`;
  const env = { HEADWATER_CONFORMANCE_TOKEN: 'a token', HEADWATER_CONFORMANCE_PASSWORD: 'p' };
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
}

describe('curlOf', () => {
  it('sends the method, the headers and the body as they were', () => {
    expect(argumentsOf(curlOf(exchange))).toEqual([
      '-sS',
      '-u',
      'a token:p',
      '-X',
      'PATCH',
      ...['-H', 'content-type: application/json', '-H', 'if-match: "1"'],
      ...['--data-raw', exchange.requestBody],
      exchange.url,
    ]);
  });

  it('leaves out what curl does by itself, and the credentials of a request without any', () => {
    const { requestBody: _, ...bare } = {
      ...exchange,
      method: 'GET',
      requestHeaders: {},
      credentials: 'none' as const,
    };
    expect(curlOf({ ...bare, requestBody: undefined })).toBe(`curl -sS '${exchange.url}'`);
    expect(curlOf({ ...exchange, method: 'POST' })).not.toContain('-X');
    expect(curlOf({ ...exchange, method: 'POST', requestBody: undefined })).toContain('-X POST');
  });
});
