/**
 * What answers a write: the record, or what the caller knows of it anyway.
 */
import type { SelectedMember, Selection } from '../../request/selection.js';
import { mayRead } from '../../rights/scoped-catalog.js';
import type { RecordStore } from '../record-store.js';
import type { WriteContext } from './write-context.js';

/** How records are read that were written. */
interface AnswerOfWrite {
  readonly store: RecordStore;
  readonly selection: Selection;
}

/**
 * @returns the selection as the caller may read it; its id and revision, of all stored records, where the caller may not read the entity
 *   type; the selection as it was where it has more than that, which is rejected when it is read
 */
export function answerOf(
  { answering, store }: Pick<WriteContext, 'answering' | 'store'>,
  { entityType, selection }: { readonly entityType: string; readonly selection: Selection },
): AnswerOfWrite {
  const { catalog } = answering;
  const unread = mayRead(catalog, catalog.existing(entityType)) ? undefined : unreadPart(selection);
  return unread ? { store, selection: unread } : { store: answering, selection };
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
