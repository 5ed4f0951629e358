/** The package as others get it: what is in it, and whether a stranger's project can use it. */
import { readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installInto, makeFolder, packInto, run, runTool } from './pack.js';

let folder: string;
let tarball: string;
let installed: string;

beforeAll(async () => {
  folder = await makeFolder();
  tarball = await packInto(folder);
  installed = await installInto(folder, tarball);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});

/** The length of the declarations in a folder. */
async function typeBytes(packageFolder: string): Promise<number> {
  const names = await readdir(packageFolder, { recursive: true });
  const sizes = names
    .filter((name) => /\.d\.m?ts$/.test(name))
    .map(async (name) => (await stat(join(packageFolder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

afterAll(() => rm(folder, { recursive: true }));

describe('the tarball', () => {
  it('passes publint, warnings included', async () => {
    expect(await runTool('publint', ['run', tarball, '--strict'])).toContain('All good!');
  });

  it('gives every ESM resolution its types', async () => {
    expect(await runTool('attw', [tarball, '--profile', 'esm-only', '--no-color'])).toContain('node16 (from ESM)');
  });

  it('holds what was built, a README and a licence, and nothing else', async () => {
    const { stdout } = await run('tar', ['-tzf', tarball]);
    const others = stdout
      .trim()
      .split('\n')
      .filter((path) => !/^package\/dist\/([a-z0-9]+\/)?[a-z0-9-]+\.(js|d\.ts)$/.test(path));
    expect(others.sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/bin/headwater-client.mjs',
      'package/package.json',
    ]);
  });

  it('brings less than 0.9 MB of types, with all that it depends on', async () => {
    // Of openapi-fetch and what it depends on.
    const fetchFolder = await realpath(join(folder, 'node_modules/openapi-fetch'));
    const bytes = await Promise.all(
      [installed, fetchFolder, join(fetchFolder, '../openapi-typescript-helpers')].map(typeBytes),
    );
    expect(Math.min(...bytes)).toBeGreaterThan(0);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(900_000);
  });

  it('shows its manifest', async () => {
    const { stdout } = await run(process.execPath, ['-p', "require('@headwater/client/package.json').name"], {
      cwd: folder,
    });
    expect(stdout).toBe('@headwater/client\n');
  });

  it('depends on released versions', async () => {
    const { dependencies, peerDependenciesMeta } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({
      'csv-parse': expect.stringMatching(/^\d/),
      'csv-stringify': expect.stringMatching(/^\d/),
      'openapi-fetch': expect.stringMatching(/^\d/),
    });
    expect(peerDependenciesMeta).toEqual({ 'openapi-typescript': { optional: true } });
  });
});

describe('a project that uses it', () => {
  const source = `
    import { createClient, unwrap, ValidationError } from '@headwater/client';
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', space: 'demo', token: 't', password: 'p' });
    export async function cities(): Promise<(string | null | undefined)[]> {
      const found: (string | null | undefined)[] = [];
      const where = { last_name: { istarts: 'Sm' }, owner: { email: ['a@example.com'] } } as const;
      for await (const contact of client.contacts.list({ where, expand: ['owner'], only: ['city', 'owner'] })) {
        found.push(contact.city, contact.owner.email);
      }
      const { data } = await unwrap(client.GET<{ data: { city: string }[] }>('/entities/Contacts', {}));
      return [...found, ...data.map((contact) => contact.city)];
    }
    export const isInvalid = (error: unknown): error is ValidationError => error instanceof ValidationError;
    export const shown = String(client);
  `;

  it.each([
    ['Node', { module: 'NodeNext', lib: ['ES2022'], types: ['node'] }],
    [
      'a browser bundler',
      {
        module: 'ESNext',
        moduleResolution: 'Bundler',
        lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: [],
      },
    ],
  ])('compiles for %s without skipping the declarations', async (_platform, options) => {
    await writeFile(join(folder, 'app.ts'), source);
    const compilerOptions = { target: 'ES2022', strict: true, skipLibCheck: false, ...options };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
    await expect(runTool('tsc', ['-p', folder])).resolves.toBe('');
  });

  it('says what is missing for types of its own space', async () => {
    const typed = join(installed, 'dist/command/generate.js');
    const asked = run(process.execPath, ['-e', `import(${JSON.stringify(typed)}).then((m) => m.pathsModule({}))`]);
    await expect(asked).rejects.toMatchObject({
      stderr: expect.stringContaining('npm install --save-dev openapi-typescript typescript'),
    });
  });

  it('runs in Node', async () => {
    const { stdout } = await run(process.execPath, ['-e', `import('./app.js').then((app) => console.log(app.shown))`], {
      cwd: folder,
    });
    expect(stdout).toBe('HeadwaterClient(http://127.0.0.1:9/api/v100/rest/spaces/demo)\n');
  });
});
