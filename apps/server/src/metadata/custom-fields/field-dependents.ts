/**
 * What depends on a custom field and keeps it from being deleted: formulas, roll-ups, lookups, paired fields and choices. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { fieldsOf } from '../../computed/formula/formula.js';
import { FormulaError } from '../../computed/formula/formula-error.js';
import { parseFormula } from '../../computed/formula/parse-formula.js';
import { onceFor } from '../../plan/once-for.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import { rowsToSumUp } from '../../plan/relations/referring-rows.js';
import { summedType } from '../space-catalog/custom-field.js';
import { otherSideOf } from './field-lookup.js';
import { customFieldById, customFieldsOf, type FoundField, fullName } from './find-field.js';

/** @returns a phrase for each dependent, such as `the formula of Contact.cf_total`; none for what is no custom field any more */
export function dependentsOf(catalog: Catalog, fieldId: string): string[] {
  const field = customFieldById(catalog, fieldId);
  if (!field) return [];
  const other = otherSideOf(catalog, field);
  return [
    ...catalog.entityTypes.flatMap((owner) =>
      customFieldsOf(owner).flatMap((one) => {
        const how = dependence(catalog, { entityType: owner, field: one }, field);
        return how === undefined ? [] : [`${how} ${fullName({ entityType: owner, field: one })}`];
      }),
    ),
    ...(other ? [`the other side ${fullName(other)}`] : []),
  ];
}

/** @returns how a field depends on another one */
function dependence(catalog: Catalog, dependent: FoundField, field: FoundField): string | undefined {
  const { derived, custom } = dependent.field;
  if (derived?.kind === 'formula') {
    const uses = dependent.entityType === field.entityType && usedNames(derived).has(apiNameOf(field.field));
    return uses ? 'the formula of' : undefined;
  }
  if (derived?.kind === 'roll-up') return sumsUp(catalog, dependent, field) ? 'the roll-up' : undefined;
  if (custom?.pairedField !== undefined && custom.pairedField === field.field.custom?.id) return 'the paired field';
  const isParent = dependent.entityType === field.entityType && custom?.allowedBy === field.field.name;
  return isParent ? 'the options of' : undefined;
}

/** Each field that is deleted asks for those of all formulas beside it. */
const usedNames = onceFor(({ text }: { readonly text: string }): ReadonlySet<string> => {
  try {
    return new Set(fieldsOf(parseFormula(text)));
  } catch (error) {
    if (error instanceof FormulaError) return new Set();
    throw error;
  }
});

function sumsUp(catalog: Catalog, { entityType, field }: FoundField, other: FoundField): boolean {
  if (field.derived?.kind !== 'roll-up') return false;
  const { relation, field: summed, where = {} } = field.derived;
  const rows = rowsToSumUp(catalog, entityType.name, relation);
  if (rows === other.field) return true;
  if (!rows || summedType(rows, catalog) !== other.entityType.name) return false;
  return [...(summed === undefined ? [] : [summed]), ...Object.keys(where)].some((name) => isMember(other, name));
}

function isMember({ field }: { readonly field: Field; readonly entityType: EntityType }, name: string): boolean {
  return field.name === name || apiNameOf(field) === name;
}
