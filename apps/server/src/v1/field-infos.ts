/**
 * Describes the fields of an entity type as the `getFields` call of REST v1 shows them: what the catalog says of each,
 * with the id and type of its Field record.
 */
import type { EntityType } from '@headwater/catalog';
import type { Call } from '../records/call.js';
import { listRecords } from '../records/list-records.js';
import type { MemberSelection } from '../request/selection.js';
import type { ServerDeps } from '../server-deps.js';
import { followingPages, pageSize } from './following-pages.js';
import { type LegacyField, legacyFields } from './legacy-fields.js';
import { renderLegacyId } from './legacy-id.js';

export interface FieldChoice {
  /** What a record holds. */
  readonly ID: string | number;
  readonly VALUE: string;
}

export interface FieldInfo {
  readonly ID: string | null;
  readonly API_NAME: string;
  readonly NAME: string;
  readonly TYPE: string | null;
  readonly PL_TYPE: string | null;
  readonly CUSTOM: boolean;
  readonly READONLY: boolean;
  readonly REQUIRED: boolean;
  readonly DEFAULT: string | null;
  readonly DESCRIPTION: string;
  /** Null when the values are not limited to some. */
  readonly CHOICES: readonly FieldChoice[] | null;
  readonly CALC_FORMULA: string | null;
  readonly MIN_VALUE: number | null;
  readonly MAX_VALUE: number | null;
}

/** A Field record, cut to what is shown here. */
interface FieldRecord {
  readonly id: string;
  readonly api_name: string | null;
  readonly name: string;
  readonly type_id: string;
  readonly primitive_type: string | null;
  readonly default_value: string | null;
  readonly calc_formula: string | null;
  readonly data_set: {
    readonly rows: readonly { readonly n: { readonly id: string; readonly option_name: string } }[];
  };
}

const plainMembers = ['id', 'api_name', 'name', 'type_id', 'primitive_type', 'default_value', 'calc_formula'];
const customPrefix = 'cf_';

/** @returns one entry for each name of REST v1, in the catalog's order; the parts of an amount are three */
export async function fieldInfos(deps: ServerDeps, call: Call, entityType: EntityType): Promise<FieldInfo[]> {
  const records = new Map<string | null, FieldRecord>();
  for (const record of await fieldRecords(deps, call, entityType)) {
    records.set(record.api_name, record);
  }
  const fields = [...legacyFields(deps.catalog, entityType).values()];
  return fields.map((legacy) => describe(entityType, legacy, records.get(legacy.field.name)));
}

function describe(entityType: EntityType, legacy: LegacyField, record: FieldRecord | undefined): FieldInfo {
  const { field } = legacy;
  const value = legacy.kind === 'value' ? legacy.field : undefined;
  return {
    ID: record === undefined ? null : renderLegacyId(record.id),
    API_NAME: legacy.name,
    NAME: record?.name ?? field.name,
    TYPE: record?.primitive_type ?? null,
    PL_TYPE: record?.type_id ?? null,
    CUSTOM: field.name.startsWith(customPrefix),
    READONLY: field.readOnly,
    REQUIRED: entityType.required.includes(field.name),
    DEFAULT: record?.default_value ?? null,
    DESCRIPTION: field.description,
    CHOICES: choices(legacy, record),
    CALC_FORMULA: record?.calc_formula ?? null,
    MIN_VALUE: value?.minimum ?? null,
    MAX_VALUE: value?.maximum ?? null,
  };
}

/** The values of an enumeration, or the options that the field's set holds. */
function choices(legacy: LegacyField, record: FieldRecord | undefined): FieldChoice[] | null {
  const values = legacy.kind === 'value' ? (legacy.field.enum ?? []) : [];
  const options = record?.data_set.rows ?? [];
  if (values.length === 0 && options.length === 0) {
    return null;
  }
  return [
    ...values.map(({ value, label }) => ({ ID: value, VALUE: label })),
    ...options.map(({ n }) => ({ ID: renderLegacyId(n.id), VALUE: n.option_name })),
  ];
}

async function fieldRecords(deps: ServerDeps, call: Call, entityType: EntityType): Promise<FieldRecord[]> {
  const list = {
    entityType: 'Field',
    filter: {
      kind: 'condition',
      path: ['entity_name'],
      operator: 'eq',
      operands: [entityType.name],
      at: 'getFields',
    },
    sort: [],
    includeDeleted: false,
    selection,
  } as const;
  const window = { kind: 'cursor', first: pageSize } as const;
  const first = await listRecords(deps, call, { ...list, window, withTotal: false });
  const texts = [...first.texts];
  for await (const page of followingPages(deps, call, list, first.hasNextPage ? first.endCursor : null)) {
    texts.push(...page.texts);
  }
  return texts.map((text): FieldRecord => JSON.parse(text));
}

const selection: MemberSelection = {
  kind: 'members',
  members: [
    ...plainMembers.map((name) => ({ kind: 'value', as: name, field: name }) as const),
    {
      kind: 'page',
      as: 'data_set',
      rows: 'data_set',
      list: { filter: null, sort: [], window: { kind: 'cursor', first: pageSize }, includeDeleted: false },
      selection: {
        kind: 'members',
        members: [
          { kind: 'value', as: 'id', field: 'id' },
          { kind: 'value', as: 'option_name', field: 'option_name' },
        ],
      },
      withTotal: false,
    },
  ],
};
