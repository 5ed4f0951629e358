/**
 * Checks of what a body says about other records: that those are there at which it points; that options are chosen where they can be,
 * from the set of their field and where the choice in another field allows it; and that records which only point here are left as they
 * are, since they are written at their own end.
 */
import type { Catalog, EntityType, ReferenceField, RowsField } from '@headwater/catalog';
import { type FieldLeaf, invalid, relationDeleted, relationMissing } from '../../plan/change/field-errors.js';
import { apiNameOf, valueField } from '../../plan/relations/field-path.js';
import { validationBits } from '../../request/write-request.js';
import { type ChosenIn, recordsOfChoice } from '../../sql/write/field-questions.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import type { Draft } from './draft.js';
import { fieldLists } from './field-lists.js';
import type { PointedAt } from './write-rights.js';

/** Finds errors of a draft, once the facts are known. */
export type Check = () => readonly FieldLeaf[];

interface SetReference {
  readonly field: ReferenceField;
  readonly id: string;
}

/** The references that the write sets to a record, derived ones left out. */
export function setReferences(draft: Draft): SetReference[] {
  const set: SetReference[] = [];
  for (const field of fieldLists(draft.entityType).references) {
    const id = draft.setsAnew(field.name) ? draft.text(field.name) : null;
    if (id !== null) set.push({ field, id });
  }
  return set;
}

/** What a record points at. */
interface Target {
  /** The member that says so. */
  readonly name: string;
  readonly targets: readonly string[];
  readonly id: string;
}

/** What says whether a record is there. */
interface FactsOfTargets {
  readonly lookups: Lookups;
  readonly pointedAt: PointedAt | undefined;
}

const noErrors: readonly FieldLeaf[] = [];

/** Asks for what the check needs to know. @returns called once the lookup has run: checks that the record is there */
export function wantTarget(
  catalog: Catalog,
  draft: Draft,
  { lookups, pointedAt }: FactsOfTargets,
  { name, targets, id }: Target,
): Check {
  const states = targets.map((target) => lookups.stateOf(catalog.existing(target), id));
  const isSeen = (target = '') => pointedAt?.isSeen(target, id) ?? true;
  return () => {
    const [only] = states;
    if (states.length === 1 && only !== undefined && lookups.found(only) === 'present' && isSeen(targets[0]))
      return noErrors;
    const found = states.map((state, index) => (isSeen(targets[index]) ? lookups.found(state) : null));
    if (found.includes('present')) return [];
    const target = targets.join(' or ');
    if (!found.includes('deleted')) return [relationMissing(draft.entityType, name, id, target)];
    const isAllowed = (draft.validationLevel & validationBits.deletedTargets) !== 0;
    return isAllowed ? [] : [relationDeleted(draft.entityType, name, id, target)];
  };
}

export function setCurrencies({ money }: Draft): Target[] {
  return [...money].flatMap(([name, amount]) =>
    amount?.currency_id ? [{ name: `${name}.currency_id`, targets: ['Currency'], id: amount.currency_id }] : [],
  );
}

/** A record may have the id of one of another entity type. */
export function isTarget(targets: readonly string[], entityType: EntityType | undefined): boolean {
  if (entityType === undefined) return false;
  const { name, storedIn = name } = entityType;
  return targets.includes(name) || targets.includes(storedIn);
}

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
 * Says what the checks of options need to know.
 * @param set the references that the write sets
 * @returns called once the lookup has run
 */
export function wantOptionChecks(
  catalog: Catalog,
  draft: Draft,
  lookups: Lookups,
  set: readonly SetReference[],
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

/** A relation in the body whose records only point here. */
interface Shown {
  readonly field: RowsField;
  readonly via: ReferenceField;
  readonly given: readonly string[] | undefined;
  /** Who points here; absent for a new record, at which nobody does. */
  readonly pointing?: Fact;
}

/** Says what the checks of shown records need to know; an answer may be sent back as it came. @returns called once the lookup has run */
export function wantShownChecks(catalog: Catalog, draft: Draft, lookups: Lookups): () => FieldLeaf[] {
  const shown = [...draft.change.shown].map(([name, given]): Shown => {
    const field = catalog.field(draft.entityType.name, name);
    const via = field?.kind === 'rows' ? catalog.field(field.target, field.via) : undefined;
    if (field?.kind !== 'rows' || via?.kind !== 'reference') throw new Error(`${name} shows no records`);
    if (given === undefined || draft.isNew) return { field, via, given };
    // One more than there should be is enough to tell.
    const limit = new Set(given).size + 1;
    return {
      field,
      via,
      given,
      pointing: recordsOfChoice(lookups, catalog.existing(field.target), via, draft.id, limit),
    };
  });
  return () => shown.filter((one) => !isAsStored(one, lookups)).map(writtenElsewhere);
}

function isAsStored({ given, pointing }: Shown, lookups: Lookups): boolean {
  if (given === undefined) return false;
  const found = JSON.parse((pointing !== undefined && lookups.found(pointing)) || '[]') as ChosenIn[];
  const ids = new Set(given);
  return ids.size === found.length && found.every(({ record }) => ids.has(record));
}

function writtenElsewhere({ field, via }: Shown): FieldLeaf {
  const member = `${via.name} of ${field.target}`;
  const error = invalid(
    field.name,
    `cannot be changed here: it shows the records whose ${apiNameOf(via)} leads to this one. Set ${member} there, or leave it out.`,
  );
  return { ...error, named: { entityType: field.target, name: via.name } };
}
