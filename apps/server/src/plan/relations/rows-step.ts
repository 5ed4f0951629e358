/**
 * The step from a record to those that point back at it. Pure; knows no column names.
 */
import type { Catalog, EntityType, ReferenceField, RowsField } from '@headwater/catalog';

/** To the records of `target` that point back. */
export interface RowsStep {
  readonly kind: 'many';
  readonly field: RowsField;
  readonly target: EntityType;
  readonly having?: Having;
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
