/**
 * The sources of the server whose mutants are tried: what a client of the interfaces sees.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const serverFolder = fileURLToPath(new URL('../../../../apps/server/', import.meta.url));
export const sourceFolder = join(serverFolder, 'src');

/** Files or folders of `apps/server/src` that are left out, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'index.ts': 'embeds the server in programs',
  main: 'reads settings and the command line, starts and stops',
  db: 'connections, transactions, queues, time limits and migrations, which the tests of failing databases try',
  backup: 'commands',
  demo: 'commands',
  import: 'commands',
  'schema-file': 'commands',
  yaml: 'only commands read YAML',
  spaces: 'makes, migrates and deletes spaces by commands',
  'api/site': 'pages for people',
  'api/reference': 'pages for people',
  tracing: 'does nothing without an SDK of OpenTelemetry',
  'files/s3-store.ts': 'needs a bucket',
};

/** Further files that are left out, of folders that are not. */
export const leftOutFiles: Readonly<Record<string, string>> = {
  'api/graphql/documents/read-documents.ts': 'reads a folder that a setting names',
  'auth/networks.ts': 'for settings of the server, and keys that only commands bind to a network',
  'auth/rate-limits.ts': 'limits that settings give',
  'http/admission.ts': 'who waits under load',
  'records/changes/sweep-changes.ts': 'removes what is weeks old',
  'records/derived/lock-above.ts': 'locks rows, on PostgreSQL alone',
  'sql/tables/copy-rows.ts': 'for backups and for the removal of spaces',
  'sql/tables/rate-usage.ts': 'limits that settings give',
  'sql/tables/space-tables.ts': 'for backups and for the removal of spaces',
  'sql/tables/sweep-changes.ts': 'removes what is weeks old',
};

/** @returns the files, relative to `apps/server/src`, in order */
export function mutableSources(): readonly string[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file) && !isLeftOut(file))
    .sort();
}

function isLeftOut(file: string): boolean {
  return Object.keys(leftOut).some((path) => file === path || file.startsWith(`${path}/`));
}

/** @returns the folder by which results are counted: `records`, `api/rest` */
export function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'api' ? `${first}/${second}` : first;
}
