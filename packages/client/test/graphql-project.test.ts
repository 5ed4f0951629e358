/** A stranger's project with typed documents: `examples/graphql`, with the tools that it names, against the real server. */
import { execFile } from 'node:child_process';
import { cp, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineFleet } from './define.js';
import { makeFolder, runTool } from './pack.js';
import { type RealServer, startRealServer } from './real-server.js';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const tools = join(packageFolder, 'node_modules');

let server: RealServer;
let folder: string;
let env: NodeJS.ProcessEnv;
let found: string[];

beforeAll(async () => {
  server = await startRealServer('fleet');
  await defineFleet(server);
  folder = await makeFolder();
  await cp(join(packageFolder, 'examples/graphql'), folder, { recursive: true });
  await installInto(folder);
  const { token, password } = server.credentials;
  env = { ...process.env, HEADWATER_URL: server.url, HEADWATER_TOKEN: token, HEADWATER_PASSWORD: password };
  const program = join(packageFolder, 'bin/headwater-client.mjs');
  const space = ['--base-url', server.url, '--space', server.space];
  await run(process.execPath, [program, 'generate', ...space, '--schema', 'schema.graphql'], { cwd: folder, env });
  await run(process.execPath, [join(tools, '@graphql-codegen/cli/esm/bin.js')], { cwd: folder, env });
  found = await compile();
}, 180_000);

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Links what the README says to install, as an installer would leave it. */
async function installInto(project: string): Promise<void> {
  const preset = await realpath(join(tools, '@graphql-codegen/client-preset'));
  const modules = {
    '@headwater/client': packageFolder,
    '@types/node': join(tools, '@types/node'),
    '@graphql-codegen/cli': join(tools, '@graphql-codegen/cli'),
    '@graphql-codegen/client-preset': preset,
    '@graphql-typed-document-node/core': join(preset, '../../@graphql-typed-document-node/core'),
    graphql: join(tools, 'graphql'),
  };
  for (const [name, place] of Object.entries(modules)) {
    const link = join(project, 'node_modules', name);
    await mkdir(join(link, '..'), { recursive: true });
    await symlink(await realpath(place), link);
  }
}

const wrong = [
  ['void client.graphql(search);', 'Expected 2-3 arguments'],
  ['void client.graphql(search, { plate: 7 });', "'number' is not assignable to type 'string'"],
  ["void client.graphql(search, { plate: 'HW', colour: 'red' });", "'colour' does not exist"],
  [
    "void client.graphql(search, { plate: 'HW' }).then(({ vehicles }) => vehicles.nodes[0]?.revision);",
    "'revision' does not exist",
  ],
  ['void client.graphql(add, { vehicle: { ownerId: id, typeId: id, cf_plate: 7 } });', "'number' is not assignable"],
  ["void client.graphql(add, { vehicle: { name: 'Van 7' } });", 'ownerId'],
] as const;
const wrongSource = `
      import { createClient } from '@headwater/client';
      import { AddVehicleDocument as add, VehiclesByPlateDocument as search } from './gql/graphql.js';
      const client = createClient({ baseUrl: 'http://127.0.0.1:9', space: 'fleet', token: 't', password: 'p' });
      const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
      ${wrong.map(([code]) => code).join('\n')}
`;

/** @returns each error that the compiler finds, of the example and of what is wrong beside it */
async function compile(): Promise<string[]> {
  await writeFile(join(folder, 'src/wrong.ts'), wrongSource);
  const said = await runTool('tsc', ['-p', folder, '--pretty', 'false']).catch(
    (error: { stdout: string }) => error.stdout,
  );
  return said.split(/^(?=\S)/m).filter(Boolean);
}

describe('typed documents', { timeout: 180_000 }, () => {
  it('compile, and do what they say', async () => {
    expect(found.filter((error) => !error.includes('wrong.ts('))).toEqual([]);
    const { stdout } = await run(process.execPath, ['dist/vehicles.js'], { cwd: folder, env });
    expect(stdout.trim().split('\n')).toEqual([
      'added Van 7 with HW 7',
      'added Lorry 2 with HW 2',
      '2 vehicles: Lorry 2, Van 7',
      expect.stringMatching(/^(Vehicle|name): .*name/),
      expect.stringMatching(/^ownerId: ./),
      expect.stringMatching(/^vehicles: ERROR_PARAMETER_INVALID first: ./),
    ]);
  });

  it('do not compile with wrong variables or members that were not requested', () => {
    expect(found).toEqual(wrong.map(([, message]) => expect.stringContaining(message)));
  });
});
