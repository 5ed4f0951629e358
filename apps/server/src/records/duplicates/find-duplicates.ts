/**
 * Answers groups of records that are likely one, a page at a time, in the order of their oldest records. A page costs the same at any
 * depth and in a space of any size.
 */
import type { DuplicateRule, EntityType } from '@headwater/catalog';
import type { Row } from '../../db/database.js';
import { decodeCursor } from '../../plan/list/cursor.js';
import type { DuplicatesRequest } from '../../request/list-request.js';
import { requireLiberty } from '../../rights/require-right.js';
import { readable, requireFieldsOf } from '../../rights/scoped-catalog.js';
import { DuplicateCompiler } from '../../sql/filter/compile-duplicates.js';
import type { Call } from '../call.js';
import { RecordPage } from '../read/record-page.js';
import { trimPage } from '../read/trim-page.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { type DuplicateKey, fieldsOf, keysOf } from './duplicate-keys.js';
import { type Group, gatherGroups } from './gather-groups.js';
import { keepKeys } from './keep-keys.js';

/**
 * @returns a page of groups as finished texts
 * @throws ApiError `ERROR_FORBIDDEN`; `ERROR_PARAMETER_INVALID` for a broken cursor; `ERROR_UNAVAILABLE` when much has changed since the last time
 */
export async function findDuplicates(store: RecordStore, call: Call, request: DuplicatesRequest): Promise<RecordPage> {
  requireLiberty(call.principal, 'merge-duplicates');
  const entityType = readable(store.catalog, request.entityType);
  const { duplicates: rule } = entityType;
  if (!rule) throw new Error(`${entityType.name} has no rule for duplicates`);
  requireFieldsOf(store.catalog, [[entityType.name, ...fieldsOf(rule)]], 'The search for duplicates compares');
  const { first, after } = request;
  const start = after === undefined ? '' : String(decodeCursor(after, ['uuid'], 'after')[0]);
  const { space } = call.principal;
  await keepKeys(store, space, entityType, rule);
  const search: Search = {
    store,
    entityType,
    rule,
    compiler: new DuplicateCompiler(
      store.db.dialect,
      space,
      entityType,
      store.sight && { sight: store.sight, scope: scopeOf(call) },
    ),
  };
  const groups = await findGroups(search, start, first + 1);
  const bounds = { limit: first, backward: false, hasAfter: after !== undefined, hasBefore: false };
  const { rows, hasPreviousPage, hasNextPage } = trimPage(bounds, groups);
  return new RecordPage(rows.map(renderRow), hasPreviousPage, hasNextPage, undefined);
}

interface Search {
  readonly store: RecordStore;
  readonly entityType: EntityType;
  readonly rule: DuplicateRule;
  readonly compiler: DuplicateCompiler;
}

/** A group as it is answered. */
interface DuplicateGroup {
  readonly master_id: string;
  readonly secondary_ids: readonly string[];
  readonly reasons: readonly { readonly member: string; readonly value: string }[];
}

/** Of a user few are the oldest of their group. */
const seedsOfUser = 200;

/** @param wanted groups at most @returns those whose oldest record comes after `start`, by that record */
async function findGroups(search: Search, start: string, wanted: number): Promise<DuplicateGroup[]> {
  const { store, compiler } = search;
  const found: DuplicateGroup[] = [];
  const atOnce = store.sight ? Math.max(wanted, seedsOfUser) : wanted;
  let after = start;
  while (found.length < wanted) {
    const seeds = (await store.db.read(compiler.firstOfShared(after, atOnce))).map((row) => String(row.record_id));
    const groups = await gatherGroups((statement) => store.db.read(statement), compiler, seeds);
    // The oldest of some of its keys need not be the oldest of its group.
    const own = groups.filter(({ ids }, index) => ids[0] === seeds[index] && ids.length > 1);
    found.push(...(await giveReasons(search, own)));
    const last = seeds.at(-1);
    if (last === undefined || seeds.length < atOnce) break;
    after = last;
  }
  return found.slice(0, wanted);
}

async function giveReasons({ store, compiler, rule }: Search, groups: readonly Group[]): Promise<DuplicateGroup[]> {
  const witnesses = groups.flatMap(({ keys }) => [...keys.values()].map(([oldest = '']) => oldest));
  if (witnesses.length === 0) return [];
  const records = await store.db.read(compiler.recordsWith([...new Set(witnesses)], fieldsOf(rule)));
  const keysById = new Map(records.map((record) => [String(record.id), keysOf(rule, textsOf(record))]));
  return groups.flatMap((group) => {
    const reasons = reasonsOf(rule, group, keysById);
    const [master = '', ...others] = group.ids;
    // What has changed in the meantime is no reason any more.
    return reasons.length === 0 ? [] : [{ master_id: master, secondary_ids: others, reasons }];
  });
}

function textsOf(record: Row): (field: string) => string | null {
  return (field) => (typeof record[field] === 'string' ? record[field] : null);
}

/** In the order of the rule's fields; each text as the oldest record has it. */
function reasonsOf(
  rule: DuplicateRule,
  { keys }: Group,
  keysById: ReadonlyMap<string, readonly DuplicateKey[]>,
): DuplicateGroup['reasons'] {
  const fields = fieldsOf(rule);
  const found = [...keys].flatMap(([key, [oldest = '']]) => keysById.get(oldest)?.find((one) => one.key === key) ?? []);
  return found
    .sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field) || (a.text < b.text ? -1 : 1))
    .map(({ field, text }) => ({ member: field, value: text }));
}

function renderRow(group: DuplicateGroup) {
  return { j: JSON.stringify(group), c: JSON.stringify([group.master_id]) };
}
