/**
 * A group of items after it is loaded: looks up the facts that it needs, resolves and validates the items one after another, and
 * persists the valid ones. All items are validated before anything is written, so that a rejected one leaves no trace and does not stop
 * the others.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { BodyAllowance, FieldLeaf } from '../../plan/change/field-errors.js';
import { type Draft, isWritten, remainingDrafts, treeOf, writtenDrafts } from './draft.js';
import { extraDrafts, hasExtras, noExtraDrafts, noExtras } from './extra-drafts.js';
import type { DraftedItem, LoadedItems } from './load.js';
import { persist } from './persist.js';
import type { PlannedItem } from './plan-item.js';
import { Resolver } from './resolve.js';
import type { SiblingRows } from './rows/sibling-rows.js';
import { Validator, validationError } from './validate.js';
import type { WriteContext } from './write-context.js';
import type { WriteOutcome } from './write-outcome.js';
import { requireFields, requireRows } from './write-rights.js';

export class WriteGroup {
  /** By the index of the items. */
  readonly outcomes: Map<number, WriteOutcome>;
  /** Items that can only be written after this group. */
  readonly later: PlannedItem[] = [];
  private valid: DraftedItem[] = [];
  /** Parents that follow valid rows, those of rows ahead of theirs. */
  private readonly parents: Draft[] = [];
  private readonly drafted: readonly DraftedItem[];
  private readonly resolver: Resolver;
  private readonly validator: Validator;

  /** @param allowance of errors, that the groups of one request share */
  constructor(
    private readonly context: WriteContext,
    { entityType, drafted, outcomes }: LoadedItems,
    private readonly allowance: BodyAllowance,
  ) {
    this.drafted = drafted;
    this.outcomes = new Map(outcomes);
    this.resolver = new Resolver(context);
    this.validator = new Validator(context, this.resolver.lookups, entityType);
  }

  get hasFailures(): boolean {
    return [...this.outcomes.values()].some(({ kind }) => kind === 'failed');
  }

  /** Looks up the facts of all items and parents with one statement, and what is above moved records of a hierarchy with another. */
  async lookUpFacts(): Promise<void> {
    for (const { planned, draft, siblings } of this.drafted) {
      const willExist = new Map<string, EntityType>();
      for (const { act, id, entityType } of remainingDrafts(draft)) {
        if (act === 'create' || act === 'restore') willExist.set(id, entityType);
      }
      const home = siblings.find((rows) => rows.holds(draft))?.parents[0]?.draft;
      const extras = noExtras();
      for (const one of draft.rowSets.length === 0 ? [{ draft, parent: home }] : treeOf(draft, home)) {
        await this.context.pause();
        this.resolver.prepare(one.draft, one.parent, extras);
        this.validator.prepare(one.draft, willExist);
      }
      this.validator.prepareItem(planned, draft);
    }
    for (const parent of parentsAbove(siblingsOf(this.drafted))) this.resolver.prepare(parent);
    await this.context.lookUp(this.resolver.lookups);
    await this.validator.pointedAt?.lookUp();
    if (this.validator.hierarchy) await this.context.lookUp(this.validator.hierarchy);
  }

  /** In their order: an item is validated before the next one is resolved, as that depends on whether it will be written. */
  async resolveAndValidate(): Promise<void> {
    const { limits } = this.context;
    for (const item of this.drafted) {
      await this.context.pause();
      try {
        requireRows(this.context.call, item.draft);
        if (limits) requireFields(limits, item.draft);
        for (const draft of remainingDrafts(item.draft)) this.validator.pointedAt?.requireParents(draft);
        await this.resolver.resolve(item.draft);
        if (!this.validator.validate(item)) this.postpone(item);
        else if (item.draft.errors.length > 0) this.rejectFor(item, item.draft.errors);
        else this.valid.push(item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.reject(item, error);
      }
    }
    const siblings = siblingsOf(this.valid);
    if (siblings.length > 0) this.resolveParents(siblings);
  }

  /**
   * Writes the records of valid items with their rows, the parents that follow them, and what rules asked for.
   * @returns what was written, each record once
   */
  async persist(): Promise<readonly Draft[]> {
    const { context, valid, parents } = this;
    const { rules } = context.store;
    const roots = valid.map(({ draft }) => draft);
    const extras = [...roots, ...parents].map((draft) => this.resolver.extrasOf(draft)).filter(hasExtras);
    const known = [...roots.flatMap(remainingDrafts), ...parents];
    const { before, after } = extras.length > 0 ? await extraDrafts(context, extras, known) : noExtraDrafts;
    const drafts = [...new Set([...before, ...roots.flatMap(writtenDrafts), ...this.changedAround(), ...after])];
    await persist(context, drafts);
    for (const draft of roots) {
      const rule = rules.get(draft.entityType.name);
      if (rule?.written) await rule.written(draft, context);
    }
    const revision = roots.some(isWritten) ? await context.revision() : undefined;
    for (const { planned, draft } of valid) this.outcomes.set(planned.index, outcomeOf(draft, revision));
    return drafts;
  }

  /** Rows first, then the parents that follow them, then those that follow these. */
  private resolveParents(siblings: readonly SiblingRows[]): void {
    for (let level = siblings; level.length > 0; ) {
      for (const rows of level) {
        rows.showParents();
        rows.promoteOldest();
      }
      const parents = new Set(level.flatMap((rows) => rows.parents));
      for (const draft of new Set([...parents].map((parent) => parent.draft))) this.resolveParent(draft, level);
      level = [...new Set([...parents].filter(({ draft }) => draft.changesAnything).flatMap(({ above }) => above))];
    }
  }

  private resolveParent(parent: Draft, level: readonly SiblingRows[]): void {
    this.resolver.complete(parent);
    if (parent.errors.length === 0) this.parents.push(parent);
    else
      this.rejectRows(
        parent.errors,
        new Set(level.filter(({ parents }) => parents.some((one) => one.draft === parent))),
      );
  }

  /** @param rows whose parent has the errors */
  private rejectRows(errors: readonly FieldLeaf[], rows: ReadonlySet<SiblingRows>): void {
    const causes = this.valid.filter(({ siblings }) => siblings.some((one) => rows.has(one)));
    this.valid = this.valid.filter((item) => !causes.includes(item));
    // Which of several rows the parent can't take shows only when they come one by one.
    const areAlone = causes.length === 1;
    for (const item of causes) {
      if (areAlone) this.rejectFor(item, errors);
      else this.postpone({ ...item, planned: { ...item.planned, isAlone: true } });
    }
  }

  private postpone({ planned, draft, siblings }: DraftedItem): void {
    for (const rows of siblings) rows.leave(draft);
    this.later.push(planned);
  }

  private rejectFor(item: DraftedItem, errors: readonly FieldLeaf[]): void {
    this.reject(item, validationError(item.draft, errors, this.allowance));
  }

  private reject({ planned, draft, siblings }: DraftedItem, error: ApiError): void {
    for (const rows of siblings) rows.leave(draft);
    this.outcomes.set(planned.index, { kind: 'failed', error });
  }

  /** Rows beside those of the items, and parents. */
  private changedAround(): Draft[] {
    const beside = siblingsOf(this.valid).flatMap((rows) => rows.rows());
    const below = this.parents.flatMap((parent) => parent.rowSets.flatMap((set) => set.drafts));
    return [...beside, ...below, ...this.parents].filter((draft) => draft.act === 'update' && draft.changesAnything);
  }
}

/** @param written the revision of what is written */
function outcomeOf(draft: Draft, written: number | undefined): WriteOutcome {
  const revision = written !== undefined && isWritten(draft) ? written : Number(draft.stored?.revision);
  return { kind: 'done', entityType: draft.entityType.name, id: draft.id, revision };
}

function siblingsOf(items: readonly DraftedItem[]): SiblingRows[] {
  return [...new Set(items.flatMap(({ siblings }) => siblings))];
}

function parentsAbove(siblings: readonly SiblingRows[]): Set<Draft> {
  const parents = new Set<Draft>();
  for (let level = siblings; level.length > 0; ) {
    for (const rows of level) for (const { draft } of rows.parents) parents.add(draft);
    level = [...new Set(level.flatMap((rows) => rows.parents.flatMap(({ above }) => above)))];
  }
  return parents;
}
