/** Changes a record, unless somebody else has changed it since it was shown. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import { type DataRecord, textOf } from '../contract/values.js';
import { useSpace } from '../space.js';
import { isRevisionConflict } from '../ui/problem.js';
import { RecordForm, type Values } from './record-form.js';

interface Props {
  readonly entityType: EntityType;
  readonly record: DataRecord;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function EditForm({ entityType, record, onDone, onCancel }: Props): JSX.Element {
  const { client } = useSpace();
  const { collection } = entityType;
  // Whose values the form began with, and the revision that a save must find.
  const [base, setBase] = useState(record);
  const [differences, setDifferences] = useState<readonly string[]>();
  const members = entityType.members.filter(({ onUpdate, kind }) => onUpdate && kind !== 'relations');

  const save = async (body: Values) => {
    if (Object.keys(body).length === 0) return onDone();
    const params = { path: { id: record.id } };
    try {
      await unwrap(
        client.PATCH(`/entities/${collection}/{id}`, {
          params: { ...params, header: { 'If-Match': Number(base.revision) } },
          body,
        }),
      );
      onDone();
    } catch (error) {
      if (isRevisionConflict(error)) {
        const { data } = await unwrap(client.GET<{ data: DataRecord }>(`/entities/${collection}/{id}`, { params }));
        const other = members.filter(({ name }) => JSON.stringify(data[name]) !== JSON.stringify(base[name]));
        setDifferences(other.map((member) => `${member.label} is now ${textOf(data[member.name], member) || 'empty'}`));
        setBase(data);
      }
      throw error;
    }
  };
  return (
    <RecordForm members={members} values={base} submitLabel="Save" onSubmit={save} onCancel={onCancel}>
      {differences !== undefined && (
        <div class="problem" role="alert">
          <p>Somebody else has changed this record since you opened it, so nothing was saved.</p>
          <ul>
            {differences.map((difference) => (
              <li key={difference}>{difference}.</li>
            ))}
          </ul>
          <p>Your changes are still in the form. Save again to put them on top, or cancel to keep what is there now.</p>
        </div>
      )}
    </RecordForm>
  );
}
