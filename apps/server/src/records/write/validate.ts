/**
 * The third phase of a write: checks complete drafts with their rows against the catalog, the facts found in the database and the items
 * before them. Every error is gathered on the record of the item; nothing is thrown.
 */
import { type Catalog, type EntityType, type Field, isListType } from '@headwater/catalog';
import { ValidationError } from '../../errors/validation-error.js';
import {
  BodyAllowance,
  type FieldLeaf,
  hiddenFieldWrong,
  inItem,
  listErrors,
  missing,
  missingAnyOf,
  notUnique,
  writtenOnce,
} from '../../plan/change/field-errors.js';
import { planChange } from '../../plan/change/plan-change.js';
import type { Operand } from '../../plan/list/predicate.js';
import type { SpaceCatalog } from '../../plan/relations/record-links.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { type RecordBody, validationBits } from '../../request/write-request.js';
import type { FieldLimits } from '../../rights/field-rights.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { Draft, remainingDrafts } from './draft.js';
import { fieldLists } from './field-lists.js';
import { HierarchyCheck } from './hierarchy-check.js';
import type { DraftedItem } from './load.js';
import type { PlannedItem } from './plan-item.js';
import {
  type Check,
  isTarget,
  setCurrencies,
  setReferences,
  wantOptionChecks,
  wantShownChecks,
  wantTarget,
} from './relation-checks.js';
import type { WriteContext } from './write-context.js';
import { PointedAt } from './write-rights.js';

/** A value that the write gives a record and that no two share. */
interface UniqueValue {
  readonly field: string;
  readonly value: Operand;
  /** The id of another record that has it. */
  readonly holder: Fact;
}

/** Validates the items of one group as if they were written one after another: of those who want the same value the first gets it. */
export class Validator {
  /** Where one record may be above another. */
  readonly hierarchy: HierarchyCheck | undefined;
  /** What the user of the key must see; undefined: all records are seen. */
  readonly pointedAt: PointedAt | undefined;
  private readonly catalog: Catalog;
  private readonly limits: FieldLimits | undefined;
  private readonly checks = new Map<Draft, readonly Check[]>();
  private readonly unique = new Map<Draft, readonly UniqueValue[]>();
  /** Unique values taken, with entity type and field. */
  private readonly takers = new Set<string>();
  /** Records written earlier, by id. */
  private readonly written = new Map<string, Draft>();
  private readonly restored = new Set<string>();
  private moveWaits = false;

  constructor(
    context: WriteContext,
    readonly lookups: Lookups,
    entityType: EntityType,
  ) {
    const { sight } = context.answering;
    this.pointedAt = sight && new PointedAt(context, sight);
    this.catalog = context.catalog;
    this.limits = context.limits;
    this.hierarchy = fieldLists(entityType).hierarchy && new HierarchyCheck(context, entityType);
  }

  /** Asks for what the checks of a record need. @param willExist entity types of records that the same write makes, by id */
  prepare(draft: Draft, willExist: ReadonlyMap<string, EntityType>): void {
    if (draft.act === 'delete') return;
    this.pointedAt?.askParents(draft);
    const { catalog, lookups } = this;
    const references = setReferences(draft);
    const checks: Check[] = [];
    for (const { field, id } of references) {
      if (isTarget(field.targets, willExist.get(id))) continue;
      // What comes back may point where it did.
      if (draft.act !== 'restore') this.pointedAt?.ask(field.targets, id);
      checks.push(wantTarget(catalog, draft, this, { name: field.name, targets: field.targets, id }));
    }
    if (draft.money.size > 0) {
      for (const currency of setCurrencies(draft)) checks.push(wantTarget(catalog, draft, this, currency));
    }
    if (references.length > 0) checks.push(wantOptionChecks(catalog, draft, lookups, references));
    if (draft.change.shown.size > 0) checks.push(wantShownChecks(catalog, draft, lookups));
    if (checks.length > 0) this.checks.set(draft, checks);
    const unique = wantHolders(draft, lookups);
    if (unique.length > 0) this.unique.set(draft, unique);
  }

  /** The same for what is checked of items, but not of their rows. */
  prepareItem(planned: PlannedItem, draft: Draft): void {
    if (planned.hasChosenId) this.wantState(planned);
    this.hierarchy?.prepare(draft);
  }

