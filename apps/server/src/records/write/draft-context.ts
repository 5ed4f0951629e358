/**
 * What a rule sees and may do around one draft, and what it asked for besides.
 */
import type { Catalog } from '@headwater/catalog';
import type { StoredDefinitions } from '../../metadata/stored-definitions.js';
import type { Operand } from '../../plan/predicate.js';
import type { Lookups } from '../../sql/write/lookups.js';
import type { Draft } from './draft.js';
import type { RuleContext } from './entity-rule.js';
import type { RowSet } from './row-set.js';

/** Writes that rules ask for; made when the record is not refused that caused them. */
export interface Extras {
  /** Written ahead of the record that caused them. */
  readonly madeBefore: MadeRecord[];
  readonly made: MadeRecord[];
  readonly changed: {
    readonly entityType: string;
    readonly id: string;
    readonly values: ReadonlyMap<string, Operand>;
    /** What the record must hold for that. */
    readonly seen: ReadonlyMap<string, Operand>;
  }[];
}

export interface MadeRecord {
  readonly entityType: string;
  readonly values: ReadonlyMap<string, Operand>;
}

export function noExtras(): Extras {
  return { madeBefore: [], made: [], changed: [] };
}

/** What is the same for all drafts that are settled together. */
export interface SharedContext {
  readonly catalog: Catalog;
  readonly withDeleted: () => Catalog;
  readonly lookups: Lookups;
  readonly now: string;
  readonly actor: string | null;
  readonly definitions: readonly StoredDefinitions[];
}

export class DraftContext implements RuleContext {
  readonly catalog: Catalog;
  readonly withDeleted: () => Catalog;
  readonly lookups: Lookups;
  readonly now: string;
  readonly actor: string | null;
  readonly definitions: readonly StoredDefinitions[];

  constructor(
    shared: SharedContext,
    private readonly draft: Draft,
    readonly parent: Draft | undefined,
    readonly extras: Extras,
  ) {
    this.catalog = shared.catalog;
    this.withDeleted = shared.withDeleted;
    this.lookups = shared.lookups;
    this.now = shared.now;
    this.actor = shared.actor;
    this.definitions = shared.definitions;
  }

  get rowSets(): readonly RowSet[] {
    return this.draft.rowSets;
  }

  also(entityType: string, values: ReadonlyMap<string, Operand>, turn: 'before' | 'after' = 'after'): void {
    const made = turn === 'before' ? this.extras.madeBefore : this.extras.made;
    made.push({ entityType, values });
  }

  change(
    entityType: string,
    id: string,
    values: ReadonlyMap<string, Operand>,
    seen: ReadonlyMap<string, Operand> = new Map(),
  ): void {
    this.extras.changed.push({ entityType, id, values, seen });
  }
}
