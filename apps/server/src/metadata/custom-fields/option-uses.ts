/**
 * Where an option is chosen, and what takes its place when it goes.
 */
import type { Catalog, EntityType, ReferenceField } from '@headwater/catalog';
import { apiNameOf } from '../../plan/relations/field-path.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { type ChosenIn, countOfChoices, recordsOfChoice } from '../../sql/write/field-questions.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { claim } from './claims.js';
import { fullName } from './find-field.js';

/** Records that get another option in one write at most. */
export const maxReplaced = 10_000;

/** A field whose values are options of a set. */
export interface ChoosingField {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
}

/** A field in which an option is perhaps chosen. */
export interface OptionUse extends ChoosingField {
  readonly count: Fact;
  /** The records; requested only when something takes the place of the option. */
  readonly old?: Fact;
  /** The records that have chosen what takes its place already. */
  readonly replacement?: Fact;
}

/** @returns the fields, of rows of fields with several options too, whose values are options of a set */
export function choosingFields(catalog: Catalog, dataSet: string): readonly ChoosingField[] {
  let bySet = choosingIn.get(catalog);
  if (!bySet) {
    bySet = new Map();
    choosingIn.set(catalog, bySet);
    for (const entityType of catalog.entityTypes.filter(({ union }) => !union)) {
      for (const field of entityType.fields) {
        if (field.kind !== 'reference' || field.dataSet === undefined) continue;
        const others = bySet.get(field.dataSet);
        if (others) others.push({ entityType, field });
        else bySet.set(field.dataSet, [{ entityType, field }]);
      }
    }
  }
  return bySet.get(dataSet) ?? [];
}

const choosingIn = new WeakMap<Catalog, Map<string, ChoosingField[]>>();

/**
 * @param withDeleted the catalog with what is deleted
 * @returns the same fields where they, or their entity types, are deleted and can come back
 */
function deletedChoosingFields(catalog: Catalog, withDeleted: Catalog, dataSet: string): ChoosingField[] {
  if (withDeleted === catalog) return [];
  return choosingFields(withDeleted, dataSet).filter(
    ({ entityType, field }) => !catalog.field(entityType.name, field.name),
  );
}

/** @returns what to count of an option's choices in such fields: those that come back with the field or with its entity type */
export function wantDeletedUses(
  { catalog, withDeleted, lookups }: RuleContext,
  dataSet: string,
  option: string,
): OptionUse[] {
  const all = withDeleted();
  return deletedChoosingFields(catalog, all, dataSet).map((use) => {
    const { entityType, field } = use;
    const owner = isRowOfChoice(use) ? choosingType(all, entityType) : entityType;
    const kind = catalog.entityType(owner.name)
      ? undefined
      : { entities: catalog.existing('Entity'), name: owner.name };
    return { ...use, count: countOfChoices(lookups, entityType, field, option, kind) };
  });
}

/** Of rows of fields with several options: their reference to the record that has chosen. */
export const owningReference = 'record_id';

/** @returns the entity type of the records that rows of a field with several options belong to */
export function choosingType(catalog: Catalog, rows: EntityType): EntityType {
  const field = catalog.field(rows.name, owningReference);
  const target = field?.kind === 'reference' ? field.targets[0] : undefined;
  if (target === undefined) throw new Error(`rows of ${rows.name} belong to no record`);
  return catalog.existing(target);
}

export function wantUses(
  lookups: Lookups,
  fields: readonly ChoosingField[],
  option: string,
  replacement: string | undefined,
): OptionUse[] {
  return fields.map(({ entityType, field }) => {
    const chosen = (id: string) => recordsOfChoice(lookups, entityType, field, id, maxReplaced + 1);
    return {
      entityType,
      field,
      count: countOfChoices(lookups, entityType, field, option),
      ...(replacement !== undefined && { old: chosen(option), replacement: chosen(replacement) }),
    };
  });
}

/** @returns what the option is chosen in, such as `12 in Contact.cf_color`; empty when it is not chosen */
export function describeUses(lookups: Lookups, uses: readonly OptionUse[]): string {
  const counted = uses.map((use) => ({ use, count: Number(lookups.found(use.count) ?? 0) }));
  return counted
    .filter(({ count }) => count > 0)
    .map(({ use, count }) => `${count} in ${nameOf(use)}`)
    .join(', ');
}

/** @returns the roll-ups whose filter names an option, such as `Account.cf_diesel_cars` */
export function rollUpsNaming(catalog: Catalog, option: string): string[] {
  return catalog.entityTypes.flatMap((entityType) =>
    entityType.fields
      .filter(({ derived }) => derived?.kind === 'roll-up' && names(derived.where, option))
      .map((field) => fullName({ entityType, field })),
  );
}

function names(filter: unknown, option: string): boolean {
  if (typeof filter === 'string') return filter.toLowerCase() === option;
  return typeof filter === 'object' && filter !== null && Object.values(filter).some((one) => names(one, option));
}

/** @returns false when too many records would have to change */
export function replaceUses(context: RuleContext, uses: readonly OptionUse[], replacement: string): boolean {
  const read = (fact: Fact | undefined) =>
    JSON.parse((fact !== undefined && context.lookups.found(fact)) || '[]') as ChosenIn[];
  const found = uses.map((use) => ({ use, chosen: read(use.old), having: read(use.replacement) }));
  if (found.reduce((sum, { chosen }) => sum + chosen.length, 0) > maxReplaced) return false;
  for (const { use, chosen, having } of found) {
    const have = new Set(having.map(({ record }) => record));
    const name = nameOf(use);
    for (const { id, record } of chosen) {
      // Nobody has an option twice, also where it takes the place of several.
      const isTwice = () => have.has(record) || !claim(context, `${replacement} in ${name} of ${record}`, id);
      const values = isRowOfChoice(use) && isTwice() ? { is_deleted: true } : { [use.field.name]: replacement };
      context.change(use.entityType.name, id, new Map(Object.entries(values)));
    }
  }
  return true;
}

/** Whether the option is in a row of a field with several. */
export function isRowOfChoice({ entityType }: ChoosingField): boolean {
  return entityType.storedIn === 'DataRelation';
}

/** Rows are named like the field that they belong to. */
function nameOf(use: ChoosingField): string {
  const { entityType, field } = use;
  return isRowOfChoice(use) ? entityType.name.replace('_', '.') : `${entityType.name}.${apiNameOf(field)}`;
}