  /**
   * Adds every error of a complete record and its rows to it. One without errors counts as written for those that come after it.
   * @returns false when the record can only be written after this group: one that is written earlier must let go of a value, or be
   *   there, first
   */
  validate({ planned, draft, siblings }: DraftedItem): boolean {
    if (planned.hasChosenId && this.lookups.found(this.wantState(planned)) !== null) {
      draft.errors.push(notUnique('id', planned.id, planned.id));
    }
    const waitsForValue = this.unique.size > 0 && this.waitsForValue(draft);
    if (waitsForValue || this.pointsAtRestored(draft) || (planned.movesInHierarchy && this.moveWaits)) {
      this.moveWaits ||= planned.movesInHierarchy;
      if (draft.act === 'restore') this.restored.add(draft.id);
      return false;
    }
    this.check(draft);
    if (this.hierarchy) draft.errors.push(...this.hierarchy.check(draft));
    for (const rows of siblings) rows.resolveFlag(draft);
    this.pointedAt?.keepOnlyMissing(draft.errors);
    this.hideNames(draft);
    if (draft.errors.length === 0) this.accept(draft);
    return true;
  }

  /** Records of several entity types that are stored together have different ids. */
  private wantState({ entityType: { name, storedIn }, id }: PlannedItem): Fact {
    return this.lookups.stateOf(this.catalog.existing(storedIn ?? name), id);
  }

  /**
   * Adds an error for each value of a draft or its rows that another record has, or takes in this write.
   * @returns whether a record that is written earlier gives such a value up: the draft can only be written after it
   */
  private waitsForValue(root: Draft): boolean {
    let waits = false;
    const own = new Set<string>();
    for (const draft of remainingDrafts(root)) {
      for (const unique of this.unique.get(draft) ?? []) {
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

  private isGivenUp(holder: string, field: string): boolean {
    const draft = this.written.get(holder);
    return draft !== undefined && (draft.act === 'delete' || draft.changes(field));
  }

  /** A record that is restored may point at one that is restored ahead of it. */
  private pointsAtRestored(draft: Draft): boolean {
    return (
      draft.act === 'restore' &&
      remainingDrafts(draft).some((one) => setReferences(one).some(({ id }) => this.restored.has(id)))
    );
  }

  /** The errors of rows go to the record, located. */
  private check(draft: Draft): void {
    const ofValues = draft.act === 'delete' ? [] : checkValues(draft);
    for (const check of this.checks.get(draft) ?? []) draft.errors.push(...check());
    draft.errors.push(...ofValues);
    for (const { field, drafts, removed } of draft.rowSets) {
      const places = draft.change.rows.get(field.name)?.places;
      for (const [index, row] of drafts.entries()) {
        this.check(row);
        this.hideNames(row);
        draft.errors.push(...row.errors.map((error) => inItem(field, index, error, places)));
      }
      for (const row of removed) {
        this.check(row);
        this.hideNames(row);
        draft.errors.push(...row.errors.map((error) => ({ ...error, field: field.name })));
      }
    }
  }

  /** Says of what is wrong with fields that the caller does not see only that something is, once. */
  private hideNames({ entityType, errors }: Draft): void {
    const hidden = this.limits?.hidden.get(entityType.name);
    if (hidden === undefined) return;
    const isHidden = ({ field, path, anyOf = [], message }: FieldLeaf) =>
      hidden.has(field ?? String(path?.[0])) ||
      anyOf.some((name) => hidden.has(name)) ||
      // What is wrong with one field may lie in another.
      (field !== null && (message.match(/\w+/g) ?? []).some((word) => hidden.has(word)));
    const shown = errors.filter((error) => !isHidden(error));
    if (shown.length < errors.length) errors.splice(0, errors.length, ...shown, hiddenFieldWrong(entityType));
  }

  private accept(root: Draft): void {
    this.hierarchy?.accept(root);
    if (root.act === 'restore') this.restored.add(root.id);
    for (const draft of remainingDrafts(root)) {
      for (const unique of this.unique.get(draft) ?? []) this.takers.add(keyOf(draft, unique));
      this.written.set(draft.id, draft);
    }
  }
}

function keyOf({ entityType }: Draft, { field, value }: UniqueValue): string {
  return `${entityType.name} ${field} ${JSON.stringify(value)}`;
}

function wantHolders(draft: Draft, lookups: Lookups): UniqueValue[] {
  return fieldLists(draft.entityType).unique.flatMap((field) => {
    if (!draft.setsAnew(field.name)) return [];
    const value = draft.get(field.name);
    if (value === null) return [];
    return [{ field: field.name, value, holder: lookups.holderOf(draft.entityType, field, value, draft.id) }];
  });
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
  space: SpaceCatalog,
  entityType: EntityType,
  body: RecordBody,
  validationLevel: number,
): ValidationError | undefined {
  const change = planChange(space, entityType, body, validationLevel);
  const draft = new Draft(entityType, String(body.id ?? ''), {}, change, validationLevel);
  return draft.errors.length === 0 ? undefined : validationError(draft);
}

/** @returns the errors of a draft, those of a field together, as far as they are listed */
export function validationError(
  draft: Draft,
  given: readonly FieldLeaf[] = draft.errors,
  allowance = new BodyAllowance(),
): ValidationError {
  const errors = listErrors(given, allowance);
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
