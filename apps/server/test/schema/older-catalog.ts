/**
 * A catalog as an earlier version may have had it: without whole entity types, without what points at them, and without some fields
 * of every storage kind.
 */
import { buildCatalog, type Catalog, type EntityType, entityTypes, type Field } from '@headwater/catalog';

/** Among them most of those of which later spaces begin with some records, and those that describe the service. */
const missingTypes: ReadonlySet<string> = new Set([
  ...['Product', 'ProductType', 'Lead', 'LeadOppty', 'LeadProcess', 'LeadType', 'MasterRight'],
  ...['Task', 'TaskType', 'Appointment', 'AppointmentType', 'Activity', 'Project', 'ProjectType'],
  ...['AccountRole', 'SalesRole', 'ParentAccountRelationType', 'Entity', 'Type', 'ApiAccess'],
]);

/** Fields that came later: a plain one, an indexed one, references, an amount, and ones that may not be null. */
const missingFields: Readonly<Record<string, readonly string[]>> = {
  Account: ['email1', 'parent_account_id', 'is_delete_protected'],
  Contact: ['comments', 'contact_type_id', 'is_unsubscribed'],
  Opportunity: ['value', 'product_currency_id', 'product_sections'],
};

export function olderCatalog(): Catalog {
  return buildCatalog(entityTypes.filter(({ name }) => !missingTypes.has(name)).map(withoutNewFields));
}

/** The references of events were foreign keys as well. */
function withoutNewFields({ events: _, ...entityType }: EntityType): EntityType {
  const missing = missingFields[entityType.name] ?? [];
  const fields = entityType.fields.filter(({ name }) => !missing.includes(name)).flatMap(olderField);
  const kept = fields.filter((field) => !hasNoRows(field, fields));
  const has = (name: string) => kept.some((field) => field.name === name);
  return {
    ...entityType,
    fields: kept,
    required: entityType.required.filter(has),
    indexes: (entityType.indexes ?? []).filter(({ members }) => members.every((name) => has(name.split('.')[0] ?? ''))),
    requiredAnyOf: entityType.requiredAnyOf.map((group) => group.filter(has)).filter((group) => group.length > 0),
  };
}

/** A reference to records of several types pointed at those that there were; one that has only one of them is a foreign key. */
function olderField(field: Field): Field[] {
  if (field.kind === 'rows') return missingTypes.has(field.target) ? [] : [field];
  if (field.kind !== 'reference') return [field];
  const targets = field.targets.filter((target) => !missingTypes.has(target));
  const links = field.links.filter(({ target }) => targets.includes(target));
  return targets.length === 0 ? [] : [{ ...field, targets, links }];
}

/** What is worked out from rows, or chosen by a link, that there were not. */
function hasNoRows(field: Field, fields: readonly Field[]): boolean {
  if (field.kind === 'rows') return field.having !== undefined && goesWithoutLink(field.having);
  const { derived } = field;
  if (derived?.kind !== 'collect' && derived?.kind !== 'primary') return false;
  return !fields.some(({ name }) => name === derived.rows);
}

const laterLinks = ['lead', 'task', 'appointment', 'project_id'];

function goesWithoutLink(having: string): boolean {
  return laterLinks.includes(having);
}
