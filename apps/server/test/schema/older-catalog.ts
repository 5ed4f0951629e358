/**
 * A catalog as an earlier version may have had it: without a whole entity type and what leads to it, and without some fields of
 * every storage kind.
 */
import { buildCatalog, type Catalog, type EntityType, entityTypes, type Field } from '@headwater/catalog';

const missingType = 'Product';

/** Fields that came later: a plain one, an indexed one, references, an amount, and ones that may not be null. */
const missingFields: Readonly<Record<string, readonly string[]>> = {
  Account: ['email1', 'parent_account_id', 'is_delete_protected'],
  Contact: ['comments', 'contact_type_id', 'is_unsubscribed'],
  Opportunity: ['value', 'product_currency_id', 'product_sections'],
};

export function olderCatalog(): Catalog {
  return buildCatalog(entityTypes.filter(({ name }) => name !== missingType).map(withoutNewFields));
}

function withoutNewFields(entityType: EntityType): EntityType {
  const missing = missingFields[entityType.name] ?? [];
  return {
    ...entityType,
    fields: entityType.fields.filter((field) => !missing.includes(field.name) && !leadsToMissing(field)),
    required: entityType.required.filter((name) => !missing.includes(name)),
  };
}

function leadsToMissing(field: Field): boolean {
  if (field.kind === 'rows') return field.target === missingType;
  return field.kind === 'reference' && field.targets.includes(missingType);
}
