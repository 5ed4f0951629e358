/**
 * Further writes that rules ask for beside the records that they are asked about. Nothing of them is checked.
 */
import { TransactionConflict } from '../../db/translate-error.js';
import { noChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { newUuid } from '../../plan/values/new-uuid.js';
import { Draft, unchangedDraft } from './draft.js';
import { readStored } from './stored-record.js';
import { setJoined, setPlainDefaults } from './values/defaults.js';
import type { WriteContext } from './write-context.js';

/** Writes that rules ask for; made when the record is not rejected that caused them. */
export interface Extras {
  /** Written ahead of the record that caused them. */
  readonly madeBefore: MadeRecord[];
  readonly made: MadeRecord[];
  readonly changed: {
    readonly entityType: string;
    readonly id: string;
    readonly values: ReadonlyMap<string, Operand>;
    /** What the record must hold for that. */
    readonly seen: ReadonlyMap<string, Operand>;
  }[];
}

export interface MadeRecord {
  readonly entityType: string;
  readonly values: ReadonlyMap<string, Operand>;
}

export function noExtras(): Extras {
  return { madeBefore: [], made: [], changed: [] };
}

export function hasExtras({ madeBefore, made, changed }: Extras): boolean {
  return madeBefore.length > 0 || made.length > 0 || changed.length > 0;
}

/** Drafts of other records, each once. */
interface ExtraDrafts {
  /** Written ahead of the records that caused them. */
  readonly before: readonly Draft[];
  readonly after: readonly Draft[];
}

export const noExtraDrafts: ExtraDrafts = { before: [], after: [] };

/**
 * @param known the drafts of the write: what else is to change in them changes there
 * @throws TransactionConflict when a record is not any more as its rule has seen it
 */
export async function extraDrafts(
  context: WriteContext,
  extras: readonly Extras[],
  known: readonly Draft[],
): Promise<ExtraDrafts> {
  const made = extras.flatMap((one) => one.made).map((one) => newDraft(context, one));
  const changes = extras.flatMap((one) => one.changed);
  const changed = changes.length > 0 ? await changedDrafts(context, changes, known) : [];
  const before = extras.flatMap(({ madeBefore }) => madeBefore).map((one) => newDraft(context, one));
  return { before, after: [...made, ...changed] };
}

function newDraft({ catalog, moment }: WriteContext, { entityType: typeName, values }: MadeRecord): Draft {
  const entityType = catalog.existing(typeName);
  const id = values.get('id');
  // The draft takes a copy of the values.
  const change = { ...noChange(entityType), values: values as Map<string, Operand> };
  const draft = new Draft(entityType, typeof id === 'string' ? id : newUuid(), undefined, change, 0);
  setPlainDefaults(draft, moment);
  setJoined(draft);
  return draft;
}

/** @throws TransactionConflict when another transaction has changed the record since a rule looked at it */
function checkUnchanged(draft: Draft | undefined, seen: ReadonlyMap<string, Operand>): void {
  if (!draft || [...seen].every(([name, value]) => draft.get(name) === value)) return;
  throw new TransactionConflict(`${draft.entityType.name} ${draft.id} has changed since it was looked at`);
}

async function changedDrafts(
  context: WriteContext,
  changes: Extras['changed'],
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const known = new Map(drafts.map((draft) => [draft.id, draft]));
  const others = changes.filter(({ id }) => !known.has(id));
  const read = new Map<string, Draft>();
  for (const typeName of new Set(others.map(({ entityType }) => entityType))) {
    const entityType = context.catalog.existing(typeName);
    const ofType = others.filter((change) => change.entityType === typeName);
    const ids = ofType.map(({ id }) => id);
    const back = new Set(ofType.filter(({ values }) => values.get('is_deleted') === false).map(({ id }) => id));
    const stored = await readStored(context, entityType, ids, { includeDeleted: back.size > 0, lock: context.rowLock });
    for (const [id, record] of stored) {
      if (record.is_deleted !== true || back.has(id)) read.set(id, unchangedDraft(entityType, record));
    }
  }
  for (const { id, seen } of others) checkUnchanged(read.get(id), seen);
  for (const { id, values } of changes) {
    const draft = known.get(id) ?? read.get(id);
    for (const [name, value] of values) draft?.set(name, value);
  }
  for (const draft of read.values()) setJoined(draft);
  return [...read.values()].filter((draft) => draft.changesAnything);
}
