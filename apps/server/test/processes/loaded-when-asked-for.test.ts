/**
 * What most servers never need is loaded when it is first asked for: the engine and the type system of GraphQL, and the OpenAPI documents.
 * What a process has loaded is taken from V8's coverage, which names every script.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerProcess } from './server-process.js';

const large = {
  engine: '/dist/api/graphql/engine/engine.js',
  graphql: '/node_modules/graphql/',
  sdl: '/graphql-types/dist/generated/sdl.js',
  v100: '/openapi-types/dist/generated/v100-document.js',
  v1: '/openapi-types/dist/generated/v1-document.js',
  s3: '/node_modules/@aws-sdk/client-s3/',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-loaded-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('loads none of it for a server that is only alive', async () => {
  expect(await loadedBy(['/health/live', '/health/ready'])).toEqual([]);
});

it('loads what is asked for', async () => {
  const paths = ['/openapi/v100.json', '/openapi/v1.json', '/graphql/schema.graphql'];
  expect(await loadedBy(paths)).toEqual(['sdl', 'v100', 'v1']);
});

/** @returns names of the large parts that a server has loaded once it has answered these addresses */
async function loadedBy(paths: readonly string[]): Promise<string[]> {
  const coverage = join(folder, 'coverage');
  const env = { HEADWATER_DATA_DIR: join(folder, 'data'), NODE_V8_COVERAGE: coverage };
  // A bundle has one script for all.
  const server = new ServerProcess(env, false);
  await server.start();
  for (const path of paths) expect((await fetch(`${server.url}${path}`)).status).toBe(200);
  await once(server.stop(), 'exit');
  const files = await readdir(coverage);
  const scripts = (await Promise.all(files.map((file) => readFile(join(coverage, file), 'utf8')))).join('\n');
  expect(scripts).toContain('/dist/api/graphql/graphql-api.js');
  return Object.entries(large).flatMap(([name, path]) => (scripts.includes(path) ? name : []));
}
