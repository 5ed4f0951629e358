/** `headwater-client generate` against the real server, and what the compiler makes of its types in a stranger's project. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathsModule, spaceModule } from '../src/command/generate.js';
import { runCommand } from '../src/command/run-command.js';
import type { EntityTypes } from '../src/index.js';
import { createClient } from '../src/index.js';
import { define, defineFleet } from './define.js';
import { makeFolder, runTool, strictOptions } from './pack.js';
import { showPart } from './part-of-document.js';
import { type RealServer, startRealServer } from './real-server.js';

const program = fileURLToPath(new URL('../bin/headwater-client.mjs', import.meta.url));
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** As the command writes it, but for what the test does not use. */
interface FleetSpace {
  Contacts: EntityTypes['Contacts'] & { fields: { cf_shoe_size: number | null } };
}

let server: RealServer;
/** The same with the vehicles alone in its document, whose types are made sooner. */
let part: RealServer;
let partModule: string;
let folder: string;

beforeAll(async () => {
  server = await startRealServer('fleet');
  part = await showPart(server, (path) => path === '/entities/Vehicle');
  folder = await makeFolder();
  partModule = join(folder, 'types/part.ts');
  await defineFleet(server);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await mkdir(join(folder, 'node_modules/@headwater'), { recursive: true });
  await symlink(packageFolder, join(folder, 'node_modules/@headwater/client'));
});

afterAll(async () => {
  await part.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** The arguments of a command for the space. */
function accessTo({ url, space, credentials: { token, password } }: RealServer): string[] {
  // Either may begin with a dash.
  return ['--base-url', url, '--space', space, `--token=${token}`, `--password=${password}`];
}

function generate(...more: string[]): Promise<Ended> {
  const files = ['--out', 'types/space.ts', '--paths', 'types/paths.ts'];
  return run('generate', ...accessTo(server), ...files, ...more);
}

/** In this process, which has loaded what makes types. */
async function generatePart(...more: string[]): Promise<Ended> {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runCommand(['generate', ...accessTo(part), '--paths', partModule, ...more], {
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
    env: { XDG_CONFIG_HOME: folder },
    readSecret: async () => '',
    columns: undefined,
    showsProgress: false,
    signal: new AbortController().signal,
  });
  return { code, out: out.join(''), error: error.join('') };
}

function run(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (failure, out, error) => {
      resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, out, error });
    });
  });
}

/** @param sources texts by file @returns each error that the compiler finds */
async function compile(sources: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, source] of Object.entries(sources)) await writeFile(join(folder, file), source);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: strictOptions, files: Object.keys(sources) }),
  );
  const said = await runTool('tsc', ['-p', folder, '--pretty', 'false']).catch(
    (error: { stdout: string }) => error.stdout,
  );
  return said.split(/^(?=\S)/m).filter(Boolean);
}

const opening = `
  import { createClient, unwrap } from '@headwater/client';
  import type { components, paths } from './types/paths.js';
  const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:9', space: 'fleet', token: 't', password: 'p' });
  const path = { id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' };
`;

