/**
 * Runs Redocly's linter over bundled documents with the rules of `spec/redocly.yaml`.
 * Waits on a child process; writes the documents to a folder of their own and removes it again.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@headwater/contract';

/**
 * @param documents by name without extension
 * @returns what Redocly says is wrong; empty when nothing is
 */
export function runRedocly(specFolder: string, documents: Readonly<Record<string, JsonObject>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-spec-'));
  try {
    const files = Object.entries(documents).map(([name, document]) => {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(document, null, 2));
      return `${name}.json`;
    });
    const config = join(specFolder, 'redocly.yaml');
    const result = spawnSync(process.execPath, [redoclyCommand(), 'lint', ...files, '--config', config], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
    if (result.error) throw result.error;
    return result.status === 0 ? '' : `${result.stdout}${result.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function redoclyCommand(): string {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  return join(dirname(manifest), 'bin/cli.js');
}
