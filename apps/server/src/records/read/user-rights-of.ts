/**
 * Reads what the user of a key may do, and keeps it until a record that it depends on changes.
 */
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../auth/principal.js';
import type { Database } from '../../db/database.js';
import { type RightValues, UserRights } from '../../rights/user-rights.js';
import { tableName } from '../../sql/columns.js';
import type { RecordStore } from '../record-store.js';
import type { StoredRecord } from '../write/draft.js';
import type { KnownAnswers } from './known-answers.js';

interface KnownRights {
  /** Of the last change of what they depend on. */
  readonly revision: number;
  readonly rights: UserRights;
}

const maxUsers = 10_000;

/** Of one server. */
export class UserRightsOf {
  private readonly known = new LRUCache<string, KnownRights>({ max: maxUsers });

  /** @param db whose reads end in time */
  constructor(
    private readonly knownAnswers: KnownAnswers,
    private readonly db: Database,
  ) {}

  /**
   * @param store of the space @param revision of the space, as the request found it
   * @returns the caller with the rights of its key that its user has as well; unchanged, where the key stands for no user
   */
  async limit(store: RecordStore, principal: Principal, revision: number): Promise<Principal> {
    const { space, client } = principal;
    if (!principal.asUser) return principal;
    if (client === null) return { ...principal, rights: principal.rights.limitedTo(UserRights.of(undefined, false)) };
    const revisions = await this.knownAnswers.revisions(space, revision);
    const tables = ['Client', 'MasterRight', 'AllowedPipeline'].map((name) => tableName(store.catalog.existing(name)));
    const last = Math.max(...tables.map((table) => revisions.get(table) ?? 0));
    const key = JSON.stringify([space, client]);
    let known = this.known.get(key);
    if (known?.revision !== last) {
      known = { revision: last, rights: await readUserRights({ ...store, db: this.db }, space, client) };
      this.known.set(key, known);
    }
    return { ...principal, rights: principal.rights.limitedTo(known.rights) };
  }
}

async function readUserRights(store: RecordStore, space: string, client: string): Promise<UserRights> {
  const user = await readOne(store, space, 'Client', client);
  const id = user?.master_right_id;
  const stored = typeof id === 'string' ? await readOne(store, space, 'MasterRight', id) : undefined;
  return UserRights.of(stored, typeof id === 'string' && (await hasPipelines(store, space, id)));
}

/** Deleted ones say nothing. */
async function readOne(store: RecordStore, space: string, name: string, id: string): Promise<RightValues | undefined> {
  const entityType = store.catalog.existing(name);
  const choice = { includeDeleted: false, lock: 'none' } as const;
  const [row] = await store.db.read(store.stored.compileRecords(space, entityType, [id], choice));
  return row && (JSON.parse(String(row.j)) as StoredRecord);
}

async function hasPipelines(store: RecordStore, space: string, right: string): Promise<boolean> {
  const masterRight = store.catalog.existing('MasterRight');
  const field = masterRight.fields.find(({ name }) => name === 'allowed_pipelines');
  if (field?.kind !== 'rows') throw new Error('a set of rights has no pipelines');
  return (await store.db.read(store.stored.compileRows(space, masterRight, field, [right], false))).length > 0;
}
