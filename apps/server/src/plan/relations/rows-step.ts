/**
 * Steps between a record and its rows: to those that point back at it, and from a row to its item. Pure; knows no
 * column names.
 */
import type { Catalog, EntityType, ReferenceField, RowsField } from '@headwater/catalog';

/** To the records of `target` that point back. */
export interface RowsStep {
  readonly kind: 'many';
  readonly field: RowsField;
  readonly target: EntityType;
  readonly having?: Having;
  /** A reference of both ends, which are of one entity type, that points at the same record besides. */
  readonly alike?: ReferenceField;
}

/** Chooses those rows in which a reference is set. */
export interface Having {
  readonly field: ReferenceField;
  /** The reference can point at several types, and must point at a record of this one. */
  readonly at?: EntityType;
}

/** @throws Error when `having` names nothing, which is a fault of the catalog */
export function rowsStep(catalog: Pick<Catalog, 'existing'>, field: RowsField): RowsStep {
  const target = catalog.existing(field.target);
  const { having } = field;
  return {
    kind: 'many',
    field,
    target,
    ...(having === undefined ? {} : { having: findHaving(catalog, target, having) }),
  };
}

function findHaving(catalog: Pick<Catalog, 'existing'>, target: EntityType, name: string): Having {
  for (const field of target.fields) {
    if (field.kind !== 'reference') continue;
    if (field.name === name) return { field };
    const link = field.links.find((one) => one.name === name);
    // A reference to one type is set to nothing else.
    if (link) return field.targets.length === 1 ? { field } : { field, at: catalog.existing(link.target) };
  }
  throw new Error(`${target.name} has neither a reference nor a link "${name}"`);
}

// The step from a row that only ties two records together to the one at its other end. Pure; knows no column names.

/**
 * @param rows shown in a field that a space has defined: who asks there means what is at the other end, and need not name the end
 * @returns undefined for rows that are records of their own
 */
export function itemStep(
  catalog: Pick<Catalog, 'existing'>,
  rows: RowsField,
): { readonly kind: 'one'; readonly field: ReferenceField; readonly target: EntityType } | undefined {
  const field = itemReference(rows, catalog.existing(rows.target));
  const target = field?.targets[0];
  return field && target !== undefined ? { kind: 'one', field, target: catalog.existing(target) } : undefined;
}

/** @returns what leads from a row to the other end; undefined for rows that are records of their own */
export function itemReference({ custom, item }: RowsField, target: EntityType): ReferenceField | undefined {
  if (custom === undefined || item === undefined) return undefined;
  const field = target.fields.find(({ name }) => name === item);
  return field?.kind === 'reference' ? field : undefined;
}
