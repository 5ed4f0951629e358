/**
 * The third phase of a write: checks complete drafts with their rows against the catalog and the facts found in the database. Every
 * error is gathered on the record of the item; nothing is thrown.
 */
import { type Catalog, type EntityType, type Field, isListType } from '@headwater/catalog';
import { ValidationError } from '../../errors/validation-error.js';
import {
  type FieldLeaf,
  inItem,
  missing,
  missingAnyOf,
  notUnique,
  relationDeleted,
  relationMissing,
  writtenOnce,
} from '../../plan/change/field-errors.js';
import { planChange } from '../../plan/change/plan-change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { type RecordBody, validationBits } from '../../request/write-request.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { setReferences } from './defaults.js';
import { Draft, keptDrafts } from './draft.js';
import { fieldLists } from './field-lists.js';
import { wantOptionChecks } from './option-checks.js';
import { wantShownChecks } from './shown-checks.js';
import type { WriteContext } from './write-context.js';

/** What waits for the facts of one draft. */
interface Checks {
  finish(): FieldLeaf[];
  /** The values that the write gives the record and that no two share. */
  readonly unique: readonly UniqueValue[];
}

interface UniqueValue {
  readonly field: string;
  readonly value: Operand;
  /** The id of another record that has it. */
  readonly holder: Fact;
}

/** Validates the items of one group as if they were written one after another: of those who want the same value the first gets it. */
export class Validator {
  private readonly catalog: Catalog;
  private readonly checks = new Map<Draft, Checks>();
  /** Unique values taken, with entity type and field. */
  private readonly takers = new Set<string>();
  /** Records written earlier, by id. */
  private readonly written = new Map<string, Draft>();

  constructor(
    { catalog }: WriteContext,
    private readonly lookups: Lookups,
  ) {
    this.catalog = catalog;
  }

  /** Asks for what the checks of a record need. @param willExist entity types of records that the same write makes, by id */
  prepare(draft: Draft, willExist: ReadonlyMap<string, EntityType>): void {
    if (draft.act !== 'delete') this.checks.set(draft, wantChecks(this.catalog, draft, this.lookups, willExist));
  }

  /**
   * Adds an error for each value of a draft or its rows that another record has, or takes in this write.
   * @returns whether a record that is written earlier gives such a value up: the draft can only be written after it
   */
  mustWait(root: Draft): boolean {
    let waits = false;
    const own = new Set<string>();
    for (const draft of keptDrafts(root)) {
      for (const unique of this.uniqueOf(draft)) {
        const key = keyOf(draft, unique);
        const isTaken = this.takers.has(key) || own.has(key);
        own.add(key);
        const holder = isTaken ? null : this.lookups.found(unique.holder);
        if (holder !== null && this.isGivenUp(holder, unique.field)) waits = true;
        else if (isTaken || holder !== null) draft.errors.push(notUnique(unique.field, unique.value, holder));
      }
    }
    return waits;
  }

  /** Checks a complete record with its rows; the errors of rows go to the record, located. */
  check(draft: Draft): void {
    if (draft.act !== 'delete') draft.errors.push(...(this.checks.get(draft)?.finish() ?? []), ...checkValues(draft));
    for (const { field, drafts, removed } of draft.rowSets) {
      for (const [index, row] of drafts.entries()) {
        this.check(row);
        draft.errors.push(...row.errors.map((error) => inItem(field, index, error)));
      }
      for (const row of removed) {
        this.check(row);
        draft.errors.push(...row.errors.map((error) => ({ ...error, field: field.name })));
      }
    }
  }

  /** Notes a record that will be written. */
  take(root: Draft): void {
    for (const draft of keptDrafts(root)) {
      for (const unique of this.uniqueOf(draft)) this.takers.add(keyOf(draft, unique));
      this.written.set(draft.id, draft);
    }
  }

  private uniqueOf(draft: Draft): readonly UniqueValue[] {
    return this.checks.get(draft)?.unique ?? [];
  }

  private isGivenUp(holder: string, field: string): boolean {
    const draft = this.written.get(holder);
    return draft !== undefined && (draft.act === 'delete' || draft.changes(field));
  }
}

function keyOf({ entityType }: Draft, { field, value }: UniqueValue): string {
  return `${entityType.name} ${field} ${JSON.stringify(value)}`;
}

function wantChecks(
  catalog: Catalog,
  draft: Draft,
  lookups: Lookups,
  willExist: ReadonlyMap<string, EntityType>,
): Checks {
  const set = setReferences(draft);
  const references = set
    .filter(({ field, id }) => !isTarget(field.targets, willExist.get(id)))
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

/** A record may have the id of one of another entity type. */
function isTarget(targets: readonly string[], entityType: EntityType | undefined): boolean {
  if (entityType === undefined) return false;
  const { name, storedIn = name } = entityType;
  return targets.includes(name) || targets.includes(storedIn);
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
function checkValues(draft: Draft): FieldLeaf[] {
  const { entityType } = draft;
  // What was good enough to be stored may come back as it was.
  if (draft.act === 'restore') return [];
  const onlyChanged = !draft.isNew && (draft.validationLevel & validationBits.changedOnly) !== 0;
  const isLookedAt = (name: string) => !onlyChanged || draft.values.has(name) || draft.money.has(name);
  const withError = new Set(draft.errors.map((error) => error.field));
  const errors: FieldLeaf[] = [];
  for (const field of fieldLists(entityType).checked) {
    if (withError.has(field.name)) continue;
    if (isWanted(draft, field) && isLookedAt(field.name) && (!draft.has(field) || lacksItems(draft, field))) {
      errors.push(...missing(entityType, draft.id, field));
    }
    if (!draft.isNew && field.writeOnce && draft.changes(field.name)) errors.push(writtenOnce(field.name));
  }
  for (const group of entityType.requiredAnyOf) {
    const fields = entityType.fields.filter((field) => group.includes(field.name));
    if (group.some(isLookedAt) && !fields.some((field) => draft.has(field))) errors.push(missingAnyOf(group));
  }
  return errors;
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
  const isFound = field.default?.kind === 'first-record' || field.default?.kind === 'only-record';
  const lacksDefault = draft.isNew && isFound;
  return !field.nullable && (draft.values.has(field.name) || lacksDefault);
}

/** @returns every error that the members of a body show by themselves; undefined when there is none */
export function bodyErrors(
  catalog: Catalog,
  entityType: EntityType,
  body: RecordBody,
  validationLevel: number,
): ValidationError | undefined {
  const change = planChange(catalog, entityType, body, validationLevel);
  const draft = new Draft(entityType, String(body.id ?? ''), {}, change, validationLevel);
  return draft.errors.length === 0 ? undefined : validationError(draft);
}

/** @returns all errors of a draft, those of a field together */
export function validationError(draft: Draft, errors: readonly FieldLeaf[] = draft.errors): ValidationError {
  const fields = [...new Set(errors.flatMap(({ field }) => (field === null ? [] : [field])))];
  return new ValidationError({
    entityName: draft.entityType.name,
    entityId: draft.id,
    entity: errors.filter(({ field }) => field === null),
    fields: fields.map((fieldName) => ({
      fieldId: fieldIdOf(draft.entityType, fieldName),
      fieldName,
      leaves: errors.filter(({ field }) => field === fieldName),
    })),
  });
}

/** @param fieldName of a field, or of something that is not quite one, such as a part of money */
function fieldIdOf(entityType: EntityType, fieldName: string): string {
  const field = entityType.fields.find(({ name }) => name === fieldName);
  return field?.custom?.id ?? systemFieldId(entityType.name, fieldName);
}
