/**
 * Generators of clients that others have made take the OpenAPI document of REST v100 as it is: no error while they generate, none when
 * their output is compiled strictly, and a list and a create that work. They take a minute, so that only `npm run test:all` runs them.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { createClient } from '@hey-api/openapi-ts';
import { generateApi } from 'swagger-typescript-api';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../fixture.js';

const longestMs = 600_000;
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** What a program reads and makes, by name of the generator. */
const generators: Readonly<Record<string, (document: string, folder: string) => Promise<unknown>>> = {
  'hey-api': (input, folder) =>
    createClient({
      input,
      output: join(folder, 'generated'),
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    }),
  'swagger-typescript-api': (input, folder) =>
    generateApi({
      input,
      output: join(folder, 'generated'),
      fileName: 'api.ts',
      silent: true,
      unwrapResponseData: true,
    }),
};

describe.runIf(process.env.HEADWATER_TEST_ALL === '1')('with npm run test:all', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'headwater-generators-'));
    writeFileSync(join(folder, 'v100.json'), JSON.stringify(v100Document));
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(generators))(
    '%s makes a client that lists and creates',
    async (name, generate) => {
      const own = mkdtempSync(join(folder, `${name}-`));
      await generate(join(folder, 'v100.json'), own);
      const program = join(own, 'program.ts');
      copyFileSync(fileURLToPath(new URL(`${name}.ts.txt`, import.meta.url)), program);
      await compile(own, program);
      const bundle = join(own, 'program.mjs');
      await build({
        configFile: false,
        logLevel: 'error',
        root: own,
        build: {
          ssr: program,
          outDir: own,
          emptyOutDir: false,
          rollupOptions: { output: { entryFileNames: 'program.mjs' } },
        },
      });
      const { space } = server;
      const { listAndCreate } = await import(pathToFileURL(bundle).href);
      const found = await listAndCreate(`${server.origin}/api/v100/rest/spaces/${space.id}`, space.authorization, name);
      expect(found).toEqual({ made: name, found: [name], hasNext: false });
      expect((await space.list('Contacts', { 'filter[last_name]': name })).data).toHaveLength(1);
    },
    longestMs,
  );
});

/** @throws Error with what the compiler says */
async function compile(folder: string, program: string): Promise<void> {
  const options = { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', strict: true, noEmit: true };
  const lib = ['ES2022', 'DOM', 'DOM.Iterable'];
  const compilerOptions = { ...options, lib, types: [], skipLibCheck: false };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [program] }));
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}
