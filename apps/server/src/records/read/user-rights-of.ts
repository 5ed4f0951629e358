/**
 * Reads what the user of a key may do, and keeps it until a record that it depends on changes.
 */
import type { Catalog, RowsField } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../auth/principal.js';
import type { Database } from '../../db/database.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { FieldRights } from '../../rights/field-rights.js';
import { type RightValues, UserRights } from '../../rights/user-rights.js';
import { tableName } from '../../sql/columns.js';
import type { RecordStore } from '../record-store.js';
import type { StoredRecord } from '../write/draft.js';
import type { KnownAnswers } from './known-answers.js';

interface KnownRights {
  /** Of the last change of what they depend on. */
  readonly revision: number;
  readonly rights: UserRights;
  readonly fields: FieldRights | undefined;
}

/** What the rights of a user depend on. Which field an id means depends on the fields of the space. */
const sources = ['Client', 'MasterRight', 'AllowedPipeline', 'FieldPermission', 'Field'];

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
    const tables = sources.map((name) => tableName(store.catalog.existing(name)));
    const last = Math.max(...tables.map((table) => revisions.get(table) ?? 0));
    const key = JSON.stringify([space, client]);
    let known = this.known.get(key);
    if (known?.revision !== last) {
      known = { revision: last, ...(await readUserRights({ ...store, db: this.db }, space, client)) };
      this.known.set(key, known);
    }
    return { ...principal, rights: principal.rights.limitedTo(known.rights).withFields(known.fields) };
  }
}

async function readUserRights(
  store: RecordStore,
  space: string,
  client: string,
): Promise<Omit<KnownRights, 'revision'>> {
  const user = await readOne(store, space, 'Client', client);
  const id = user?.master_right_id;
  if (typeof id !== 'string') return { rights: UserRights.of(undefined, false), fields: undefined };
  const stored = await readOne(store, space, 'MasterRight', id);
  const hasPipelines = (await rowsOf(store, space, id, 'allowed_pipelines')).length > 0;
  const permissions = await rowsOf(store, space, id);
  return { rights: UserRights.of(stored, hasPipelines), fields: fieldRightsOf(store.catalog, permissions) };
}

/** Deleted ones say nothing. */
async function readOne(store: RecordStore, space: string, name: string, id: string): Promise<RightValues | undefined> {
  const entityType = store.catalog.existing(name);
  const choice = { includeDeleted: false, lock: 'none' } as const;
  const [row] = await store.db.read(store.stored.compileRecords(space, entityType, [id], choice));
  return row && (JSON.parse(String(row.j)) as StoredRecord);
}

/** Permissions point at a set of rights, which has no member for them. */
const permissionRows: RowsField = {
  ...{ kind: 'rows', name: 'field_permissions', description: '', v1Name: null, v1Inline: false, owned: false },
  ...{ readOnly: true, writeOnce: false, nullable: true, target: 'FieldPermission', via: 'master_right_id', on: 'id' },
};

/** Of the members of permissions of fields: from which level on a field is read only, and hidden. */
const permissionLevels = { readOnly: 2, hidden: 3 } as const;

/** @returns the rows of a set of rights that are not deleted */
async function rowsOf(store: RecordStore, space: string, right: string, name?: string): Promise<RightValues[]> {
  const masterRight = store.catalog.existing('MasterRight');
  const field = name === undefined ? permissionRows : masterRight.fields.find((one) => one.name === name);
  if (field?.kind !== 'rows') throw new Error(`a set of rights has no rows in ${name}`);
  const rows = await store.db.read(store.stored.compileRows(space, masterRight, field, [right], false));
  return rows.map((row) => JSON.parse(String(row.j)) as StoredRecord);
}

/** Of several permissions for one field the strictest counts; one for a field that was deleted hides what the log has of it. */
function fieldRightsOf({ entityTypes }: Catalog, permissions: readonly RightValues[]): FieldRights | undefined {
  const levels = new Map<unknown, number>();
  for (const { field_id: id, permission_level: level } of permissions) {
    levels.set(id, Math.max(levels.get(id) ?? 0, Number(level ?? 0)));
  }
  if (![...levels.values()].some((level) => level >= permissionLevels.readOnly)) return undefined;
  const hidden: string[] = [];
  const readOnly: string[] = [];
  for (const { name: typeName, collection, fields } of entityTypes) {
    for (const { name, custom } of fields) {
      const level = levels.get(custom?.id ?? systemFieldId(typeName, name)) ?? 0;
      if (level >= permissionLevels.hidden) hidden.push(`${collection}.${name}`);
      else if (level >= permissionLevels.readOnly) readOnly.push(`${collection}.${name}`);
    }
  }
  // Of a field that was deleted the log still has values.
  const there = new Set(
    entityTypes.flatMap(({ name, fields }) => fields.map((one) => one.custom?.id ?? systemFieldId(name, one.name))),
  );
  for (const [id, level] of levels)
    if (level >= permissionLevels.hidden && !there.has(String(id))) hidden.push(`${id}`);
  return FieldRights.of({ hidden, readOnly });
}