// Making types of thousands of operations takes a while.
describe('generate', { timeout: 180_000 }, () => {
  it('writes the module, and says so', async () => {
    expect(await generate('--check')).toMatchObject({ code: 1, error: expect.stringContaining('is not there') });
    expect(await generate()).toEqual({
      code: 0,
      out: [
        'types/space.ts written: the entity types of the space fleet.\n',
        'types/paths.ts written: the paths of the space fleet.\n',
      ].join(''),
      error: '',
    });
    for (const file of ['types/space.ts', 'types/paths.ts']) {
      expect(await readFile(join(folder, file), 'utf8')).toContain('cf_shoe_size');
    }
  });

  it('finds a module up to date, and leaves it alone', async () => {
    expect(await generatePart()).toMatchObject({ code: 0 });
    const before = await stat(partModule);
    for (const more of [[], ['--check']]) {
      expect(await generatePart(...more)).toEqual({ code: 0, out: `${partModule} is up to date.\n`, error: '' });
    }
    expect((await stat(partModule)).mtimeMs).toBe(before.mtimeMs);
  });

  it('makes paths by which what the space has compiles, and what it does not have does not', async () => {
    const right = `${opening}
      export async function use(): Promise<void> {
        const { data: vehicles } = await unwrap(client.GET('/entities/Vehicle'));
        const plates: (string | null)[] = vehicles.map((vehicle) => vehicle.cf_plate);
        const { data: type } = await unwrap(client.GET('/entities/VehicleType'));
        const { data: vehicle } = await unwrap(
          client.POST('/entities/Vehicle', {
            body: { name: 'Van 7', owner_id: path.id, type_id: type.id, cf_plate: plates[0] ?? null },
          }),
        );
        await unwrap(client.PATCH('/entities/Contacts/{id}', { params: { path }, body: { cf_shoe_size: 43 } }));
        const filter = { cf_shoe_size: 43, name: vehicle.name };
        for await (const contact of client.records('/entities/Contacts', { params: { query: { filter } } })) {
          const size: number | null = contact.cf_shoe_size;
          const named: components['schemas']['Contact'] = contact;
          console.log(size, named);
        }
      }
    `;
    const errors = [
      ["void client.GET('/entities/Boat');", '\'"/entities/Boat"\' is not assignable'],
      [
        "void client.PATCH('/entities/Contacts/{id}', { params: { path }, body: { cf_shoe_size: 'large' } });",
        "'string' is not assignable to type 'number'",
      ],
      ["void client.PATCH('/entities/Contacts/{id}', { params: { path }, body: { cf_shoe: 43 } });", 'cf_shoe'],
      [
        "void unwrap(client.GET('/entities/Vehicle')).then(({ data }) => data[0]?.cf_colour);",
        "'cf_colour' does not exist",
      ],
      ["void client.POST('/entities/Vehicle', { body: { name: 'Van 7' } });", 'owner_id'],
    ] as const;
    const wrong = `${opening}${errors.map(([code]) => code).join('\n')}`;
    const found = await compile({ 'right.ts': right, 'wrong.ts': wrong });
    expect(found.filter((error) => !error.includes('wrong.ts('))).toEqual([]);
    expect(found).toEqual(errors.map(([, message]) => expect.stringContaining(message)));
  });

  it('makes entity types by which what the space has compiles, and what it does not have does not', async () => {
    const opened = `
      import { createClient, type RecordOf } from '@headwater/client';
      import type { Space } from './types/space.js';
      const client = createClient<Space>({ baseUrl: 'http://127.0.0.1:9', space: 'fleet', token: 't', password: 'p' });
    `;
    const right = `${opened}
      export async function use(): Promise<RecordOf<Space['Contacts']> | undefined> {
        const type = await client.vehicleType.get('7');
        const vehicle = await client.vehicle.create({ name: 'Van 7', owner_id: '7', type_id: type.id, cf_plate: null });
        const where = { cf_plate: { starts: 'HW' }, owner: { email: 'x' } };
        for await (const { cf_plate, owner } of client.vehicle.list({ where, expand: ['owner'] })) {
          const plate: string | null = cf_plate;
          console.log(plate, owner.email, vehicle.name);
        }
        await client.contacts.update('7', { cf_shoe_size: 43 });
        return client.contacts.list({ where: { cf_shoe_size: { between: [40, 45] } }, orderBy: ['-cf_shoe_size'] }).first();
      }
    `;
    const errors = [
      ['void client.boat;', "'boat' does not exist"],
      ["void client.contacts.update('7', { cf_shoe_size: 'large' });", "'string' is not assignable to type 'number'"],
      ["void client.contacts.update('7', { cf_shoe: 43 });", 'cf_shoe'],
      ["void client.vehicle.list({ where: { cf_colour: 'red' } });", 'cf_colour'],
      ['void client.vehicle.list({ where: { cf_plate: { gte: 7 } } });', "'number' is not assignable to type 'string'"],
      ["void client.vehicle.create({ name: 'Van 7' });", 'owner_id'],
      ['void client.vehicleType.list();', "'list' does not exist"],
    ] as const;
    const wrong = `${opened}${errors.map(([code]) => code).join('\n')}`;
    const found = await compile({ 'right.ts': right, 'wrong.ts': wrong });
    expect(found.filter((error) => !error.includes('wrong.ts('))).toEqual([]);
    expect(found).toEqual(errors.map(([, message]) => expect.stringContaining(message)));
  });

  it('reads and writes what the space has defined', async () => {
    const { url: baseUrl, space, credentials } = server;
    const client = createClient<FleetSpace>({ baseUrl, space, ...credentials });
    const { id } = await client.contacts.create({ owner_id: server.ownerId, last_name: 'Okafor', cf_shoe_size: 43 });
    const found = await client.contacts.list({ where: { cf_shoe_size: { gt: 42 } }, only: ['cf_shoe_size'] }).first();
    expect(found).toEqual({ id, cf_shoe_size: 43 });
  });

  it('finds a module out of date when the space has changed, and leaves it to be written', async () => {
    await define(server, 'Fields', { entity_name: 'Vehicle', name: 'Shelf', type_id: 'input' });
    const checked = await generatePart('--check');
    expect(checked).toMatchObject({ code: 1, error: expect.stringContaining('out of date: the space has changed') });
    expect(await readFile(partModule, 'utf8')).not.toContain('cf_shelf');
    expect(await generatePart()).toMatchObject({ code: 0 });
    expect(await readFile(partModule, 'utf8')).toContain('cf_shelf');
  });

  it('says what is wrong', async () => {
    expect(await generate('--password', 'wrong')).toMatchObject({
      code: 1,
      error: expect.stringContaining('Check --space, --token and --password'),
    });
    expect(await generate('--base-url', 'http://127.0.0.1:9')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:9\/.* got no complete answer: .*\n$/),
    });
    expect(await generate('--out', '.')).toMatchObject({ code: 1, error: expect.stringContaining('EISDIR') });
    expect(await run('generate')).toMatchObject({ code: 2, error: expect.stringContaining('must be given') });
    expect(await run('generate', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage: headwater-client generate'),
    });
  });
});

