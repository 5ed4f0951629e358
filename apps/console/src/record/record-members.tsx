/** All members of a record with their labels; those that are not set on request. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Member } from '../contract/member.js';
import type { DataRecord } from '../contract/values.js';
import { Value } from '../ui/value.js';

interface Props {
  readonly record: DataRecord;
  readonly members: readonly Member[];
}

export function RecordMembers({ record, members }: Props): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const set = members.filter((member) => isSet(record, member));
  return (
    <>
      <dl class="members">
        {(isWhole ? members : set).map((member) => (
          <div key={member.name}>
            <dt title={member.description}>{member.label}</dt>
            <dd>
              <Value record={record} member={member} />
            </dd>
          </div>
        ))}
      </dl>
      {set.length < members.length && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Hide what is empty' : `Show ${members.length - set.length} empty members`}
        </button>
      )}
    </>
  );
}

function isSet(record: DataRecord, { name, links }: Member): boolean {
  return [name, ...links.map((link) => link.name)].some((one) => {
    const value = record[one];
    return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
}
