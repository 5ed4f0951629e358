/**
 * Applies a schema file to a space in one transaction: all of it, or nothing when the rules of records reject a part.
 * It works in rounds. Each round compares file and space again and makes the changes whose references exist already;
 * the catalog of the next round has what this one made.
 */
import type { Transaction } from '../../db/database.js';
import { readsInside } from '../../db/reads-inside.js';
import type { ApiError } from '../../errors/api-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { createSpaceStores } from '../../metadata/space-catalog/space-stores.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { withCurrentCatalog } from '../../records/write/run-write.js';
import { WriteContext } from '../../records/write/write-context.js';
import type { WriteOutcome } from '../../records/write/write-outcome.js';
import { writeRecords } from '../../records/write/write-records.js';
import type { WriteItem } from '../../request/write-request.js';
import { type Change, changeText } from '../compare/change.js';
import { type Comparison, compareSchema } from '../compare/compare-schema.js';
import type { SchemaFile } from '../file/parse-schema.js';
import { rejectErrors, type SchemaError } from '../schema-errors.js';
import { ChangeRounds } from './change-rounds.js';
import { planWrites } from './plan-writes.js';

export interface ApplyOptions {
  /** Also removes what the file does not have. */
  readonly removes: boolean;
  /** Does all and then undoes it: every error is found and nothing is changed. Other writes wait meanwhile. */
  readonly isTrial: boolean;
}

export interface Applied {
  /** What was done or, by a trial, would be. */
  readonly changes: readonly Change[];
  /** What the space has and the file does not, left because nothing is to be removed. */
  readonly stays: readonly Change[];
}

/**
 * @param system the store by the catalog that all spaces have
 * @throws SchemaFileError with all that the file or the rules of records have against it; nothing is changed then
 */
export async function applySchema(
  system: RecordStore,
  call: Call,
  file: SchemaFile,
  options: ApplyOptions,
): Promise<Applied> {
  const { db } = system;
  const run = (transaction: Transaction) => applyIn(transaction, system, call, file, options);
  const { applied, leavesWork } = await withCurrentCatalog(system, call.principal.space, () =>
    options.isTrial ? db.tryOut(run) : db.write(run),
  );
  if (leavesWork && !options.isTrial) system.jobSignal.emit('enqueued');
  return applied;
}

async function applyIn(
  transaction: Transaction,
  system: RecordStore,
  call: Call,
  file: SchemaFile,
  { removes }: ApplyOptions,
): Promise<{ readonly applied: Applied; readonly leavesWork: boolean }> {
  const rounds = new ChangeRounds(removes && file.errors.length === 0);
  let first: readonly Change[] | undefined;
  let leavesWork = false;
  for (;;) {
    const store = await currentStore(transaction, system, call.principal.space);
    const comparison = await compareSchema(store, call, file);
    first ??= comparison.changes;
    const changes = rounds.next(comparison, store.catalog);
    if (changes.length === 0) break;
    const context = new WriteContext(store, transaction, call);
    await makeChanges(context, changes, comparison, rounds);
    leavesWork ||= context.leavesWork;
  }
  rejectErrors(file.source, [...file.errors, ...rounds.errors]);
  const isLeft = ({ action }: Change) => action === 'remove' && !removes;
  const applied = { changes: first.filter((change) => !isLeft(change)), stays: first.filter(isLeft) };
  return { applied, leavesWork };
}

/** @returns the store of the space by what the transaction has made of it */
function currentStore(transaction: Transaction, system: RecordStore, space: string): Promise<RecordStore> {
  return createSpaceStores({ ...system, db: readsInside(system.db, transaction) }).of(space);
}

async function makeChanges(
  context: WriteContext,
  changes: readonly Change[],
  comparison: Comparison,
  rounds: ChangeRounds,
): Promise<void> {
  const plans = await planWrites(context.store, context.call, changes, comparison);
  const writable = plans.flatMap((plan) => ('item' in plan ? [plan] : []));
  for (const plan of plans) if ('error' in plan) rounds.learnRejected(plan.change, [plan.error]);
  if (writable.length === 0) return;
  const written = together(writable);
  const items = written.map(({ item }) => item);
  const outcomes = await writeRecords(context, items);
  for (const [index, { change }] of written.entries()) learn(rounds, change, outcomes[index]);
}

/** Rows that are written at once: a field has a thousand at most, and a request 25,000. */
const maxRows = 20_000;

/** @returns the first of the writes, as many as a request may have; the others are those of the next round */
function together<Write extends { readonly item: WriteItem }>(writes: readonly Write[]): readonly Write[] {
  let rows = 0;
  const end = writes.findIndex(({ item }) => {
    rows += rowsOf(item);
    return rows > maxRows;
  });
  return end === -1 ? writes : writes.slice(0, end);
}

function rowsOf(item: WriteItem): number {
  const values: readonly unknown[] = 'body' in item ? Object.values(item.body) : [];
  return values.reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 1);
}

function learn(rounds: ChangeRounds, change: Change, outcome: WriteOutcome | undefined): void {
  if (outcome?.kind === 'failed') rounds.learnRejected(change, ruleErrors(outcome.error, change));
  else rounds.learnMade(change);
}

/** @returns what the rules of records say against a change, at its path in the file */
function ruleErrors(error: ApiError, change: Change): SchemaError[] {
  const { action, path } = change;
  // Nothing in the file is wrong: what it does not have cannot be removed.
  if (action === 'remove') return [{ path, message: `cannot do "${changeText(change)}": ${error.message.trim()}` }];
  if (!(error instanceof ValidationError)) return [{ path, message: error.message }];
  const { entity, fields } = error.errors;
  return [
    ...entity.map(({ message }) => ({ path, message })),
    ...fields.flatMap(({ fieldName, leaves }) =>
      leaves.map(({ message }) => ({ path: [...path, wordOf(fieldName)], message })),
    ),
  ];
}

/** Files name what records point at: `parent_options_field` says what is written as `parent_options_field_id`. */
function wordOf(member: string): string {
  return member.replace(/_id$/, '') === 'type' ? member : member.replace(/_id$/, '');
}
