/**
 * What answers a write: the record, or what the caller knows of it anyway.
 */
import type { SelectedMember, Selection } from '../../../request/selection.js';
import { mayRead } from '../../../rights/scoped-catalog.js';
import type { RecordStore } from '../../record-store.js';
import type { WriteContext } from '../write-context.js';
import { seenOf } from '../write-sight.js';

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

/**
 * @returns the selection as the caller may read it; its id and revision, of all stored records, where the caller may not read the entity
 *   type or does not see the record; the selection as it was where it has more than that, which is rejected when it is read. At least one
 */
export async function answersOf(
  context: WriteContext,
  { entityType: name, ids, selection }: Written,
): Promise<readonly [AnswerOfWrite, ...AnswerOfWrite[]]> {
  const { answering, store } = context;
  const entityType = answering.catalog.existing(name);
  const unread = unreadPart(selection);
  const all = { store: answering, selection, ids };
  if (unread === undefined) return [all];
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
