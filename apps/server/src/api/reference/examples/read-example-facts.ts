/** Reads of a space what fills the examples of a page in. */
import { type EntityType, type Field, isAnswered } from '@headwater/catalog';
import { neededMembers } from '@headwater/contract';
import type { Call } from '../../../records/call.js';
import { listRecords } from '../../../records/read/list-records.js';
import type { RecordStore } from '../../../records/record-store.js';
import type { Condition, Filter, Operator } from '../../../request/filter.js';
import type { ListRequest } from '../../../request/list-request.js';
import type { ExampleFacts } from '../pages/entity-page.js';
import { operationsOf } from '../reference-model.js';
import type { ExamplePlace } from './languages.js';
import { specialExamples, type Wanted } from './special-requests.js';

type Values = NonNullable<Wanted['equal']>;

/** A space like any other: what fills in is left to the reader. */
export function unknownFacts(place: ExamplePlace, { fields }: EntityType): ExampleFacts {
  const ids = fields.filter(({ kind }) => kind === 'reference').map(({ name }) => [name, idOf(name)] as const);
  return {
    place,
    ids: { own: ['ID', 'ID_2'], values: Object.fromEntries(ids) },
    specialIds: {},
    revision: 'REVISION',
    missing: [],
  };
}

/** `owner_id` becomes `OWNER_ID`. */
function idOf(member: string): string {
  return member.endsWith('_id') ? member.toUpperCase() : `${member.toUpperCase()}_ID`;
}

/** Waits on the database: one small list for each entity type that a new record points at. */
export async function readExampleFacts(
  store: RecordStore,
  call: Call,
  place: ExamplePlace,
  entityType: EntityType,
  revision: number,
): Promise<ExampleFacts> {
  const read = new RecordReader(store, call);
  const known = await read.newest(entityType, { equal: { is_delete_protected: false } }, 2);
  const [first, second] = known;
  const missing = new Set<string>();
  if (first === undefined || (entityType.merge && second === undefined)) missing.add(entityType.collection);
  const values: Record<string, string> = {};
  const taken = new Map<string, number>();
  for (const field of neededFields(entityType)) {
    // What a record holds that is there fits together; a row that links two records may be there only once.
    const given = entityType.label === 'id' ? undefined : first?.[field.name];
    const target = field.kind === 'reference' ? field.targets[0] : undefined;
    if (typeof given === 'string' && target !== undefined) values[field.name] = given;
    else if (target !== undefined) {
      // Two references of a record may have to lead to different records.
      const index = taken.get(target) ?? 0;
      taken.set(target, index + 1);
      const equal: Values =
        field.kind === 'reference' && field.dataSet !== undefined ? { data_set_id: field.dataSet } : {};
      const found = (await read.newest(store.catalog.existing(target), { equal }, index + 1))[index];
      if (found === undefined) missing.add(store.catalog.existing(target).collection);
      else values[field.name] = found.id;
    } else if (isOwnTypeName(entityType, field)) {
      const own = store.catalog.entityTypes.find(({ storedIn }) => storedIn === 'CustomEntity');
      if (own === undefined) missing.add('custom entity types');
      values[field.name] = own?.name ?? 'ID';
    }
  }
  const specialIds: Record<string, string> = {};
  for (const { special } of operationsOf(entityType)) {
    const found = special && (await read.newest(entityType, specialExamples[special].where ?? {}, 1))[0];
    if (special && found !== undefined) specialIds[special] = found.id;
  }
  const own = [first?.id ?? 'ID', second?.id ?? 'ID'] as const;
  return { place, ids: { own, values }, specialIds, revision: String(revision), missing: [...missing] };
}

function neededFields(entityType: EntityType): Field[] {
  const needed = neededMembers(entityType);
  return entityType.fields.filter(({ name }) => needed.has(name));
}

/** A record type is of an entity type that the space has defined. */
function isOwnTypeName({ name }: EntityType, field: Field): boolean {
  return name === 'CustomEntityType' && field.name === 'entity_api_name';
}

type KnownRecord = Readonly<Record<string, unknown>> & { readonly id: string };

class RecordReader {
  constructor(
    private readonly store: RecordStore,
    private readonly call: Call,
  ) {}

  /** @returns the newest records that it holds for, with the members that a new record needs */
  async newest(entityType: EntityType, { equal = {}, set = [] }: Wanted, count: number): Promise<KnownRecord[]> {
    const condition = (name: string, operator: Operator, operands: Condition['operands']): Filter => {
      return { kind: 'condition', path: [name], operator, operands, at: name };
    };
    const filters = [
      ...Object.entries(equal).map(([name, value]) => condition(name, 'eq', [value])),
      ...set.map((name) => condition(name, 'not-null', [])),
    ];
    const shown = [
      'id',
      ...neededFields(entityType)
        .filter(isAnswered)
        .map(({ name }) => name),
    ];
    const request: ListRequest = {
      entityType: entityType.name,
      filter: filters.length === 0 ? null : { kind: 'and', filters },
      sort: [],
      window: { kind: 'cursor', last: count },
      includeDeleted: false,
      selection: { kind: 'rest', expand: {}, only: Object.fromEntries(shown.map((name) => [name, {}])) },
      withTotal: false,
    };
    const page = await listRecords(this.store, this.call, request);
    return page.texts.map((text) => JSON.parse(text) as KnownRecord).reverse();
  }
}
