/** The workflow of the examples does what it says: its command runs, passes, and leaves the reports. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestServer, type TestServer } from './test-server.js';

interface Workflow {
  readonly jobs: {
    readonly conformance: { readonly steps: readonly { readonly run?: string; readonly env?: object }[] };
  };
}

const example = new URL('../examples/github-actions.yml', import.meta.url);
const program = fileURLToPath(new URL('../bin/headwater-conformance.mjs', import.meta.url));

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'headwater-workflow-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it('checks the server and keeps the reports', async () => {
  const { jobs } = parse(readFileSync(example, 'utf8')) as Workflow;
  const step = jobs.conformance.steps.find(({ run }) => run !== undefined);
  const [installing = '', options = ''] = step?.run?.split(/(?<=headwater-conformance) (?=--)/) ?? [];
  expect(installing).toBe('npx --yes --package @headwater/conformance headwater-conformance');
  const { space, token, password } = server.alpha;
  const given = {
    CRM_URL: server.url,
    CRM_SPACE: space,
    HEADWATER_CONFORMANCE_TOKEN: token,
    HEADWATER_CONFORMANCE_PASSWORD: password,
  };
  expect(Object.keys(step?.env ?? {})).toEqual(Object.keys(given));
  // The package is here, and a few checks show as much as all of them.
  await promisify(execFile)('sh', ['-c', `"$NODE" "$PROGRAM" ${options} --only list.envelope`], {
    cwd: folder,
    env: { ...given, GITHUB_STEP_SUMMARY: 'summary.md', NODE: process.execPath, PROGRAM: program },
  });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('summary.md')).toContain('every MUST that was tried holds');
  expect(read('conformance.xml')).toContain('tests="1" failures="0"');
  expect(read('conformance.html')).toContain('Every MUST that was tried holds');
});
