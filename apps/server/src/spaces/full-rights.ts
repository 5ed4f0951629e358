/**
 * The rights of an administrator: all rights of the catalog. Pure.
 */
import type { Catalog, EnumValue } from '@headwater/catalog';

/** Of a right that is given by degrees, the label of the degree that gives most. */
const mostLabels: readonly string[] = ['All', 'Full', 'Manage'];

/** @returns the members of a MasterRight by their names; a choice that is none of more or less keeps its default */
export function fullRights(catalog: Catalog): Readonly<Record<string, boolean | number | string>> {
  const rights: Record<string, boolean | number | string> = {};
  for (const field of catalog.entityType('MasterRight')?.fields ?? []) {
    if (field.kind !== 'value' || !field.name.startsWith('access_')) continue;
    if (field.type === 'boolean') rights[field.name] = true;
    const most = field.enum && mostOf(field.enum);
    if (most) rights[field.name] = most.value;
  }
  return rights;
}

function mostOf(values: readonly EnumValue[]): EnumValue | undefined {
  return values.find(({ label }) => mostLabels.includes(label));
}
