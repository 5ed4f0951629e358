/**
 * Names of values in the catalog, which are those of the interface's enums. Pure.
 */
import type { Catalog } from '@headwater/catalog';

/** @returns the label of a value of a field; that of the field's default for a value that has none */
export function enumLabel(catalog: Catalog, entityType: string, name: string, value: unknown): string {
  const field = catalog.field(entityType, name);
  if (field?.kind !== 'value' || field.enum === undefined) throw new Error(`${entityType}.${name} has no labels`);
  const usual = field.default?.kind === 'value' ? field.default.value : undefined;
  const labelOf = (wanted: unknown) => field.enum?.find((one) => one.value === wanted)?.label;
  const label = labelOf(value) ?? labelOf(usual);
  if (label === undefined) throw new Error(`${entityType}.${name} has no label for ${JSON.stringify(value)}`);
  return label;
}
