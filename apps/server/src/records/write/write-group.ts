/**
 * Takes one group of items through the phases of a write: load, resolve, validate, persist. All items are validated before anything is
 * written, so that a rejected one leaves no trace and does not stop the others.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { FieldLeaf } from '../../plan/change/field-errors.js';
import { notUnique } from '../../plan/change/field-errors.js';
import type { Fact } from '../../sql/write/lookups.js';
import { lockRecordsAbove } from '../derived/lock-above.js';
import { setReferences } from './defaults.js';
import { type Draft, isWritten, keptDrafts, writtenDrafts } from './draft.js';
import { extraDrafts, madeDrafts, noExtras } from './extra-drafts.js';
import { HierarchyCheck } from './hierarchy-check.js';
import { type DraftedItem, type GroupItems, load } from './load.js';
import { persist } from './persist.js';
import type { PlannedItem } from './plan-item.js';
import { Resolver } from './resolve.js';
import type { SiblingRows } from './sibling-rows.js';
import { Validator, validationError } from './validate.js';
import type { WriteContext } from './write-context.js';
import type { WriteOutcome } from './write-outcome.js';

export interface GroupOutcome {
  /** By the index of the items. */
  readonly outcomes: ReadonlyMap<number, WriteOutcome>;
  /** Items that can only be written after this group. */
  readonly later: readonly PlannedItem[];
  /** Ids of the records that were written. */
  readonly written: ReadonlySet<string>;
}

/** @param keepGoing valid items are written although others are rejected; else nothing is written then */
export async function writeGroup(context: WriteContext, group: GroupItems, keepGoing: boolean): Promise<GroupOutcome> {
  const { rules } = context.store;
  await lockRecordsAbove(context, group.items);
  const { drafted, outcomes: early } = await load(context, group);
  for (const { draft } of drafted) await rules.get(draft.entityType.name)?.lockAhead?.(draft, context);
  const work = new GroupWork(context, group.entityType, drafted);
  work.prepare();
  await context.lookUp(work.lookups);
  await context.lookUp(work.hierarchy);
  work.resolveItems();
  work.resolveParents();
  const outcomes = new Map(early);
  for (const { planned, error } of work.rejected) outcomes.set(planned.index, { kind: 'failed', error });
  if (!keepGoing && [...outcomes.values()].some(({ kind }) => kind === 'failed')) {
    return { outcomes, later: work.later, written: new Set() };
  }
  const drafts = await work.draftsToWrite();
  await persist(context, drafts);
  for (const { draft } of work.valid) await rules.get(draft.entityType.name)?.written?.(draft, context);
  for (const { planned, draft } of work.valid) outcomes.set(planned.index, await outcomeOf(context, draft));
  return { outcomes, later: work.later, written: new Set(drafts.map(({ id }) => id)) };
}

async function outcomeOf(context: WriteContext, draft: Draft): Promise<WriteOutcome> {
  const revision = isWritten(draft) ? await context.revision() : Number(draft.stored?.revision);
  return { kind: 'done', entityType: draft.entityType.name, id: draft.id, revision };
}

/** Resolves and validates the items of a group one after another, then the parents that follow them. */
class GroupWork {
  valid: DraftedItem[] = [];
  /** Parents that follow valid rows, those of rows ahead of theirs. */
  readonly parents: Draft[] = [];
  readonly rejected: { readonly planned: PlannedItem; readonly error: ApiError }[] = [];
  readonly later: PlannedItem[] = [];
  readonly hierarchy: HierarchyCheck;
  private readonly resolver: Resolver;
  private readonly validator: Validator;
  private readonly restored = new Set<string>();

  constructor(
    private readonly context: WriteContext,
    entityType: EntityType,
    private readonly drafted: readonly DraftedItem[],
  ) {
    this.resolver = new Resolver(context);
    this.validator = new Validator(context, this.lookups);
    this.hierarchy = new HierarchyCheck(context, entityType);
  }

  get lookups() {
    return this.resolver.lookups;
  }

  /** Asks for the facts of all items and parents. */
  prepare(): void {
    for (const { planned, draft, siblings } of this.drafted) {
      const coming = keptDrafts(draft).filter(({ act }) => act === 'create' || act === 'restore');
      const home = siblings.find((group) => group.holds(draft));
      this.prepareTree(draft, home?.parents[0]?.draft, new Map(coming.map(({ id, entityType }) => [id, entityType])));
      if (planned.hasChosenId) this.wantState(planned);
      this.hierarchy.prepare(draft);
    }
    for (const parent of allParents(this.drafted.flatMap(({ siblings }) => siblings))) this.resolver.prepare(parent);
  }

