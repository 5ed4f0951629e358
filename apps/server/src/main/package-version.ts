/** Tells which edition of the server this is. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
