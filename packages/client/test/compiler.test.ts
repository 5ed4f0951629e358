/** What the compiler takes for a small program, and what an editor offers in it. Times are printed: they depend on the machine. */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operators } from '@headwater/catalog';
import { v100Document } from '@headwater/openapi-types/v100-document';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, runTool, strictOptions } from './pack.js';

/** `|` marks where completions are asked for. */
const program = `
  import { createClient } from '@headwater/client';
  const space = createClient({ baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' });
  const contacts = space.contacts.list({
    where: { last_name: { istarts: 'Sm' }, owner: { email: 'x' }, created: { gte: new Date() } },
    orderBy: ['-created'],
    expand: ['owner', { account_relations: ['account'] }],
  });
  for await (const contact of contacts) console.log(contact.owner.email, contact.account_relations[0]?.account.name);
  const deal = await space.opportunities.get('7', { only: ['name', { owner: ['email'] }] });
  await space.contacts.create({ owner_id: deal.owner.id, last_name: deal.name, created: new Date() });
  export {};
`;

let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
  await mkdir(join(folder, 'node_modules/@headwater'), { recursive: true });
  await symlink(fileURLToPath(new URL('..', import.meta.url)), join(folder, 'node_modules/@headwater/client'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictOptions, files: ['app.ts'] }));
  await writeFile(join(folder, 'app.ts'), program);
});

afterAll(() => rm(folder, { recursive: true }));

it('compiles a small program with few types in little memory', async () => {
  const said = await runTool('tsc', ['-p', folder, '--extendedDiagnostics']);
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(said)?.[1]);
  const measured = {
    memoryMb: Math.round(number('Memory used') / 1024),
    types: number('Types'),
    instantiations: number('Instantiations'),
    seconds: number('Total time'),
  };
  console.log('tsc of a small program:', measured);
  expect(measured.memoryMb).toBeLessThan(150);
  expect(measured.types).toBeLessThan(8_000);
  expect(measured.instantiations).toBeLessThan(60_000);
}, 120_000);

const { Contact } = v100Document.components.schemas as { readonly Contact: { readonly properties: object } };
it.each([
  ['Node, without strict checks', { strict: false }],
  ['Node, with the strictest checks', { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }],
  ['Node 16', { module: 'Node16', moduleResolution: 'Node16' }],
  ['a bundler', { module: 'ESNext', moduleResolution: 'Bundler' }],
])(
  'compiles for %s',
  async (_for, more) => {
    const options = { ...strictOptions, ...more };
    await writeFile(join(folder, 'other.json'), JSON.stringify({ compilerOptions: options, files: ['app.ts'] }));
    await expect(runTool('tsc', ['-p', join(folder, 'other.json')])).resolves.toBe('');
  },
  120_000,
);

const members = Object.keys(Contact.properties);
const relations = [
  ...['account_relations', 'contact_type', 'currency_exchange_rates_list', 'documents', 'owner', 'picture'],
  ...['primary_account', 'primary_account_account_roles', 'sharing_clients', 'sharing_units', 'social_media'],
  ...['static_profiles', 'tags', 'unit'],
];

it.each([
  ['the members of its entity type', 'where: { | }', members],
  ['the operators of a text', 'where: { last_name: { | } }', operatorsOf('string')],
  ['the operators of a moment', 'where: { created: { | } }', operatorsOf('datetime')],
  ['relations to expand', "expand: ['|']", relations],
  ['members to load', "only: ['|']", members],
])(
  'offers %s and nothing else',
  (_what, options, wanted) => {
    expect(offeredIn(options).sort()).toEqual([...wanted].sort());
  },
  120_000,
);

function operatorsOf(type: string): string[] {
  return operators
    .filter(({ types }) => types.some((one) => one === type))
    .map(({ name }) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

/** The names that an editor offers, in a language service that has compiled nothing yet. */
function offeredIn(options: string): string[] {
  const [before, after] = options.split('|') as [string, string];
  const start = program.slice(0, program.indexOf('  const contacts'));
  const text = `${start}  space.contacts.list({ ${before}`;
  const file = join(folder, 'edited.ts');
  const { options: parsed } = ts.convertCompilerOptionsFromJson(strictOptions, folder);
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const known = name === file ? `${text}${after} });` : ts.sys.readFile(name);
      return known === undefined ? undefined : ts.ScriptSnapshot.fromString(known);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => parsed,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath ?? ((path) => path),
  });
  const began = performance.now();
  const entries = service.getCompletionsAtPosition(file, text.length, undefined)?.entries ?? [];
  console.log(`first completion in ${options}: ${entries.length} names, ${Math.round(performance.now() - began)} ms`);
  return entries.map(({ name }) => name);
}
