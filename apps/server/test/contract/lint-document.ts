/**
 * Redocly's linter over one document, with the rules that our own documents keep to.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '@headwater/openapi-types';

const root = new URL('../../../../', import.meta.url);
const rules = fileURLToPath(new URL('spec/redocly.yaml', root));
/** The generators have it among their dependencies. */
const manifest = createRequire(new URL('packages/codegen/package.json', root)).resolve('@redocly/cli/package.json');

/** @returns what is wrong with the document; empty when nothing is */
export async function lintDocument(document: OpenApiDocument): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-contract-'));
  try {
    await writeFile(join(folder, 'space.json'), JSON.stringify(document, null, 2));
    const args = [join(dirname(manifest), 'bin/cli.js'), 'lint', 'space.json', '--config', rules];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
    return await new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
        resolve(error === null ? '' : `${stdout}${stderr}`);
      });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
