/**
 * Lists of ids that are computed of the rows of a record: those at which a reference of the rows points. Pure.
 */
import type { Catalog, Derivation, EntityType, ReferenceField, ValueField } from '@headwater/catalog';
import { type RowsStep, rowsStep } from './rows-step.js';

export interface CollectedIds {
  readonly step: RowsStep;
  /** The reference of the rows whose ids are listed. */
  readonly member: ReferenceField;
  /** Values that a row must hold. */
  readonly where: readonly RowValue[];
  /** An id is left out that a row with all values of one of these has. */
  readonly unless: readonly (readonly RowValue[])[];
}

interface RowValue {
  readonly field: ValueField;
  readonly value: string | number | boolean;
}

/**
 * @param unless as of `CollectedIds`, by the names of the fields
 * @throws Error when the derivation names what is not there, which is a fault of the catalog
 */
export function planCollectedIds(
  catalog: Catalog,
  entityType: EntityType,
  derivation: Extract<Derivation, { kind: 'collect' }>,
  unless: readonly Readonly<Record<string, string | number | boolean>>[] = [],
): CollectedIds {
  const rows = catalog.field(entityType.name, derivation.rows);
  if (rows?.kind !== 'rows') throw new Error(`${entityType.name} has no rows "${derivation.rows}"`);
  const step = rowsStep(catalog, rows);
  const member = catalog.field(step.target.name, derivation.member);
  if (member?.kind !== 'reference') throw new Error(`${step.target.name} has no reference "${derivation.member}"`);
  const valuesOf = (values: Readonly<Record<string, string | number | boolean>>) =>
    Object.entries(values).map(([name, value]) => {
      const field = catalog.field(step.target.name, name);
      if (field?.kind !== 'value') throw new Error(`${step.target.name} has no value "${name}"`);
      return { field, value };
    });
  return { step, member, where: valuesOf(derivation.where ?? {}), unless: unless.map(valuesOf) };
}
