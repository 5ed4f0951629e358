/** A page of records as a table, whose heads order the list. */
import type { JSX } from 'preact';
import type { EntityType } from '../contract/contract.js';
import type { Member } from '../contract/member.js';
import type { DataRecord } from '../contract/values.js';
import { addressOf } from '../ui/route.js';
import { Value } from '../ui/value.js';
import { isSortable } from './list-query.js';

interface Props {
  readonly entityType: EntityType;
  readonly columns: readonly Member[];
  readonly records: readonly DataRecord[];
  readonly sort: string | undefined;
  readonly isLoading: boolean;
  /** Left out: the list keeps its order. */
  readonly onSort?: ((sort: string | undefined) => void) | undefined;
}

export function RecordTable({ entityType, columns, records, sort, isLoading, onSort }: Props): JSX.Element {
  const { collection, labelMember } = entityType;
  const label = labelMember === 'id' ? undefined : entityType.members.find(({ name }) => name === labelMember);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={entityType.label} aria-busy={isLoading}>
      <table>
        <thead>
          <tr>
            {label === undefined ? <th scope="col">Record</th> : <Head column={label} sort={sort} onSort={onSort} />}
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id} class={record.is_deleted === true ? 'deleted' : undefined}>
              <th scope="row">
                <a href={addressOf(['records', collection, record.id])}>{nameOf(record, labelMember)}</a>
              </th>
              {columns.map((column) => (
                <td key={column.name}>
                  <Value record={record} member={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function nameOf(record: DataRecord, labelMember: string): string {
  const name = String(record[labelMember] || record.id);
  return name === record.id ? `Record ${name.slice(0, 8)}` : name;
}

type HeadProps = Pick<Props, 'sort' | 'onSort'> & { readonly column: Member };

function Head({ column, sort, onSort }: HeadProps): JSX.Element {
  const { name, label } = column;
  if (!isSortable(column) || onSort === undefined) return <th scope="col">{label}</th>;
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  // The third click gives the list its own order back.
  const next = isUp ? `-${name}` : isDown ? undefined : name;
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <button type="button" class="plain" onClick={() => onSort(next)}>
        {label}
        <span aria-hidden="true">{isUp ? ' ▲' : isDown ? ' ▼' : ''}</span>
      </button>
    </th>
  );
}