describe('generate --schema', () => {
  const schemaOnly = (...more: string[]) =>
    run('generate', ...accessTo(server), '--schema', 'types/schema.graphql', ...more);

  it('writes the schema of the space alone, and finds it up to date', async () => {
    expect(await schemaOnly('--check')).toMatchObject({ code: 1, error: expect.stringContaining('is not there') });
    expect(await schemaOnly()).toEqual({
      code: 0,
      out: 'types/schema.graphql written: the GraphQL schema of the space fleet.\n',
      error: '',
    });
    const schema = buildSchema(await readFile(join(folder, 'types/schema.graphql'), 'utf8'));
    expect(schema.getQueryType()?.getFields()).toHaveProperty('vehicles');
    expect(schema.getType('Contact')?.toConfig()).toMatchObject({ fields: { cf_shoe_size: expect.anything() } });
    expect(await schemaOnly('--check')).toMatchObject({ code: 0, out: 'types/schema.graphql is up to date.\n' });
  });

  it('says what is wrong with the file', async () => {
    expect(await schemaOnly('--schema', '.')).toMatchObject({ code: 1, error: expect.stringContaining('EISDIR') });
  });

  it('compares each file by itself', { timeout: 180_000 }, async () => {
    const schema = join(folder, 'types/schema.graphql');
    await writeFile(schema, 'type Query');
    expect(await generatePart('--schema', schema, '--check')).toEqual({
      code: 1,
      out: `${partModule} is up to date.\n`,
      error: expect.stringContaining('types/schema.graphql is out of date'),
    });
  });
});

it('makes of a space that has defined nothing the types that this package has', async () => {
  const made = await pathsModule(v100Document);
  const own = await readFile(new URL('../../openapi-types/src/generated/v100.ts', import.meta.url), 'utf8');
  const withoutHeader = (text: string) => text.slice(text.indexOf('export '));
  expect(withoutHeader(made)).toBe(withoutHeader(own));
});

it('makes of a space that has defined nothing the entity types that this package has', async () => {
  const own = await readFile(new URL('../src/generated/entity-types.ts', import.meta.url), 'utf8');
  const body = (text: string) => text.slice(text.indexOf('/** ', text.indexOf('import ')));
  expect(body(spaceModule(v100Document)).replace('interface Space {', 'interface EntityTypes {')).toBe(body(own));
});
