/**
 * The fields of an entity type by their REST v1 names, and the ids of REST v1. Everything follows from the catalog;
 * knows no request.
 */
import type {
  Catalog,
  EntityType,
  Field,
  MoneyField,
  ReferenceField,
  RowsField,
  V1List,
  ValueField,
  ValueType,
} from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { moneyParts } from '../../plan/relations/field-path.js';

export type MoneyPart = keyof MoneyField['v1Names'];

/** What a REST v1 name means. */
export type LegacyField = {
  /** The REST v1 name. */
  readonly name: string;
  /** v100 member names that lead to the value, for filters and orders. */
  readonly path: readonly string[];
  /** The path to the number that REST v1 shows instead of the id; absent: the id itself is shown. */
  readonly numberPath?: readonly string[];
} & (
  | { readonly kind: 'value'; readonly field: ValueField }
  | { readonly kind: 'reference'; readonly field: ReferenceField }
  | { readonly kind: 'money'; readonly field: MoneyField; readonly part: MoneyPart }
  | {
      readonly kind: 'rows';
      readonly field: RowsField;
      /** In a field of the space: what leads from a row to the record or option that it names. */
      readonly item?: ReferenceField;
    }
  | {
      readonly kind: 'list';
      /** The rows, of which `list` takes some. */
      readonly field: RowsField;
      readonly list: V1List;
      /** What is listed, as a field of the rows. */
      readonly item: LegacyField & { readonly kind: 'reference' };
    }
);

export type LegacyFields = ReadonlyMap<string, LegacyField>;

const known = new WeakMap<EntityType, LegacyFields>();

/** @returns all fields that REST v1 knows, by name, in the catalog's order; worked out once an entity type */
export function legacyFields(catalog: Catalog, entityType: EntityType): LegacyFields {
  const found = known.get(entityType);
  if (found !== undefined) {
    return found;
  }
  const shown = entityType.fields.filter((field) => !field.hidden);
  const fields = shown.flatMap((field) => nameField(catalog, entityType, field));
  const byName = new Map(fields.map((field) => [field.name, field]));
  known.set(entityType, byName);
  return byName;
}

/** @returns a sentence that says that the entity type has no field of this name, and which one was probably meant */
export function unknownName(entityType: EntityType, name: string, fields: LegacyFields): string {
  return `${entityType.v1?.entity ?? entityType.name} has no field "${name}".${suggestion(name, fields.keys())}`;
}

/** @returns the type of the value under the name; for rows, that of the ids shown */
export function legacyType(legacy: LegacyField): ValueType {
  switch (legacy.kind) {
    case 'value':
      return legacy.field.type;
    case 'money':
      return legacy.part === 'currency_id' ? 'uuid' : 'decimal';
    case 'reference':
    case 'rows':
    case 'list':
      return 'uuid';
  }
}

function nameField(catalog: Catalog, entityType: EntityType, field: Field): LegacyField[] {
  if (field.kind === 'money') {
    const { base_value, value_foreign, currency_id } = field.v1Names;
    const parts = { base_value, value_foreign, currency_id };
    return moneyParts.map((part) => ({ kind: 'money', field, part, name: parts[part], path: [field.name, part] }));
  }
  if (field.kind === 'rows' && field.v1Lists) {
    const target = catalog.existing(field.target);
    return field.v1Lists.map((list) => {
      const item = legacyReference(catalog, target, list.item);
      return { kind: 'list', field, list, item, name: list.name, path: [field.name] };
    });
  }
  if (field.v1Name === null) {
    return [];
  }
  const name = field.v1Name;
  switch (field.kind) {
    case 'value':
      return field.name === 'id' && entityType.numbered
        ? [{ kind: 'value', field, name, path: ['id'], numberPath: ['number'] }]
        : [{ kind: 'value', field, name, path: [field.name] }];
    case 'rows':
      return [{ kind: 'rows', field, name, path: [field.name], ...itemPaths(catalog, field) }];
    case 'reference':
      return [{ kind: 'reference', field, name, ...referencePaths(catalog, field) }];
  }
}

function legacyReference(catalog: Catalog, entityType: EntityType, name: string) {
  const field = entityType.fields.find((one) => one.name === name);
  if (field?.kind !== 'reference') throw new Error(`${entityType.name} has no reference "${name}"`);
  return { kind: 'reference', field, name: field.v1Name ?? name, ...referencePaths(catalog, field) } as const;
}

/** A reference without an id member is reached by the name of its link. */
function referencePaths(catalog: Catalog, field: ReferenceField): Pick<LegacyField, 'path' | 'numberPath'> {
  const [link] = field.links;
  const path = [field.hasIdMember || link === undefined ? field.name : link.name];
  return link !== undefined && catalog.existing(link.target).numbered
    ? { path, numberPath: [link.name, 'number'] }
    : { path };
}

/** Of rows that only tie records together REST v1 shows the other ends. */
function itemPaths(
  catalog: Catalog,
  { name, custom, item, target }: RowsField,
): { item?: ReferenceField; numberPath?: readonly string[] } {
  const field = catalog.existing(target).fields.find((one) => custom !== undefined && one.name === item);
  if (field?.kind !== 'reference') return {};
  const { numberPath } = referencePaths(catalog, field);
  return { item: field, ...(numberPath && { numberPath: [name, ...numberPath] }) };
}

// The ids of REST v1: `PY-7FFFFFFF-` and the uuid in upper case. Knows no entity type; numbers of users and units
// are not ids here.

const idForm = /^(?:PY-7FFFFFFF-)?([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12})$/i;
const numberForm = /^\d{1,10}$/;
const maxNumber = 2 ** 31 - 1;

/** @returns the uuid in lower case of an id in either form; undefined when it has neither */
export function parseLegacyId(text: string): string | undefined {
  return idForm.exec(text)?.[1]?.toLowerCase();
}

/** @returns the number of a user or unit, 0 to 2147483647, written in digits only; undefined when it is none */
export function parseRecordNumber(text: string): number | undefined {
  const number = numberForm.test(text) ? Number(text) : Number.NaN;
  return number <= maxNumber ? number : undefined;
}

/** @param uuid the id of a record */
export function renderLegacyId(uuid: string): string {
  return `PY-7FFFFFFF-${uuid.toUpperCase()}`;
}

/** A record of any entity type, as REST v1 shows it. */
export interface LegacyRecord {
  /** A number for users and units. */
  readonly ID: string | number;
}
