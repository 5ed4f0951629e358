/**
 * A space with a record of every entity type, and a key whose user sees none of those that have owners, nor what goes with them.
 */
import type { Catalog } from '@headwater/catalog';
import type { StoredRecord } from '../../src/records/write/draft.js';
import { goesWithOthers, hasOwners } from '../../src/rights/user-rights.js';
import { createKey } from '../../src/spaces/space-keys.js';
import { RecordMaker } from '../every-type/record-maker.js';
import type { TestServer } from '../fixture.js';
import { dumpSpace } from '../space-dump.js';
import { basic, TestSpace } from '../test-space.js';
import { type Foreign, idsToAsk, marker } from './two-spaces.js';

/** Of the directions: what is shared with the user, and nothing of others. */
const onlyShared = 2;

export async function makeHiddenRecords(server: TestServer, catalog: Catalog): Promise<Foreign> {
  const space = await server.newSpace('hidden');
  await new RecordMaker(space, catalog, undefined, marker).createEach();
  // Names of entity types are open.
  for (const { id } of (
    await space.list('Entities', { 'filter[name_singular]': marker, 'filter-op[name_singular]': 'icontains' })
  ).data) {
    await space.send('DELETE', `Entities/${id}`, { query: { 'delete-records': true } });
  }
  const isHidden = (name: string) => {
    const entityType = catalog.entityType(name);
    return entityType !== undefined && (hasOwners(entityType) || goesWithOthers(entityType));
  };
  await unshare(space, catalog);
  const ids = new Map<string, string>();
  const secretIds = new Set<string>();
  const openTexts = new Set<string>();
  for (const [name, records] of await dumpSpace(server.deps, space.id)) {
    if (!isHidden(name)) {
      for (const record of records.values()) for (const text of textsOf(record)) openTexts.add(text);
      continue;
    }
    for (const id of records.keys()) {
      secretIds.add(id);
      ids.set(name, id);
    }
  }
  const client = await newUser(space, catalog);
  const key = await createKey(server.deps, { space: space.id, client, asUser: true });
  const asking = new TestSpace(space.origin, space.id, basic(key), basic(key));
  const { theirs, nobodys } = idsToAsk(catalog, ids);
  const has = (name: string) => [name, ...(catalog.existing(name).union ?? [])].some((one) => ids.has(one));
  const dump = async () =>
    [...(await dumpSpace(server.deps, space.id))].flatMap(([name, records]) =>
      [...records].filter(([id]) => secretIds.has(id)).map(([id, record]) => [name, id, record]),
    );
  // That the id of an upsert is taken shows.
  const telling = /^put .*\/by\/|^mutation upsert/;
  return { asking, secretIds, openTexts: [...openTexts], telling, theirs: { ...theirs, has }, nobodys, dump };
}

/** @returns its texts with the marker, which end with a number of their own */
function textsOf(record: StoredRecord): string[] {
  return Object.values(record).filter((value) => typeof value === 'string' && value.includes(marker)) as string[];
}

/** Takes back what records of any value have of sharing. */
async function unshare(space: TestSpace, catalog: Catalog): Promise<void> {
  for (const entityType of catalog.entityTypes.filter((one) => hasOwners(one) && one.operations.includes('update'))) {
    const has = (name: string) => entityType.fields.some((field) => field.name === name);
    const body = {
      ...(has('share_mode') && { share_mode: 0 }),
      ...(has('sharing_clients') && { sharing_clients: [] }),
      ...(has('sharing_units') && { sharing_units: [] }),
    };
    if (Object.keys(body).length === 0) continue;
    for (const { id } of (await space.list(entityType.collection)).data)
      await space.update(entityType.collection, id, body);
  }
}

/** @returns the id of a user with all that a set of rights can give, but for the records of others */
export async function newUser(space: TestSpace, catalog: Catalog): Promise<string> {
  const rights: Record<string, boolean | number> = {};
  for (const field of catalog.existing('MasterRight').fields) {
    if (field.kind !== 'value' || !field.name.startsWith('access_')) continue;
    const isNarrowed = ['_unassigned', '_types'].some((end) => field.name.endsWith(end));
    if (field.name.endsWith('_direction')) rights[field.name] = onlyShared;
    else if (field.type === 'boolean' && !isNarrowed) rights[field.name] = true;
    else if (field.enum && !isNarrowed) rights[field.name] = Math.max(...field.enum.map(({ value }) => Number(value)));
  }
  // Records without a direction of their own are seen in their unit.
  const unit = await space.create('SalesUnits', { name: 'Another one' });
  const right = await space.create('MasterRights', { name: 'All but others', ...rights });
  const { id } = await space.create('Clients', {
    email: 'asking@example.com',
    first_name: 'Asking',
    last_name: 'User',
    default_unit_id: unit.id,
    master_right_id: right.id,
    unit_membership: [{ unit_id: unit.id }],
  });
  return id;
}
