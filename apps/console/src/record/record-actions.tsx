/** Edits, deletes and restores a record; asks before it deletes or restores. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import type { DataRecord } from '../contract/values.js';
import { useSpace } from '../space.js';
import { Confirmation } from '../ui/confirmation.js';

interface Props {
  readonly entityType: EntityType;
  readonly record: DataRecord;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

export function RecordActions({ entityType, record, onEdit, onChanged }: Props): JSX.Element {
  const { client } = useSpace();
  const { collection, operations, labelMember } = entityType;
  const [asked, setAsked] = useState<'delete' | 'restore'>();
  const name = String(record[labelMember] || record.id);
  const isDeleted = record.is_deleted === true;
  const act = async () => {
    if (asked === 'delete') {
      // Nobody deletes what somebody else has changed since it was shown.
      const header = { 'If-Match': Number(record.revision) };
      await unwrap(client.DELETE(`/entities/${collection}/{id}`, { params: { path: { id: record.id }, header } }));
    } else {
      await unwrap(client.POST(`/entities/${collection}/batch-restore`, { body: [record.id] }));
    }
    setAsked(undefined);
    onChanged();
  };
  return (
    <div class="tools">
      {!isDeleted && operations.has('update') && (
        <button type="button" class="main" onClick={onEdit}>
          Edit
        </button>
      )}
      {!isDeleted && operations.has('delete') && record.is_delete_protected !== true && (
        <button type="button" onClick={() => setAsked('delete')}>
          Delete
        </button>
      )}
      {isDeleted && operations.has('restore') && (
        <button type="button" class="main" onClick={() => setAsked('restore')}>
          Restore
        </button>
      )}
      {asked !== undefined && (
        <Confirmation
          question={asked === 'delete' ? `Delete ${name}?` : `Restore ${name}?`}
          consequence={
            asked === 'delete'
              ? 'Lists leave it out from then on, with the rows that belong to it. It can be restored.'
              : 'Lists show it again, with the rows that were deleted with it.'
          }
          action={asked === 'delete' ? 'Delete' : 'Restore'}
          onConfirm={act}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}
