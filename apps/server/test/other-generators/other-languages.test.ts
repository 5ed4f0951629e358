/**
 * Clients in Python and PHP by OpenAPI Generator, of which the npm registry has a version whose package holds the program; it reads OpenAPI
 * 3.0, so that the document is converted ahead of it. Only `npm run test:all` runs them: they take a minute, and need Java, Python with
 * urllib3 and PHP with Guzzle. In CI Debian's packages of these are installed, and a test fails where they cannot be; elsewhere what is
 * missing is shown as skipped.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackages, remedyFor } from '../../../../tools/debian-packages.mjs';
import { TestServer } from '../fixture.js';
import { downConvert } from './down-convert.js';

const run = promisify(execFile);
const longestMs = 600_000;
const isAll = process.env.HEADWATER_TEST_ALL === '1';
const generator = '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2';
/** It prints a warning for each member that it leaves out. */
const maxBuffer = 256_000_000;

interface Language {
  /** Programs of which one runs what is generated, and what it is asked to find out whether it can. */
  readonly programs: readonly string[];
  readonly probe: readonly string[];
  /** Of Debian. */
  readonly packages: readonly string[];
  /** The program that is run. */
  readonly example: string;
}

const java = { programs: ['java'], probe: ['-version'], packages: ['default-jre-headless'] };

const languages: Readonly<Record<string, Language>> = {
  python: {
    programs: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import urllib3, dateutil, six, certifi'],
    packages: ['python3-urllib3', 'python3-dateutil', 'python3-six', 'python3-certifi'],
    example: 'python.py.txt',
  },
  php: {
    programs: ['php'],
    probe: ['-r', "require '/usr/share/php/GuzzleHttp/autoload.php'; curl_init(); mb_strlen('');"],
    packages: ['php-cli', 'php-curl', 'php-mbstring', 'php-guzzlehttp-guzzle'],
    example: 'php.php.txt',
  },
};

/** @returns a program that can do what is asked; undefined where there is none and none can be installed */
async function find({ programs, probe, packages }: Omit<Language, 'example'>): Promise<string | undefined> {
  const works = async (program: string) =>
    run(program, probe).then(
      () => true,
      () => false,
    );
  for (const program of programs) if (await works(program)) return program;
  if (!process.env.CI || !(await installPackages(packages, 'false'))) return undefined;
  for (const program of programs) if (await works(program)) return program;
  return undefined;
}

/** @returns the path of the generator, which is fetched once */
async function fetchGenerator(): Promise<string> {
  const folder = join(tmpdir(), 'headwater-openapi-generator');
  const path = join(folder, 'package/bin/openapi-generator.jar');
  if (existsSync(path)) return path;
  const fresh = mkdtempSync(`${folder}-`);
  const { stdout } = await run('npm', ['pack', generator, '--silent', '--pack-destination', fresh]);
  await run('tar', ['-xzf', join(fresh, stdout.trim()), '-C', fresh]);
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
  return path;
}

const runtime = isAll ? await find(java) : undefined;
const found = new Map<string, string | undefined>();
for (const [name, language] of Object.entries(languages)) found.set(name, isAll ? await find(language) : undefined);

describe.runIf(isAll)('with npm run test:all', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'headwater-languages-'));
    writeFileSync(join(folder, 'v100.json'), JSON.stringify(downConvert(v100Document)));
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [name, { example, packages }] of Object.entries(languages)) {
    const program = found.get(name);
    const isMissing = runtime === undefined || program === undefined;
    const wanted = [...java.packages, ...packages];
    // A CI that does not run a test must not be green.
    const isSkipped = isMissing && !process.env.CI;
    const missing = isSkipped ? ` (skipped: install ${wanted.join(', ')})` : '';
    it.skipIf(isSkipped)(
      `a client in ${name} lists and creates${missing}`,
      async () => {
        if (runtime === undefined || program === undefined)
          throw new Error(`Java or ${name} is missing, with what it needs. ${remedyFor(wanted)}`);
        const own = join(folder, name);
        const jar = await fetchGenerator();
        const options = ['generate', '-g', name, '-i', join(folder, 'v100.json'), '-o', own];
        await run(runtime, ['-Xmx2g', '-jar', jar, ...options], { maxBuffer });
        const { space } = server;
        const [token = '', password = ''] = atob(space.authorization.replace('Basic ', '')).split(':');
        const address = `${server.origin}/api/v100/rest/spaces/${space.id}`;
        const file = fileURLToPath(new URL(example, import.meta.url));
        const { stdout } = await run(program, [file, own, address, token, password]);
        const { made, found: cities } = JSON.parse(stdout);
        expect(cities).toEqual(['Leeds']);
        expect((await space.list('Contacts', { 'filter[last_name]': made })).data).toHaveLength(1);
      },
      longestMs,
    );
  }
});
