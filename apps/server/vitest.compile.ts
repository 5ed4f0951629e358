/**
 * Has Node load the sources of the server by itself, as plain JavaScript: vite would read and rewrite every module of them for each
 * run, which takes as long as several hundred tests.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import type { Vite } from 'vitest/node';

const sources = fileURLToPath(new URL('src/', import.meta.url));
/** Beside the sources, so that paths from a module to other files lead to the same ones. */
const compiled = fileURLToPath(new URL('.compiled/', import.meta.url));

/** @returns a plugin by which tests import the compiled sources; those that are watched are left to vite, which notices changes */
export async function compileSources(): Promise<Vite.Plugin> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(isSource);
  for (const file of files) await compile(file);
  let isWatching = false;
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    configureVitest: ({ vitest }) => {
      isWatching = vitest.config.watch;
    },
    resolveId: (imported, importer) => {
      if (isWatching || importer === undefined || !imported.startsWith('.')) return undefined;
      const path = resolve(dirname(importer), imported);
      const file = path.slice(sources.length);
      if (!path.startsWith(sources) || !isSource(file.replace(/\.js$/, '.ts'))) return undefined;
      return { id: join(compiled, file), external: true };
    },
  };
}

function isSource(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}

async function compile(file: string): Promise<void> {
  const { code } = await transformWithOxc(readFileSync(join(sources, file), 'utf8'), join(sources, file));
  const path = join(compiled, file.replace(/\.ts$/, '.js'));
  // Another run may be reading it.
  if (existsSync(path) && readFileSync(path, 'utf8') === code) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}
