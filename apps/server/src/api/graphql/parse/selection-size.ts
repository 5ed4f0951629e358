/**
 * How many records a selection can bring up, and how deep it follows relations. Pure arithmetic on requests; unlike a count of
 * the document's fields it knows page sizes that come in variables, and those that nobody named.
 */
import type { ListArguments } from '../../../request/list-arguments.js';
import type { MemberSelection, SelectedMember } from '../../../request/selection.js';
import { pageSize } from '../limits.js';

export interface SelectionSize {
  /** Records at most, the selected one included, if every page below is full. */
  readonly records: number;
  /** Relations followed one inside the other. */
  readonly depth: number;
  /** What makes it bring up fewer records, as a sentence; left out: smaller pages do. */
  readonly remedy?: string;
}

export function selectionSize(selection: MemberSelection): SelectionSize {
  const inner = selection.members.flatMap(relatedSizes);
  return {
    records: inner.reduce((sum, { records }) => sum + records, 1),
    depth: inner.reduce((deepest, { depth }) => Math.max(deepest, depth + 1), 0),
  };
}

/** @returns records on a page at most; sizes out of bounds count as the nearest allowed, for the core rejects them */
export function windowSize(window: ListArguments['window']): number {
  if (window.kind === 'offset') return window.limit ?? Number.POSITIVE_INFINITY;
  const size = Math.min(window.first ?? Number.POSITIVE_INFINITY, window.last ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(size) ? Math.min(Math.max(size, 1), pageSize.max) : pageSize.default;
}

function relatedSizes(member: SelectedMember): SelectionSize[] {
  switch (member.kind) {
    case 'value':
      return [];
    case 'record':
    case 'row':
      return [selectionSize(member.selection)];
    case 'money':
      return member.parts.flatMap((part) => (part.kind === 'currency' ? [selectionSize(part.selection)] : []));
    case 'page': {
      const { records, depth } = selectionSize(member.selection);
      return [{ records: windowSize(member.list.window) * records, depth }];
    }
  }
}
