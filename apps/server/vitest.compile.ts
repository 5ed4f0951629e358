/**
 * Has Node load the sources of the server by itself, as plain JavaScript: vite would read and rewrite every module of them for each
 * run, which takes as long as several hundred tests.
 */
import { dirname, join, resolve } from 'node:path';
import type { Vite } from 'vitest/node';
import { compileAll, compiled, isSource, sources } from './compile.mjs';

/** @returns a plugin by which tests import the compiled sources; those that are watched are left to vite, which notices changes */
export async function compileSources(): Promise<Vite.Plugin> {
  await compileAll();
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
