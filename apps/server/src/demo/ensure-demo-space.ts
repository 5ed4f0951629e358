/**
 * Ensures that the demo space exists, is filled, and opens with known credentials. Safe to repeat, also by several
 * processes at once.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
import { type DemoCredentials, readStoredCredentials, storeCredentials } from './demo-credentials.js';

export const demoSpace = 'demo';
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
    return !(await keys.authenticate(demoSpace, `Basic ${encoded}`)).readOnly;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'ERROR_UNAUTHORIZED') return false;
    throw error;
  }
}
