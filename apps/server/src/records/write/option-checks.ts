/**
 * Checks that options are chosen where they can be: from the set of their field, and where the choice in another field allows it.
 */
import type { Catalog, EntityType, ReferenceField, ValueField } from '@headwater/catalog';
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import type { setReferences } from './defaults.js';
import type { Draft } from './draft.js';
import { fieldLists } from './field-lists.js';

/** A choice whose option must be of the set of its field. */
interface ChosenFromSet {
  readonly field: ReferenceField;
  readonly id: string;
  readonly set: Fact;
}

/** A choice that the one in another field allows or not. */
interface DependentChoice {
  readonly field: ReferenceField;
  readonly id: string;
  readonly parent: string;
  /** The ids of the options with which it can be chosen. */
  readonly allowedBy: Fact;
}

/**
 * Says what the checks need to know.
 * @param set the references that the write sets
 * @returns called once the look-up has run
 */
export function wantOptionChecks(
  catalog: Catalog,
  draft: Draft,
  lookups: Lookups,
  set: ReturnType<typeof setReferences>,
): () => FieldLeaf[] {
  const chosen = set.filter(({ field }) => field.dataSet !== undefined);
  const dependent = dependentChoices(draft);
  if (chosen.length === 0 && dependent.length === 0) return () => [];
  const data = catalog.existing('Data');
  const fromSets = chosen.map(
    ({ field, id }): ChosenFromSet => ({ field, id, set: lookups.memberOf(data, id, valueField(data, 'data_set_id')) }),
  );
  const depending = dependent.map(
    (choice): DependentChoice => ({
      ...choice,
      allowedBy: lookups.memberOf(data, choice.id, valueField(data, 'allowed_by')),
    }),
  );
  return () => [
    ...fromSets.flatMap((choice) => checkSet(choice, lookups)),
    ...depending.flatMap((choice) => checkDependence(draft, choice, lookups)),
  ];
}

/** Choices that are made now, or whose parent's choice is. */
function dependentChoices(draft: Draft): Omit<DependentChoice, 'allowedBy'>[] {
  return fieldLists(draft.entityType).dependentChoices.flatMap((field) => {
    const parent = field.custom?.allowedBy;
    if (parent === undefined) return [];
    const id = draft.text(field.name);
    const isDue = draft.setsAnew(field.name) || draft.setsAnew(parent);
    return id !== null && isDue ? [{ field, id, parent }] : [];
  });
}

function checkSet({ field, id, set }: ChosenFromSet, lookups: Lookups): FieldLeaf[] {
  const found = lookups.found(set);
  // That there is no such option is reported already.
  if (found === null || found === field.dataSet) return [];
  const problem = `${id} is an option of another set; choose one whose data_set_id is ${field.dataSet}.`;
  return [invalid(field.name, problem)];
}

function checkDependence(
  draft: Draft,
  { field, id, parent, allowedBy }: DependentChoice,
  lookups: Lookups,
): FieldLeaf[] {
  const allowed = JSON.parse(lookups.found(allowedBy) ?? '[]') as readonly string[];
  const chosen = draft.text(parent);
  if (allowed.length === 0 || (chosen !== null && allowed.includes(chosen))) return [];
  const now = chosen === null ? `${parent} is not set` : `${parent} is ${chosen}`;
  return [
    invalid(field.name, `the option ${id} cannot be chosen while ${now}; it needs ${allowed.join(' or ')} there.`),
  ];
}

function valueField(entityType: EntityType, name: string): ValueField {
  const field = entityType.fields.find((one) => one.name === name);
  if (field?.kind === 'value') return field;
  throw new Error(`${entityType.name}.${name} is not a plain value`);
}
