/** Why a list has no records, and what can be done about it. */
import type { JSX } from 'preact';
import type { EntityType } from '../contract/contract.js';
import { addressOf } from '../ui/route.js';

interface Props {
  readonly entityType: EntityType;
  readonly isNarrowed: boolean;
  readonly onWiden: () => void;
}

export function EmptyList({ entityType: { label, collection, operations }, isNarrowed, onWiden }: Props): JSX.Element {
  if (isNarrowed) {
    return (
      <div class="empty">
        <p>No records of {label} meet these conditions.</p>
        <button type="button" onClick={onWiden}>
          Remove the conditions
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>The space has no records of {label} yet.</p>
      {operations.has('create') ? (
        <a href={addressOf(['records', collection, 'new'])}>Create the first one</a>
      ) : (
        <p>The service makes them itself.</p>
      )}
    </div>
  );
}
