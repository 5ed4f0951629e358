/**
 * The second phase of a write: completes drafts with the rows written with them. First it says which facts it needs, for one lookup of
 * all; then it sets defaults, runs the rules of the entity types and derives fields.
 */
import type { Field } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { type Fact, Lookups } from '../../sql/write/lookups.js';
import { type Draft, isWritten } from './draft.js';
import type { Completion, EntityRule, RuleContext } from './entity-rule.js';
import { type Extras, noExtras } from './extra-drafts.js';
import { fieldLists } from './field-lists.js';
import { derivePrimary } from './rows/row-sets.js';
import { setJoined, setPlainDefaults, wantDefault } from './values/defaults.js';
import { completeMoney, wantBaseCurrency, wantRate } from './values/money.js';
import type { WriteContext } from './write-context.js';

/** What waits for the facts of one draft. */
interface Prepared {
  readonly defaults: readonly { readonly field: Field; readonly fact: Fact }[];
  readonly baseCurrency: Fact | undefined;
  readonly rates: ReadonlyMap<string, Fact>;
  readonly completeByRule: Completion | undefined;
  readonly extras: Extras;
}

const noRates: ReadonlyMap<string, Fact> = new Map();

export class Resolver {
  /** The facts that all drafts need, for one statement. */
  readonly lookups: Lookups;
  private readonly prepared = new Map<Draft, Prepared>();
  private readonly ofRules: SharedContext;
  private readonly sharedByRules = new Map<() => unknown, unknown>();

  constructor(private readonly context: WriteContext) {
    this.lookups = new Lookups(context.dialect, context.space);
    const { catalog, withDeleted, moment: now, actor, staged, store } = context;
    const shared = <T>(make: () => T) => this.shared(make);
    const { definitions } = store;
    const { rights } = context.call.principal;
    this.ofRules = { catalog, withDeleted, lookups: this.lookups, now, actor, rights, staged, definitions, shared };
  }

  /**
   * Asks for what a record needs.
   * @param parent that the record belongs to, when it is written with it or follows it
   * @param extras where the rule's further writes go: those of rows go with those of their root
   */
  prepare(draft: Draft, parent?: Draft, extras: Extras = noExtras()): void {
    const { catalog, moment, store } = this.context;
    const { foundDefaults, money } = fieldLists(draft.entityType);
    const rule = store.rules.get(draft.entityType.name);
    if (draft.isNew) setPlainDefaults(draft, moment);
    const defaults: { field: Field; fact: Fact }[] = [];
    for (const field of draft.isNew ? foundDefaults : []) {
      const fact = wantDefault(catalog, draft, field, this.lookups);
      if (fact !== undefined) defaults.push({ field, fact });
    }
    // A rule may come to set an amount.
    const mayHaveAmount = draft.money.size > 0 || (rule !== undefined && money.length > 0);
    const baseCurrency = mayHaveAmount ? wantBaseCurrency(catalog, this.lookups) : undefined;
    const completeByRule = rule && prepareRule(rule, draft, this.ruleContext(draft, parent, extras));
    let rates = noRates;
    for (const field of money) {
      const rate = wantRate(catalog, draft, field, this.lookups, moment);
      if (rate !== undefined) rates = new Map([...rates, [field.name, rate]]);
    }
    this.prepared.set(draft, { defaults, baseCurrency, rates, completeByRule, extras });
  }

  /** Sets the defaults that were looked up, and completes a record after the rows that are written with it. */
  async resolve(draft: Draft): Promise<void> {
    for (const { field, fact } of this.preparedOf(draft).defaults) {
      const found = this.lookups.found(fact);
      // What leads nowhere is reported as it is: a default that depends on it is no error of its own.
      if (found !== null) draft.set(field.name, found);
    }
    for (const { drafts, removed } of draft.rowSets) {
      for (const row of drafts) if (isWritten(row)) await this.resolveRow(row);
      for (const row of removed) await this.resolveRow(row);
    }
    this.complete(draft);
  }

  private async resolveRow(row: Draft): Promise<void> {
    await this.context.pause();
    await this.resolve(row);
  }

  /** Completes a record whose rows are complete: by its rule, which of a deleted one decides whether it may go, then what follows. */
  complete(draft: Draft): void {
    const { baseCurrency, rates, completeByRule } = this.preparedOf(draft);
    completeByRule?.();
    if (draft.act === 'delete') return;
    setJoined(draft);
    if (baseCurrency !== undefined) this.completeAmounts(draft, baseCurrency, rates);
    for (const set of draft.rowSets) {
      // The rule may have changed rows as well.
      for (const row of set.drafts) if (row.changesAnything) setJoined(row);
      derivePrimary(draft, set);
    }
  }

  /** @returns the further writes of the rules of a record and its rows */
  extrasOf(draft: Draft): Extras {
    return this.preparedOf(draft).extras;
  }

  private ruleContext(draft: Draft, parent: Draft | undefined, extras: Extras): RuleContext {
    return {
      ...this.ofRules,
      rowSets: draft.rowSets,
      parent,
      also(entityType, values, order = 'after') {
        (order === 'before' ? extras.madeBefore : extras.made).push({ entityType, values });
      },
      change(entityType, id, values, seen = new Map<string, Operand>()) {
        extras.changed.push({ entityType, id, values, seen });
      },
    };
  }

  private shared<T>(make: () => T): T {
    if (!this.sharedByRules.has(make)) this.sharedByRules.set(make, make());
    return this.sharedByRules.get(make) as T;
  }

  private completeAmounts(draft: Draft, baseCurrency: Fact, rates: ReadonlyMap<string, Fact>): void {
    const base = this.lookups.found(baseCurrency);
    for (const field of fieldLists(draft.entityType).money) {
      const rate = rates.get(field.name);
      completeMoney(draft, field, { base, rate: rate === undefined ? null : this.lookups.found(rate) });
    }
  }

  private preparedOf(draft: Draft): Prepared {
    const prepared = this.prepared.get(draft);
    if (!prepared) throw new Error(`${draft.entityType.name} ${draft.id} was not prepared`);
    return prepared;
  }
}

/** What the rules of all drafts of a group see alike. */
type SharedContext = Omit<RuleContext, 'rowSets' | 'parent' | 'also' | 'change'>;

function prepareRule(rule: EntityRule, draft: Draft, context: RuleContext): Completion | undefined {
  const completion = rule.prepare?.(draft, context);
  if (completion || draft.act === 'delete' || !rule.complete) return completion;
  return () => rule.complete?.(draft, context);
}
