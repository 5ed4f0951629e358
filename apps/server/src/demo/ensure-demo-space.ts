/**
 * Sees to it that the demo space is there, is filled, and can be entered with known credentials. Safe to repeat.
 */
import { type KeyRing, openKeyRing } from '../auth/key-ring.js';
import { ApiError } from '../errors/api-error.js';
import type { Config } from '../main/config.js';
import { listRecords } from '../records/read/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import { createSpace } from '../spaces/create-space.js';
import { findSpace } from '../spaces/space-directory.js';
import { createKey } from '../spaces/space-keys.js';
import { systemCall } from '../spaces/system-call.js';
import { type DemoCredentials, keepCredentials, readKeptCredentials } from './demo-credentials.js';
import { fillDemoSpace } from './fill-demo-space.js';
import { inventDemoSpace } from './invent-demo-space.js';
import { dayOf } from './moments.js';

export const demoSpace = 'demo';
const seed = 20_260_101;

export type DemoConfig = Pick<Config, 'dataDir' | 'demoCredentials' | 'secret'>;

/**
 * @param config `demoCredentials` fixes token and password; otherwise they are made once and kept in the data folder
 * @returns credentials that open the space now
 */
export async function ensureDemoSpace(store: RecordStore, config: DemoConfig): Promise<DemoCredentials> {
  if ((await findSpace(store.db, demoSpace)) === undefined) {
    await createSpace(store, { id: demoSpace, name: 'Demo' });
  }
  if (await isEmpty(store)) {
    await fillDemoSpace(store, systemCall(demoSpace), inventDemoSpace(seed, dayOf(new Date())));
  }
  return ensureKey(store, config);
}

/** The generated records come in one transaction, so one account means that all are there. */
async function isEmpty(store: RecordStore): Promise<boolean> {
  const accounts = await listRecords(store, systemCall(demoSpace), {
    entityType: 'Account',
    filter: null,
    sort: [],
    window: { kind: 'cursor', first: 1 },
    includeDeleted: true,
    selection: { kind: 'rest', expand: {}, only: { id: {} } },
    withTotal: false,
  });
  return accounts.texts.length === 0;
}

async function ensureKey(store: RecordStore, config: DemoConfig): Promise<DemoCredentials> {
  // A key ring of its own: it has nothing remembered of keys that are about to change.
  const keys = await openKeyRing(store.db, config.secret);
  const known = config.demoCredentials ?? (await readKeptCredentials(config.dataDir));
  if (known !== undefined && (await opens(keys, known))) return known;
  const label = 'Demo';
  if (config.demoCredentials !== undefined) {
    return createKey({ ...store, keys }, { space: demoSpace, label, credentials: config.demoCredentials });
  }
  const made = await createKey({ ...store, keys }, { space: demoSpace, label });
  await keepCredentials(config.dataDir, made);
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
