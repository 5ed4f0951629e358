/**
 * The custom fields of other entity types that depend on a custom entity type: lookups of its records, and roll-ups
 * over such lookups. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { isRowType } from '../../plan/relations/custom-types.js';

/** @returns them as `Opportunity.cf_vehicle` */
export function fieldsPointingAt(catalog: Catalog, kind: string): string[] {
  return catalog.entityTypes
    .filter(({ name }) => name !== kind)
    .flatMap((entityType) => leaningFields(catalog, entityType, kind).map(({ name }) => `${entityType.name}.${name}`));
}

function leaningFields(catalog: Catalog, { fields }: EntityType, kind: string): Field[] {
  const custom = fields.filter((field) => field.custom !== undefined);
  const lookups = custom.filter((field) => pointsAt(catalog, field, kind));
  const names = new Set(lookups.map(({ name }) => name));
  const rollUps = custom.filter(({ derived }) => derived?.kind === 'roll-up' && names.has(derived.relation));
  return [...lookups, ...rollUps];
}

function pointsAt(catalog: Catalog, field: Field, kind: string): boolean {
  if (field.kind === 'reference') return field.targets.includes(kind);
  if (field.kind !== 'rows') return false;
  if (field.target === kind) return true;
  const target = catalog.existing(field.target);
  return isRowType(target) && target.fields.some((end) => end.kind === 'reference' && end.targets.includes(kind));
}
