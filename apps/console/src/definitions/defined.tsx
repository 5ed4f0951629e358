/** Lists of the fields and entity types that the space has defined. */
import type { JSX } from 'preact';
import { Busy } from '../ui/busy.js';
import { DataTable } from '../ui/data-table.js';
import { More } from '../ui/more.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { useList } from '../ui/use-list.js';

interface OwnEntityType {
  readonly id: string;
  readonly name_plural: string;
  readonly entity_api_name: string;
}

export function OwnEntityTypes(): JSX.Element {
  const types = useList<OwnEntityType>('Entities', {
    'filter-op': { entity_api_name: 'not-null' },
    'load-only': 'name_plural,entity_api_name',
  });
  const { value, error } = types;
  return (
    <>
      <h2>Entity types</h2>
      <Problem error={error} />
      {value === undefined && error === undefined && <Busy what="entity types" />}
      {value?.length === 0 && <p class="soft">The space has defined none.</p>}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Entity types"
          rows={value}
          keyOf={({ id }) => id}
          columns={{
            Name: ({ name_plural: name, id }) => <a href={addressOf(['records', 'Entities', id])}>{name}</a>,
            'In the interface': ({ entity_api_name: name }) => <code>{name}</code>,
            Records: ({ entity_api_name: name }) => <a href={addressOf(['records', name])}>List of {name}</a>,
          }}
        />
      )}
      <More list={types} what="entity types" />
    </>
  );
}

interface OwnField {
  readonly id: string;
  readonly entity_name: string;
  readonly name: string;
  readonly api_name: string;
  readonly type_id: string;
  readonly calc_formula: string | null;
  readonly recomputation: { readonly done: number; readonly total: number } | null;
}

export function OwnFields(): JSX.Element {
  const fields = useList<OwnField>('Fields', {
    filter: { api_name: 'cf_' },
    'filter-op': { api_name: 'starts' },
    'order-by': 'entity_name,api_name',
    'load-only': 'entity_name,name,api_name,type_id,calc_formula,recomputation',
  });
  const { value, error, reload } = fields;
  const isWorking = value?.some(({ recomputation }) => recomputation !== null) ?? false;
  return (
    <>
      <div class="head">
        <h2>Fields</h2>
        {isWorking && (
          <button type="button" onClick={reload}>
            Read again
          </button>
        )}
      </div>
      <Problem error={error} />
      {value === undefined && error === undefined && <Busy what="fields" />}
      {value?.length === 0 && <p class="soft">The space has defined none.</p>}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Fields"
          rows={value}
          keyOf={({ id }) => id}
          columns={{
            'Entity type': ({ entity_name: name }) => name,
            Name: ({ name, id }) => <a href={addressOf(['records', 'Fields', id])}>{name}</a>,
            'In the interface': ({ api_name: name }) => <code>{name}</code>,
            Type: ({ type_id: type }) => type,
            Formula: ({ calc_formula: formula }) => (formula === null ? '' : <code>{formula}</code>),
            State: ({ recomputation }) =>
              recomputation === null ? 'current' : `${recomputation.done} of ${recomputation.total} records computed`,
          }}
        />
      )}
      <More list={fields} what="fields" />
    </>
  );
}
