/** Records that refer to this one, by the relation with which they do; each list is read when it is opened. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import type { DataRecord } from '../contract/values.js';
import { requestOf, usualColumns, writeListQuery } from '../list/list-query.js';
import { RecordTable } from '../list/record-table.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';

interface Props {
  readonly entityType: EntityType;
  readonly id: string;
}

interface Referring {
  readonly from: EntityType;
  readonly member: Member;
}

export function RelatedLists({ entityType, id }: Props): JSX.Element {
  const { contract } = useSpace();
  const referring = contract.areas
    .flatMap((area) => area.entityTypes)
    .flatMap((from): Referring[] =>
      from.members
        .filter(
          ({ kind, links, name }) =>
            kind === 'relation' && links.some((link) => link.name !== name && link.target === entityType.name),
        )
        .map((member) => ({ from, member })),
    );
  return (
    <section aria-label="Related records">
      <h2>Related records</h2>
      {referring.length === 0 && <p class="soft">No entity type refers to records of this one.</p>}
      {referring.map(({ from, member }) => (
        <RelatedList key={`${from.name}.${member.name}`} from={from} member={member} id={id} />
      ))}
    </section>
  );
}

function RelatedList({ from, member, id }: Referring & { readonly id: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {from.label} <span class="soft">by {member.label.toLowerCase()}</span>
      </summary>
      {isOpen && <OpenList from={from} member={member} id={id} />}
    </details>
  );
}

function OpenList({ from, member, id }: Referring & { readonly id: string }): JSX.Element {
  const { client, contract } = useSpace();
  const columns = usualColumns(from).filter((column) => column !== member);
  const list = {
    conditions: [{ member: member.name, operator: 'eq', values: [id] }],
    sort: undefined,
    columns: undefined,
    includeDeleted: false,
    after: undefined,
    before: undefined,
  };
  const { value, error } = useLoaded(
    async (signal) => {
      const query = { ...requestOf(list, columns, from, contract), first: 10 };
      return unwrap(
        client.GET<{ data: readonly DataRecord[]; total: number }>(`/entities/${from.collection}`, {
          params: { query },
          signal,
        }),
      );
    },
    [from, member, id],
  );
  if (value === undefined) return error === undefined ? <Busy what={from.label} /> : <Problem error={error} />;
  if (value.data.length === 0) return <p class="soft">There are none.</p>;
  return (
    <>
      <RecordTable entityType={from} columns={columns} records={value.data} sort={undefined} isLoading={false} />
      <a href={addressOf(['records', from.collection], writeListQuery(list))}>
        {value.total > value.data.length ? `All ${value.total.toLocaleString()} as a list` : 'As a list'}
      </a>
    </>
  );
}
