/**
 * Checks a draft against the catalog and the facts found in the database. Every mistake is gathered; nothing is thrown.
 */
import { type Catalog, type Field, isListType } from '@headwater/catalog';
import { fieldLists } from '../../metadata/field-lists.js';
import { wantOptionChecks } from '../../metadata/option-checks.js';
import {
  type FieldLeaf,
  missing,
  missingAnyOf,
  relationDeleted,
  relationMissing,
  writtenOnce,
} from '../../plan/mistakes.js';
import type { Operand } from '../../plan/predicate.js';
import { validationBits } from '../../request/write-request.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { setReferences } from './complete-draft.js';
import type { Draft } from './draft.js';
import { wantShownChecks } from './shown-checks.js';

export interface Checks {
  /** What the look-up found decides; called once it has run. */
  finish(): FieldLeaf[];
  /** The values that the write gives the record and that no two share. */
  readonly unique: readonly UniqueValue[];
}

export interface UniqueValue {
  readonly field: string;
  readonly value: Operand;
  /** The id of another record that has it. */
  readonly holder: Fact;
}

/**
 * Says which facts the checks need.
 * @param willExist ids of records that the same write makes
 */
export function wantChecks(catalog: Catalog, draft: Draft, lookups: Lookups, willExist: ReadonlySet<string>): Checks {
  const set = setReferences(draft);
  const references = set
    .filter(({ id }) => !willExist.has(id))
    .map(({ field, id }) => ({
      field,
      id,
      states: field.targets.map((target) => lookups.stateOf(catalog.existing(target), id)),
    }));
  const checkOptions = wantOptionChecks(catalog, draft, lookups, set);
  const checkShown = wantShownChecks(catalog, draft, lookups);
  const currencies = [...draft.money].flatMap(([name, money]) =>
    money?.currency_id
      ? [{ name, id: money.currency_id, state: lookups.stateOf(catalog.existing('Currency'), money.currency_id) }]
      : [],
  );
  return {
    finish: () => [
      ...references.flatMap(({ field, id, states }) =>
        checkState(draft, lookups, field.name, id, field.targets.join(' or '), states),
      ),
      ...currencies.flatMap(({ name, id, state }) =>
        checkState(draft, lookups, `${name}.currency_id`, id, 'Currency', [state]),
      ),
      ...checkOptions(),
      ...checkShown(),
    ],
    unique: wantHolders(draft, lookups),
  };
}

function wantHolders(draft: Draft, lookups: Lookups): UniqueValue[] {
  return fieldLists(draft.entityType).unique.flatMap((field) => {
    if (!draft.setsAnew(field.name)) return [];
    const value = draft.get(field.name);
    if (value === null) return [];
    return [{ field: field.name, value, holder: lookups.holderOf(draft.entityType, field, value, draft.id) }];
  });
}

function checkState(
  draft: Draft,
  lookups: Lookups,
  field: string,
  id: string,
  target: string,
  states: readonly Fact[],
): FieldLeaf[] {
  const found = states.map((state) => lookups.found(state));
  if (found.includes('present')) return [];
  if (!found.includes('deleted')) return [relationMissing(draft.entityType, field, id, target)];
  const isAllowed = (draft.validationLevel & validationBits.deletedTargets) !== 0;
  return isAllowed ? [] : [relationDeleted(draft.entityType, field, id, target)];
}

/** What the draft itself shows, once it is complete. */
export function checkValues(draft: Draft): FieldLeaf[] {
  const { entityType } = draft;
  // What was good enough to be stored may come back as it was.
  if (draft.act === 'restore') return [];
  const onlyChanged = !draft.isNew && (draft.validationLevel & validationBits.changedOnly) !== 0;
  const isLookedAt = (name: string) => !onlyChanged || draft.values.has(name) || draft.money.has(name);
  const mistaken = new Set(draft.mistakes.map((mistake) => mistake.field));
  const mistakes: FieldLeaf[] = [];
  for (const field of fieldLists(entityType).checked) {
    if (mistaken.has(field.name)) continue;
    if (isWanted(draft, field) && isLookedAt(field.name) && (!draft.has(field) || lacksItems(draft, field))) {
      mistakes.push(...missing(entityType, draft.id, field));
    }
    if (!draft.isNew && field.writeOnce && draft.changes(field.name)) mistakes.push(writtenOnce(field.name));
  }
  for (const group of entityType.requiredAnyOf) {
    const fields = entityType.fields.filter((field) => group.includes(field.name));
    if (group.some(isLookedAt) && !fields.some((field) => draft.has(field))) mistakes.push(missingAnyOf(group));
  }
  return mistakes;
}

/** A list that the interface requires needs items. */
function lacksItems(draft: Draft, field: Field): boolean {
  return isList(field) && draft.entityType.required.includes(field.name) && draft.get(field.name) === '[]';
}

function isList(field: Field): boolean {
  return field.kind === 'value' && isListType(field.type);
}

/** Required by the interface, or never null and set to null by the body. */
function isWanted(draft: Draft, field: Field): boolean {
  if (field.derived) return false;
  if (draft.entityType.required.includes(field.name)) return true;
  // A list without items is as good as none.
  if (isList(field)) return false;
  // A default that finds no record leaves nothing to stand in.
  const lacksDefault = draft.isNew && field.default?.kind === 'first-record';
  return !field.nullable && (draft.values.has(field.name) || lacksDefault);
}
