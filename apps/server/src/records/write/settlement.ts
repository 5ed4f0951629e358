/**
 * Completes and checks drafts with the rows written with them: one look-up for all facts, then defaults, the rules of the entity
 * types, derived fields, and every mistake gathered on the record that was asked for.
 */
import type { Catalog, Field } from '@headwater/catalog';
import { fieldLists } from '../../metadata/field-lists.js';
import { inItem } from '../../plan/mistakes.js';
import type { Fact } from '../../sql/write/lookups.js';
import { ruleOf } from '../rules/index.js';
import { type Checks, checkValues, type UniqueValue, wantChecks } from './check-draft.js';
import { setJoined, setPlainDefaults, wantDefault } from './complete-draft.js';
import { completeMoney, wantBaseCurrency, wantRate } from './complete-money.js';
import { type Draft, isWritten, keptDrafts } from './draft.js';
import { DraftContext, type Extras, noExtras, type SharedContext } from './draft-context.js';
import { derivePrimary } from './row-set.js';

/** What was asked for one draft. */
interface Asked {
  readonly context: DraftContext;
  readonly defaults: readonly { readonly field: Field; readonly fact: Fact }[];
  readonly baseCurrency: Fact | undefined;
  readonly rates: ReadonlyMap<string, Fact>;
  /** Absent for a record that nobody asked to write. */
  readonly checks?: Checks;
}

export class Settlement {
  private readonly asked = new Map<Draft, Asked>();

  constructor(private readonly shared: SharedContext) {}

  get catalog(): Catalog {
    return this.shared.catalog;
  }

  /** Asks for what a record and its rows need. @param parent that the record belongs to and that follows it */
  prepare(root: Draft, parent?: Draft): void {
    const coming = keptDrafts(root).filter(({ act }) => act === 'create' || act === 'restore');
    const willExist = new Set(coming.map(({ id }) => id));
    this.prepareTree(root, parent, noExtras(), willExist);
  }

  /** Asks for what a record needs in which something may follow from its rows. */
  prepareParent(draft: Draft): void {
    this.asked.set(draft, this.askFor(new DraftContext(this.shared, draft, undefined, noExtras()), draft));
  }

  /** Completes a record after its rows, and tells the rules of rows that go. */
  complete(draft: Draft): void {
    const { context, defaults } = this.askedFor(draft);
    for (const { field, fact } of defaults) {
      const found = context.lookups.found(fact);
      // What leads nowhere is reported as it is: a default that depends on it is no mistake of its own.
      if (found !== null) draft.set(field.name, found);
    }
    for (const set of draft.rowSets) {
      for (const row of set.drafts) if (isWritten(row)) this.complete(row);
      for (const row of set.removed) this.complete(row);
    }
    const rule = ruleOf(draft.entityType.name);
    if (draft.act === 'delete') {
      rule?.removed?.(draft, context);
      return;
    }
    rule?.complete?.(draft, context);
    this.derive(draft);
  }

  /** Completes a record that follows its rows, which are complete already. */
  completeParent(draft: Draft): void {
    ruleOf(draft.entityType.name)?.complete?.(draft, this.askedFor(draft).context);
    this.derive(draft);
  }

  /** Checks a complete record with its rows; the mistakes of rows go to the record, located. */
  check(draft: Draft): void {
    const { checks } = this.askedFor(draft);
    if (draft.act !== 'delete') draft.mistakes.push(...(checks?.finish() ?? []), ...checkValues(draft));
    for (const { field, drafts, removed } of draft.rowSets) {
      for (const [index, row] of drafts.entries()) {
        this.check(row);
        draft.mistakes.push(...row.mistakes.map((mistake) => inItem(field, index, mistake)));
      }
      for (const row of removed) {
        this.check(row);
        draft.mistakes.push(...row.mistakes.map((mistake) => ({ ...mistake, field: field.name })));
      }
    }
  }

  /** @returns the values of a draft that no other record may have */
  uniqueOf(draft: Draft): readonly UniqueValue[] {
    return this.askedFor(draft).checks?.unique ?? [];
  }

  found(fact: Fact): string | null {
    return this.shared.lookups.found(fact);
  }

  /** What rules asked for besides, around a record and its rows. */
  extrasOf(draft: Draft): Extras {
    return this.askedFor(draft).context.extras;
  }

  private prepareTree(draft: Draft, parent: Draft | undefined, extras: Extras, willExist: ReadonlySet<string>): void {
    const { catalog, lookups } = this.shared;
    const asked = this.askFor(new DraftContext(this.shared, draft, parent, extras), draft);
    const checks = draft.act === 'delete' ? {} : { checks: wantChecks(catalog, draft, lookups, willExist) };
    this.asked.set(draft, { ...asked, ...checks });
    for (const { drafts, removed } of draft.rowSets) {
      for (const row of [...drafts, ...removed]) this.prepareTree(row, draft, extras, willExist);
    }
  }

  private askFor(context: DraftContext, draft: Draft): Asked {
    const { catalog, lookups, now } = this.shared;
    const { foundDefaults, money } = fieldLists(draft.entityType);
    const rule = ruleOf(draft.entityType.name);
    setPlainDefaults(draft, now);
    const defaults = foundDefaults.flatMap((field) => {
      const fact = wantDefault(catalog, draft, field, lookups);
      return fact === undefined ? [] : [{ field, fact }];
    });
    // A rule may come to set an amount.
    const mayHaveAmount = draft.money.size > 0 || (rule?.complete !== undefined && money.length > 0);
    const baseCurrency = mayHaveAmount ? wantBaseCurrency(catalog, lookups) : undefined;
    rule?.prepare?.(draft, context);
    const rates = new Map<string, Fact>();
    for (const field of money) {
      const rate = wantRate(catalog, draft, field, lookups, now);
      if (rate !== undefined) rates.set(field.name, rate);
    }
    return { context, defaults, baseCurrency, rates };
  }

  /** What follows from the values as they are now. */
  private derive(draft: Draft): void {
    const { baseCurrency, rates } = this.askedFor(draft);
    setJoined(draft);
    const foundOf = (fact: Fact | undefined) => (fact === undefined ? null : this.found(fact));
    for (const field of fieldLists(draft.entityType).money) {
      if (baseCurrency === undefined) continue;
      completeMoney(draft, field, { base: this.found(baseCurrency), rate: foundOf(rates.get(field.name)) });
    }
    for (const set of draft.rowSets) {
      // The rule may have changed rows as well.
      for (const row of set.drafts) if (row.changesAnything) setJoined(row);
      derivePrimary(draft, set);
    }
  }

  private askedFor(draft: Draft): Asked {
    const asked = this.asked.get(draft);
    if (!asked) throw new Error(`${draft.entityType.name} ${draft.id} was not prepared`);
    return asked;
  }
}
