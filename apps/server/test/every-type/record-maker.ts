/**
 * Makes records of any entity type with what the catalog says, and the records that they must point at.
 */
import type { Catalog, EntityType, Field, ReferenceField } from '@headwater/catalog';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { sampleValue, type Turn } from './sample-values.js';
import { type SpecialType, specialTypes } from './special-types.js';

export interface Sample {
  readonly body: Json;
  /** What an answer shows for members of the body. */
  readonly shown: Json;
}

export class RecordMaker {
  private readonly targets = new Map<string, Promise<string>>();
  private readonly repeated = new Map<string, Promise<TestRecord>>();
  private readonly flags: ReadonlySet<string>;
  private made = 0;

  constructor(
    private readonly space: TestSpace,
    readonly catalog: Catalog,
    private readonly special: Readonly<Record<string, SpecialType>> = specialTypes,
    /** Is in the texts of all records. */
    private readonly prefix = '',
  ) {
    this.flags = primaryFlags(catalog);
  }

  /** @returns a body with the members that a create needs */
  async required(entityType: EntityType): Promise<Sample> {
    const special = this.special[entityType.name];
    const names = new Set([
      ...entityType.required,
      ...entityType.requiredAnyOf.flatMap((group) => group.slice(0, 1)),
      ...(special?.with ?? []),
    ]);
    // The first row of a parent must be its primary one.
    const isNeeded = ({ name }: Field) => names.has(name) || this.flags.has(`${entityType.name}.${name}`);
    return this.sample(entityType, entityType.fields.filter(isNeeded), 'first');
  }

  /** @returns a body with every member that may be written at this point */
  async all(entityType: EntityType, turn: Turn): Promise<Sample> {
    const fields = writableFields(entityType).filter((field) => turn === 'first' || !field.writeOnce);
    return this.sample(entityType, fields, turn);
  }

  /** @returns a new record with all that can be written on it */
  async create(entityType: EntityType, body?: Json): Promise<TestRecord> {
    return this.space.create(entityType.collection, body ?? (await this.required(entityType)).body);
  }

  /** Makes a record of each entity type that the space has none of; of FieldSequences nobody can make one. */
  async createEach(): Promise<void> {
    for (const entityType of this.catalog.entityTypes) {
      if (!entityType.operations.includes('create')) continue;
      const { data } = await this.space.list(entityType.collection, { first: 1 });
      if (data.length === 0) await this.create(entityType);
    }
  }

  private async sample(entityType: EntityType, fields: readonly Field[], turn: Turn): Promise<Sample> {
    const tag = `${this.prefix}${++this.made}`;
    const body: Record<string, unknown> = {};
    const shown: Record<string, unknown> = {};
    for (const field of fields) {
      const special = await this.specialValue(entityType, field, turn, tag);
      if (special !== undefined) {
        body[field.name] = special;
        if (!(field.kind === 'value' && field.writeOnly)) shown[field.name] = special;
      } else if (field.kind === 'value') {
        const isFlag = this.flags.has(`${entityType.name}.${field.name}`);
        const { sent, shown: answered } = isFlag ? { sent: true, shown: true } : sampleValue(field, turn, tag);
        body[field.name] = sent;
        if (!field.writeOnly) shown[field.name] = answered;
      } else if (field.kind === 'money') {
        const amount = turn === 'first' ? 1250.5 : 99.99;
        body[field.name] = { base_value: amount };
        shown[field.name] = { base_value: amount, currency_id: this.space.ids.baseCurrencyId, value_foreign: amount };
      } else if (field.kind === 'reference') {
        const id = await this.targetOf(entityType, field, turn);
        if (field.hasIdMember) {
          body[field.name] = id;
          shown[field.name] = id;
        } else {
          body[field.name] = { id };
        }
      }
    }
    return { body, shown };
  }

  private async specialValue({ name }: EntityType, field: Field, turn: Turn, tag: string): Promise<unknown> {
    const { values, repeats } = this.special[name] ?? {};
    const value = values?.[field.name];
    if (value !== undefined) return typeof value === 'function' ? value(tag) : value[turn];
    const source = repeats?.[field.name];
    if (source === undefined) return undefined;
    const made = this.repeated.get(source) ?? this.create(this.catalog.existing(source));
    this.repeated.set(source, made);
    return (await made)[field.name];
  }

  /** @returns the id of a record that the reference may point at; in each turn another one, the same for every record */
  private targetOf(entityType: EntityType, field: ReferenceField, turn: Turn): Promise<string> {
    const name = field.targets[0] ?? '';
    // The first records of a type are those that the tests change: one of them must not come to be above itself.
    const isOwn = field.hierarchy || this.special[entityType.name]?.ownTargets?.includes(field.name);
    if (isOwn) return this.create(this.catalog.existing(name)).then(({ id }) => id);
    const only = {
      ...(field.dataSet === undefined ? {} : { 'filter[data_set_id]': field.dataSet }),
      ...this.special[entityType.name]?.targets?.[field.name],
    };
    const key = JSON.stringify([turn, name, only, name === entityType.name ? field.name : '']);
    const known = this.targets.get(key);
    if (known) return known;
    const found = this.find(this.catalog.existing(name), only, turn);
    this.targets.set(key, found);
    return found;
  }

  private async find(
    target: EntityType,
    only: Readonly<Record<string, string | boolean>>,
    turn: Turn,
  ): Promise<string> {
    const { data } = await this.space.list(target.collection, { first: 2, ...only });
    const found = data[turn === 'first' ? 0 : 1] ?? (target.operations.includes('create') ? undefined : data[0]);
    return found?.id ?? (await this.create(target)).id;
  }
}

/** @returns `ContactAccountRelation.is_primary` and its like: of the rows of a parent exactly one has it */
function primaryFlags(catalog: Catalog): ReadonlySet<string> {
  return new Set(
    catalog.entityTypes.flatMap(({ fields }) =>
      fields.flatMap((field) =>
        field.kind === 'rows' && field.primary !== undefined ? [`${field.target}.${field.primary}`] : [],
      ),
    ),
  );
}

/** The fields that a body may set, rows left out: they are records of their own. */
export function writableFields(entityType: EntityType): Field[] {
  const without = new Set(['created', ...(specialTypes[entityType.name]?.without ?? [])]);
  return entityType.fields.filter((field) => {
    if (field.kind === 'rows' || field.derived || field.readOnly || without.has(field.name)) return false;
    return !(field.kind === 'value' && field.hidden);
  });
}
