/**
 * The deliberate breaks of the server, as apps/server/test/breaks.yaml has them. Tries none.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const serverFolder = fileURLToPath(new URL('../apps/server', import.meta.url));
const { parse } = createRequire(join(serverFolder, 'package.json'))('yaml');

export function readBreaks() {
  return parse(readFileSync(join(serverFolder, 'test/breaks.yaml'), 'utf8'));
}

/** @returns why a break cannot be tried: the code or the tests have moved on */
export function problemsOf({ id, file, find, replace, tests }) {
  const path = join(serverFolder, 'src', file);
  const fix = 'mend the break in apps/server/test/breaks.yaml.';
  if (!existsSync(path)) return [`${id}: there is no apps/server/src/${file}; ${fix}`];
  const times = readFileSync(path, 'utf8').split(find).length - 1;
  const text = JSON.stringify(find);
  return [
    ...(times === 0 ? [`${id}: the text ${text} is no longer in apps/server/src/${file}; ${fix}`] : []),
    ...(times > 1 ? [`${id}: the text ${text} is ${times} times in apps/server/src/${file}; ${fix}`] : []),
    ...(find === replace ? [`${id}: changes nothing; ${fix}`] : []),
    ...tests
      .filter((test) => !statSync(join(serverFolder, test), { throwIfNoEntry: false })?.isFile())
      .map((test) => `${id}: there is no file apps/server/${test}; ${fix}`),
  ];
}
