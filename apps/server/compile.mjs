/**
 * Compiles the sources of the server to `dist`, each by itself and without a look at its types: `npm run types` checks them. The
 * build runs it as a program; a test run calls it, so that what tests import, and what they start as processes, is what is in `src`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

export const sources = fileURLToPath(new URL('src/', import.meta.url));
export const compiled = fileURLToPath(new URL('dist/', import.meta.url));

/** @param {string} file @returns {boolean} whether it is one of the server's own modules */
export function isSource(file) {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}

/** @returns {Promise<void>} once `dist` has each module, with a source map beside it */
export async function compileAll() {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(isSource);
  for (const file of files) await compile(file);
}

/** @param {string} file its path in `src` */
async function compile(file) {
  const path = join(compiled, file.replace(/\.ts$/, '.js'));
  const source = join(sources, file);
  const { code, map } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: true });
  const { names, mappings } = map;
  mkdirSync(dirname(path), { recursive: true });
  writeChanged(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  // The same wherever the checkout is.
  const from = relative(dirname(path), source).replaceAll('\\', '/');
  writeChanged(`${path}.map`, JSON.stringify({ version: 3, sources: [from], names, mappings }));
}

/** Another run may be reading it. @param {string} path @param {string} text */
function writeChanged(path, text) {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compileAll();
