/**
 * Works out anew what is derived in a number of records, as a part of a walk through all of an entity type. Roll-ups above them are left
 * to a later walk. Texts beside the records that know other fields than there are now are made anew.
 */
import type { EntityType } from '@headwater/catalog';
import type { Operand } from '../../plan/predicate.js';
import { Binder, spaceParameter } from '../../sql/binder.js';
import { column } from '../../sql/compile-value.js';
import { recordsOf } from '../../sql/record-source.js';
import { hasUnknownLayout } from '../custom-columns.js';
import { unchangedDraft } from '../draft.js';
import type { RecordStore } from '../record-store.js';
import { readStored, type StoredReading } from '../stored-record.js';
import { derivedPlan } from './derived-plan.js';
import { setDerived } from './formula-values.js';
import type { Pass } from './recomputation-passes.js';
import { type DerivedWriting, sumUp } from './settle-roll-ups.js';

/** Records of one transaction. */
const maxRecords = 1_000;

export interface Stretch {
  /** Records that were looked at. */
  readonly count: number;
  /** Id of the last one; null when there are no more. */
  readonly last: string | null;
}

/** @param after the id behind which the stretch begins; null: at the first record */
export async function recomputeStretch(writing: DerivedWriting, pass: Pass, after: string | null): Promise<Stretch> {
  const { reading, writer } = writing;
  const { catalog, optionValues } = reading.store;
  const entityType = catalog.existing(pass.entityType);
  const plan = derivedPlan(catalog)?.types.get(entityType.name) ?? { formulas: [], rollUps: [] };
  const ids = await nextIds(reading, entityType, after);
  if (ids.length === 0) return { count: 0, last: null };
  const stored = await readStored(reading, entityType, ids, { includeDeleted: false, lock: writer.rowLock });
  const drafts = [...stored.values()].map((record) => unchangedDraft(entityType, record));
  await sumUp(
    reading,
    plan.rollUps.filter(({ rank }) => rank === pass.rank),
    drafts,
  );
  for (const draft of drafts) setDerived(draft, plan, optionValues);
  await writer.write(drafts.filter((draft) => draft.changesAnything));
  await writer.rewriteTexts(drafts.filter((draft) => !draft.changesAnything && hasUnknownLayout(draft)));
  return { count: ids.length, last: ids.length < maxRecords ? null : (ids.at(-1) ?? null) };
}

/** Deleted records are worked out when they come back. */
async function nextIds({ store, transaction, space }: StoredReading, entityType: EntityType, after: Operand) {
  const { dialect } = store.db;
  const binder = new Binder(dialect, [space]);
  const conditions = [
    `r.space_id = ${dialect.placeholder(spaceParameter)}`,
    `NOT ${column('r', 'is_deleted')}`,
    ...(after === null ? [] : [`r.id > ${binder.bind(after)}`]),
  ];
  const rows = await transaction.run({
    text: `SELECT r.id AS id FROM ${recordsOf(dialect, entityType)} r WHERE ${conditions.join(' AND ')} ORDER BY r.id LIMIT ${maxRecords}`,
    values: binder.values,
  });
  return rows.map(({ id }) => String(id));
}

/** @returns how many records a walk comes to */
export async function countRecords({ db, catalog }: RecordStore, space: string, { entityType }: Pass): Promise<number> {
  const { dialect } = db;
  const from = `${recordsOf(dialect, catalog.existing(entityType))} r`;
  const text = `SELECT count(*) AS n FROM ${from} WHERE r.space_id = ${dialect.placeholder(spaceParameter)} AND NOT r.is_deleted`;
  const [row] = await db.read({ text, values: [space] });
  return Number(row?.n ?? 0);
}
