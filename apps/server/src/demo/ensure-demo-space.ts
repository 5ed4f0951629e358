/**
 * Ensures that the demo space exists, is filled, and opens with known credentials. Safe to repeat, also by several
 * processes at once.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type KeyRing, openKeyRing } from '../auth/key-ring.js';
import { exclusively } from '../db/exclusively.js';
import { ApiError } from '../errors/api-error.js';
import { loadMapping } from '../import/mapping/load-mapping.js';
import { planImport } from '../import/mapping/plan-import.js';
import { runImport } from '../import/run-import.js';
import { systemCall } from '../records/call.js';
import { listRecords } from '../records/read/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import { createSpace } from '../spaces/create-space.js';
import { findSpace } from '../spaces/space-directory.js';
import { createKey } from '../spaces/space-keys.js';

const demoSpace = 'demo';
/** Has the CSV files of the records and their mapping. */
const folder = fileURLToPath(new URL('../../demo', import.meta.url));

export interface DemoConfig {
  readonly dataDir: string;
  readonly demoCredentials: DemoCredentials | undefined;
  readonly secret: string | undefined;
}

/**
 * @param config `demoCredentials` fixes token and password; otherwise they are made once and stored in the data folder
 * @returns credentials that open the space now
 */
export async function ensureDemoSpace(store: RecordStore, config: DemoConfig): Promise<DemoCredentials> {
  // Of several processes that start at once one fills the space, and the others find it filled.
  await exclusively(store.db, 'demo_space_lease', async () => {
    if ((await findSpace(store.db, demoSpace)) === undefined) {
      await createSpace(store, { id: demoSpace, name: 'Demo' });
    }
    if (!(await isFilled(store))) await fill(store);
  });
  return ensureKey(store, config);
}

/** E-mails are what the mapping imports last, in one transaction: one of them means that all records are there. */
async function isFilled(store: RecordStore): Promise<boolean> {
  const emails = await listRecords(store, systemCall(demoSpace), {
    entityType: 'Email',
    filter: null,
    sort: [],
    window: { kind: 'cursor', first: 1 },
    includeDeleted: true,
    selection: { kind: 'rest', expand: {}, only: { id: {} } },
    withTotal: false,
  });
  return emails.texts.length > 0;
}

/** Completes the space when an earlier process was stopped before the end. */
async function fill(store: RecordStore): Promise<void> {
  const mapping = await loadMapping(join(folder, 'mapping.yaml'));
  await runImport(store, systemCall(demoSpace), planImport(mapping, store.catalog, new Map()), {
    csvDir: folder,
    signal: new AbortController().signal,
    listener: {
      progress: () => {},
      rejected: ({ file, line, reasons }) => {
        const wrong = reasons.map(({ column, reason }) => `${column}: ${reason}`).join('; ');
        throw new Error(`the demo space cannot be filled: ${file}:${line}: ${wrong}`);
      },
    },
  });
}

async function ensureKey(store: RecordStore, config: DemoConfig): Promise<DemoCredentials> {
  // A key ring of its own: it has nothing remembered of keys that are about to change.
  const keys = await openKeyRing(store.db, config.secret);
  const known = config.demoCredentials ?? (await readStoredCredentials(config.dataDir));
  if (known !== undefined && (await opens(keys, known))) return known;
  const label = 'Demo';
  if (config.demoCredentials !== undefined) {
    return createKey({ ...store, keys }, { space: demoSpace, label, credentials: config.demoCredentials });
  }
  const made = await createKey({ ...store, keys }, { space: demoSpace, label });
  await storeCredentials(config.dataDir, made);
  return made;
}

async function opens(keys: KeyRing, { token, password }: DemoCredentials): Promise<boolean> {
  try {
    const encoded = Buffer.from(`${token}:${password}`).toString('base64');
    return !(await keys.authenticate(demoSpace, `Basic ${encoded}`)).rights.isReadOnly;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'ERROR_UNAUTHORIZED') return false;
    throw error;
  }
}

// Stores the random credentials of the demo space in a file beside the database, readable by its owner only.
// Only the demo's: they open nothing but invented records. Passwords of other spaces are never written down.

const fileName = 'demo-credentials.json';

const credentials = z.object({ token: z.string().min(1), password: z.string().min(1) });
type DemoCredentials = Readonly<z.output<typeof credentials>>;

/** @returns undefined when there is no such file or it has other contents */
async function readStoredCredentials(dataDir: string): Promise<DemoCredentials | undefined> {
  try {
    return credentials.safeParse(JSON.parse(await readFile(join(dataDir, fileName), 'utf8'))).data;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function storeCredentials(dataDir: string, { token, password }: DemoCredentials): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, fileName), `${JSON.stringify({ token, password }, null, 2)}\n`, { mode: 0o600 });
}

// What to paste into a terminal to try the demo space. Pure.

/** A line for a POSIX shell, and what it shows. */
export interface DemoRequest {
  readonly meaning: string;
  readonly command: string;
}

/** @param url scheme, host and port of the server @returns a request by each interface */
export function demoRequests(url: string, { token, password }: DemoCredentials): DemoRequest[] {
  const user = `curl -s -u ${quote(`${token}:${password}`)}`;
  const query = '{ contacts(first: 3) { nodes { formattedName email1 primaryAccount { name } } } }';
  const contacts = `${url}/api/v100/rest/spaces/${demoSpace}/entities/Contacts?first=3&expand=owner,account_relations.account`;
  const graphql = `${url}/api/v100/graphql/spaces/${demoSpace}`;
  const legacy = `${url}/rest_services/v1/${demoSpace}/Contacts?limit=3&sort=-CREATED`;
  const sent = `-H 'Content-Type: application/json' -d ${quote(JSON.stringify({ query }))}`;
  return [
    { meaning: 'The first contacts, with their owners and accounts:', command: `${user} ${quote(contacts)}` },
    { meaning: 'The same through GraphQL:', command: `${user} ${quote(graphql)} ${sent}` },
    { meaning: 'And through REST v1:', command: `${user} ${quote(legacy)}` },
  ];
}

/** @param url as above @returns several lines of text, without a line break at the end */
export function demoLines(url: string, credentials: DemoCredentials): string {
  return [
    'The demo space is ready. Its records are invented.',
    '',
    `  Address   ${url}`,
    `  Space     ${demoSpace}`,
    `  Token     ${credentials.token}`,
    `  Password  ${credentials.password}`,
    '',
    ...demoRequests(url, credentials).flatMap(({ meaning, command }) => [meaning, `  ${command}`]),
    '',
    `API reference: ${url}/docs`,
  ].join('\n');
}

/** For a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
