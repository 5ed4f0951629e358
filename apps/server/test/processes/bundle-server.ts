/**
 * The built server with its modules in a few files: Node takes half as long to load them as 2,500 small ones.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const folder = fileURLToPath(new URL('../../', import.meta.url));

/** Packages of many modules. The others are left where they are: some bring programs, some have to be loaded once only. */
const bundled =
  /^(chevrotain|zod|graphql-yoga|@graphql-tools\/|@graphql-yoga\/|@escape\.tech\/|uuid|rrule-temporal|temporal-|file-type)/;

let program: Promise<string> | undefined;

/**
 * Bundles what is in `dist`, once for all tests of a worker.
 * @returns the path of what `bin/headwater.cjs` is otherwise
 */
export function bundleServer(): Promise<string> {
  program ??= bundle(`${folder}node_modules/.bundled/${process.env.VITEST_POOL_ID ?? 0}`);
  return program;
}

async function bundle(outDir: string): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { dependencies: object };
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    // Modules find files beside them, such as the data of the demo.
    plugins: [
      {
        name: 'addresses',
        transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    ],
    ssr: { noExternal: true, external: Object.keys(dependencies).filter((name) => !bundled.test(name)) },
    build: { ssr: 'dist/main/main.js', outDir, minify: false, target: 'node20' },
  });
  return `${outDir}/main.js`;
}
