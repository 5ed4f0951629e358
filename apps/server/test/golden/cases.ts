/**
 * The golden requests: a folder is a case.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** In the order in which they are sent. */
export const cases = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** @returns the request of a case, with names in angle brackets */
export function readRequest(name: string) {
  const text = readFileSync(new URL(`${name}/request.txt`, import.meta.url), 'utf8');
  const [, method = '', path = '', body = ''] = /^(\w+) (.*)\n(?:\n([\s\S]*))?$/.exec(text) ?? [];
  return { method, path, body };
}