  /** In their order: of those who want the same value the first one gets it. */
  resolveItems(): void {
    for (const item of this.drafted) {
      try {
        if (!this.resolveItem(item)) this.postpone(item);
        else if (item.draft.errors.length > 0) throw validationError(item.draft);
        else this.accept(item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.reject(item, error);
      }
    }
  }

  /** Rows first, then the parents that follow them, then those that follow these. */
  resolveParents(): void {
    for (let level = siblingsOf(this.valid); level.length > 0; ) {
      for (const group of level) {
        group.showParents();
        group.promoteOldest();
      }
      const parents = new Set(level.flatMap((group) => group.parents));
      for (const draft of new Set([...parents].map((parent) => parent.draft))) this.resolveParent(draft, level);
      level = [...new Set([...parents].filter(({ draft }) => draft.changesAnything).flatMap(({ above }) => above))];
    }
  }

  /** @returns the records of valid items with their rows, the parents that follow them, and what rules asked for; each once */
  async draftsToWrite(): Promise<Draft[]> {
    const roots = this.valid.map(({ draft }) => draft);
    const extras = [...roots, ...this.parents].map((draft) => this.resolver.extrasOf(draft));
    const known = new Map([...roots.flatMap(keptDrafts), ...this.parents].map((draft) => [draft.id, draft]));
    const others = await extraDrafts(this.context, extras, known);
    const before = madeDrafts(
      this.context,
      extras.flatMap(({ madeBefore }) => madeBefore),
    );
    return [...new Set([...before, ...roots.flatMap(writtenDrafts), ...this.changedAround(), ...others])];
  }

  /** Rows beside those of the items, and parents. */
  private changedAround(): Draft[] {
    const beside = this.valid.flatMap(({ siblings }) => siblings.flatMap((group) => group.rows()));
    const below = this.parents.flatMap((parent) => parent.rowSets.flatMap((set) => set.drafts));
    return [...beside, ...below, ...this.parents].filter((draft) => draft.act === 'update' && draft.changesAnything);
  }

  private prepareTree(
    draft: Draft,
    parent: Draft | undefined,
    willExist: ReadonlyMap<string, EntityType>,
    extras = noExtras(),
  ): void {
    this.resolver.prepare(draft, parent, extras);
    this.validator.prepare(draft, willExist);
    for (const { drafts, removed } of draft.rowSets) {
      for (const row of [...drafts, ...removed]) this.prepareTree(row, draft, willExist, extras);
    }
  }

  /** @returns false when a record that is written earlier must let go of a value or be there first */
  private resolveItem({ planned, draft, siblings }: DraftedItem): boolean {
    this.resolver.complete(draft);
    if (planned.hasChosenId && this.lookups.found(this.wantState(planned)) !== null) {
      draft.errors.push(notUnique('id', planned.id, planned.id));
    }
    const overtakes = planned.movesInHierarchy && this.later.some((other) => other.movesInHierarchy);
    const waits = this.validator.mustWait(draft) || this.pointsAtRestored(draft) || overtakes;
    if (waits) return false;
    this.validator.check(draft);
    draft.errors.push(...this.hierarchy.check(draft));
    for (const group of siblings) group.resolveFlag(draft);
    return true;
  }

  /** Records of several entity types that are stored together have different ids. */
  private wantState({ entityType: { name, storedIn }, id }: PlannedItem): Fact {
    return this.lookups.stateOf(this.context.catalog.existing(storedIn ?? name), id);
  }

  /** A record that is restored may point at one that is restored ahead of it. */
  private pointsAtRestored(draft: Draft): boolean {
    return (
      draft.act === 'restore' &&
      keptDrafts(draft).some((one) => setReferences(one).some(({ id }) => this.restored.has(id)))
    );
  }

  private accept(item: DraftedItem): void {
    this.validator.take(item.draft);
    this.hierarchy.accept(item.draft);
    if (item.draft.act === 'restore') this.restored.add(item.draft.id);
    this.valid.push(item);
  }

  private postpone({ planned, draft, siblings }: DraftedItem): void {
    if (draft.act === 'restore') this.restored.add(draft.id);
    for (const group of siblings) group.leave(draft);
    this.later.push(planned);
  }

  private reject({ planned, draft, siblings }: DraftedItem, error: ApiError): void {
    for (const group of siblings) group.leave(draft);
    this.rejected.push({ planned, error });
  }

  private resolveParent(parent: Draft, level: readonly SiblingRows[]): void {
    this.resolver.completeParent(parent);
    if (parent.errors.length === 0) this.parents.push(parent);
    else
      this.rejectRows(
        parent.errors,
        new Set(level.filter((group) => group.parents.some(({ draft }) => draft === parent))),
      );
  }

  /** @param groups of the rows whose parent has the errors */
  private rejectRows(errors: readonly FieldLeaf[], groups: ReadonlySet<SiblingRows>): void {
    const causes = this.valid.filter((item) => item.siblings.some((group) => groups.has(group)));
    this.valid = this.valid.filter((item) => !causes.includes(item));
    // Which of several rows the parent can't take shows only when they come one by one.
    const areAlone = causes.length === 1;
    for (const item of causes) {
      if (areAlone) this.reject(item, validationError(item.draft, errors));
      else this.postpone({ ...item, planned: { ...item.planned, isAlone: true } });
    }
  }
}

function siblingsOf(items: readonly DraftedItem[]): SiblingRows[] {
  return [...new Set(items.flatMap(({ siblings }) => siblings))];
}

function allParents(groups: readonly SiblingRows[]): Set<Draft> {
  const parents = new Set<Draft>();
  for (let level = groups; level.length > 0; ) {
    for (const group of level) for (const { draft } of group.parents) parents.add(draft);
    level = [...new Set(level.flatMap((group) => group.parents.flatMap(({ above }) => above)))];
  }
  return parents;
}
