/**
 * What answers a write: the record, or what the caller knows of it anyway.
 */
import type { SelectedMember, Selection } from '../../../request/selection.js';
import { mayRead } from '../../../rights/scoped-catalog.js';
import { readRecord, shownAs } from '../../read/get-record.js';
import type { RecordText } from '../../read/record-page.js';
import { type RecordStore, scopeOf } from '../../record-store.js';
import type { WriteContext } from '../write-context.js';
import { seenOf } from '../write-rights.js';
import { knownAnswer } from './known-answer.js';

/** How records are read that were written. */
interface AnswerOfWrite {
  readonly store: RecordStore;
  readonly selection: Selection;
  readonly ids: readonly string[];
}

interface Written {
  readonly entityType: string;
  readonly ids: readonly string[];
  readonly selection: Selection;
}

interface WrittenRecord {
  readonly entityType: string;
  readonly id: string;
  readonly selection: Selection;
  /** Its id was made for it just now. */
  readonly isNewId?: boolean;
}

/**
 * @returns a record as the transaction has left it, after which nothing is written in it; of one that the caller may not read, what the
 *   caller knows of it anyway
 * @throws ApiError `ERROR_FORBIDDEN` when the caller chose members of a record that it may not read
 */
export async function readWritten(
  context: WriteContext,
  { isNewId = false, ...record }: WrittenRecord,
): Promise<RecordText> {
  const { call, runLast } = context;
  const [{ store, selection }] = await answersOf(context, { ...record, ids: [record.id] });
  const request = { ...record, selection, includeDeleted: false };
  const written = isNewId ? context.changes.map(({ entityType }) => entityType) : undefined;
  const isKnown = store.sight === undefined && leavesAsWritten(context, record);
  const known = isKnown ? context.known(record.id) : undefined;
  const answer = known && knownAnswer(store.catalog, shownAs(store, request, written).projection, known, scopeOf(call));
  if (!known || !answer) return readRecord(store, call, request, runLast, written);
  const missing = answer.rest && store.reads.compileGet(answer.rest, record.id, false, scopeOf(call));
  const [row] = missing ? await runLast(missing) : [];
  return { id: record.id, revision: known.stamp.revision, text: answer.text(row && String(row.j)) };
}

/** Whether what follows from a write passes the drafts. */
function leavesAsWritten({ store: { rules } }: WriteContext, { entityType }: WrittenRecord): boolean {
  const rule = rules.get(entityType);
  return rule === undefined || !(rule.written || rule.definesSpace || rule.contentMember !== undefined);
}

/**
 * @returns the selection as the caller may read it; its id and revision, of all stored records, where the caller may not read the entity
 *   type or does not see the record; the selection as it was where it has more than that, which is rejected when it is read. At least one
 */
export async function answersOf(
  context: WriteContext,
  { entityType: name, ids, selection }: Written,
): Promise<readonly [AnswerOfWrite, ...AnswerOfWrite[]]> {
  const { answering, store } = context;
  const all = { store: answering, selection, ids };
  const unread = answering === store ? undefined : unreadPart(selection);
  if (unread === undefined) return [all];
  const entityType = answering.catalog.existing(name);
  if (!mayRead(answering.catalog, entityType)) return [{ store, selection: unread, ids }];
  const seen = await seenOf(context, entityType, ids);
  const hidden = seen === undefined ? [] : ids.filter((id) => !seen.has(id));
  if (hidden.length === 0) return [all];
  const shown = { ...all, ids: ids.filter((id) => seen?.has(id)) };
  const others = { store, selection: unread, ids: hidden };
  return shown.ids.length === 0 ? [others] : [shown, others];
}

/** @returns what answers a write whose record may not be read; undefined where other members were chosen */
function unreadPart(selection: Selection): Selection | undefined {
  switch (selection.kind) {
    case 'rest':
      return { kind: 'rest', expand: {}, only: { id: {}, revision: {} } };
    case 'legacy':
      return { kind: 'legacy', only: ['ID'] };
    case 'members':
      return selection.members.every(isKnownAnyway) ? selection : undefined;
  }
}

function isKnownAnyway(member: SelectedMember): boolean {
  return member.kind === 'value' && (member.field === 'id' || member.field === 'revision');
}
