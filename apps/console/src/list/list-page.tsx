/** The records of an entity type: conditions, columns, a page of them, and the ways to the pages around it. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import type { DataRecord } from '../contract/values.js';
import { NotFound } from '../not-found.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf, goTo } from '../ui/route.js';
import { ColumnChoice } from './column-choice.js';
import { Conditions } from './conditions.js';
import { EmptyList } from './empty-list.js';
import { type ListQuery, parseListQuery, requestOf, usualColumns, writeListQuery } from './list-query.js';
import { RecordTable } from './record-table.js';

interface Page {
  readonly data: readonly DataRecord[];
  readonly total?: number;
  readonly page_info: {
    readonly start_cursor: string | null;
    readonly end_cursor: string | null;
    readonly has_previous_page: boolean;
    readonly has_next_page: boolean;
  };
}

interface Props {
  readonly collection: string;
  readonly query: URLSearchParams;
}

export function ListPage({ collection, query }: Props): JSX.Element {
  const { contract } = useSpace();
  const entityType = contract.ofCollection(collection);
  useEffect(() => {
    document.title = `${entityType?.label ?? 'Not found'} · Headwater`;
  }, [entityType]);
  return entityType === undefined ? <NotFound /> : <KnownList entityType={entityType} query={query} />;
}

function KnownList({ entityType, query }: { readonly entityType: EntityType; readonly query: URLSearchParams }) {
  const { client, contract } = useSpace();
  const { collection, label, members, operations } = entityType;
  const asked = parseListQuery(query);
  const columns =
    asked.columns === undefined
      ? usualColumns(entityType)
      : asked.columns.flatMap((name) => members.find((member) => member.name === name) ?? []);
  const { value, error, isLoading } = useLoaded(
    (signal) =>
      unwrap(
        client.GET<Page>(`/entities/${collection}`, {
          params: { query: requestOf(asked, columns, entityType, contract) },
          signal,
        }),
      ),
    [collection, query.toString()],
  );
  const show = (change: Partial<ListQuery>) =>
    goTo(
      addressOf(['records', collection], writeListQuery({ ...asked, after: undefined, before: undefined, ...change })),
    );
  const info = value?.page_info;
  return (
    <>
      <div class="head">
        <h1>{label}</h1>
        {operations.has('create') && (
          <a class="button main" href={addressOf(['records', collection, 'new'])}>
            Create
          </a>
        )}
      </div>
      <p class="soft">{entityType.description}</p>
      <Conditions members={members} conditions={asked.conditions} onChange={(conditions) => show({ conditions })} />
      <div class="tools">
        <ColumnChoice
          members={members.filter(({ name }) => name !== entityType.labelMember)}
          chosen={columns}
          onChange={(names) => show({ columns: names })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={asked.includeDeleted}
            onChange={(event) => show({ includeDeleted: event.currentTarget.checked })}
          />
          Deleted ones, too
        </label>
        <span class="grow" />
        <span role="status">{value?.total === undefined ? '' : `${value.total.toLocaleString()} in total`}</span>
      </div>
      <Problem error={error} />
      {value === undefined && isLoading && <Busy what={label} />}
      {value !== undefined && value.data.length > 0 && (
        <RecordTable
          entityType={entityType}
          columns={columns}
          records={value.data}
          sort={asked.sort}
          isLoading={isLoading}
          onSort={(sort) => show({ sort })}
        />
      )}
      {value?.data.length === 0 && error === undefined && (
        <EmptyList
          entityType={entityType}
          isNarrowed={asked.conditions.length > 0}
          onWiden={() => show({ conditions: [] })}
        />
      )}
      <nav class="tools" aria-label="Pages">
        <button
          type="button"
          disabled={!info?.has_previous_page}
          onClick={() => show({ before: info?.start_cursor ?? undefined })}
        >
          Previous page
        </button>
        <button
          type="button"
          disabled={!info?.has_next_page}
          onClick={() => show({ after: info?.end_cursor ?? undefined })}
        >
          Next page
        </button>
      </nav>
    </>
  );
}
