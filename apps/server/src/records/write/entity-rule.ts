/**
 * A rule that the interface gives one entity type. Each is a file of rules/.
 */
import type { Catalog } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { Dependents } from '../../request/write-request.js';
import type { Rights } from '../../rights/rights.js';
import type { Lookups } from '../../sql/write/lookups.js';
import type { StagedContents } from '../content/staged-content.js';
import type { Draft, RowSet, StoredRecord } from './draft.js';
import type { WriteEffects } from './write-effects.js';

/** What a rule sees and may do around one draft. */
export interface RuleContext {
  readonly catalog: Catalog;
  /** The same with what the space has deleted of its custom fields and entity types. */
  readonly withDeleted: () => Catalog;
  readonly lookups: Lookups;
  /** `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC: the moment of the write. */
  readonly now: string;
  /** Id of the user for whom the write is made; null: it is made for no user. */
  readonly actor: string | null;
  /** Of the key with which the write is made. */
  readonly rights: Rights;
  /** The contents that bodies bring. */
  readonly staged: StagedContents;
  /** Which records define something by the names of fields. */
  readonly definitions: readonly StoredDefinitions[];
  /** The draft's owned rows that the write sets, and those that a rule wants. */
  readonly rowSets: readonly RowSet[];
  /**
   * The record that the draft belongs to as an owned row, when it is written with it or follows it; it is completed after its rows.
   */
  readonly parent: Draft | undefined;
  /**
   * What the drafts of one write group share, such as names that one of them has taken.
   * @param make makes it for the first draft that needs it; the same function finds it for the others
   */
  shared<T>(make: () => T): T;
  /**
   * Makes a record of another entity type in the same transaction, unless the draft is rejected. Its values are taken as they are.
   * @param order `before` for a record that the draft points at
   */
  also(entityType: string, values: ReadonlyMap<string, Operand>, order?: 'before' | 'after'): void;
  /**
   * Sets members of another record, unless the draft is rejected or that record is not there. Its own rule is not asked. A deleted
   * one is there for a change that brings it back (`is_deleted` false).
   * @param seen what the rule has looked up in that record; the write is run again when it is something else by now
   */
  change(
    entityType: string,
    id: string,
    values: ReadonlyMap<string, Operand>,
    seen?: ReadonlyMap<string, Operand>,
  ): void;
}

/** The rest of a rule, to be run once the facts that it asked for are known. */
export type Completion = () => void;

export interface EntityRule {
  /** The write-only member that brings the content of a file as base64; `complete` finds a token in its place (staged-content.ts). */
  readonly contentMember?: string;
  /**
   * Owned relations on which the record depends: when one of their rows is written through its own collection, the record is
   * completed again. Those with a primary row are followed anyway.
   */
  readonly follows?: readonly string[];
  /** The rule has a say in deletions: records that are deleted with the one that owns them are read for it. */
  readonly watchesDeletion?: true;
  /**
   * Whether a write of the record changes what the store of its space is made of: all who planned by the older one begin again.
   * @param catalog the older one
   */
  definesSpace?(draft: Draft, catalog: Catalog): boolean;
  /** What a delete that says so takes along of a record that is deleted already. */
  readonly takesAlongLater?: Dependents;
  /** Names the owned relations whose stored rows it needs, although the body does not set them. */
  wantRows?(draft: Draft): readonly string[];
  /** Locks what `written` will change, where others may be writing, ahead of all facts. */
  lockAhead?(draft: Draft, effects: WriteEffects): Promise<void>;
  /**
   * For a rule that needs facts: says which.
   * @returns what fills and corrects the draft before it is validated and after its rows were; for a deleted record, alone or with
   *   the one that owns it, what adds the errors that keep it. Absent: nothing
   */
  prepare?(draft: Draft, context: RuleContext): Completion | undefined;
  /** For a rule that needs no facts: fills and corrects a draft of a record that is made, changed or restored. */
  complete?(draft: Draft, context: RuleContext): void;
  /**
   * Whether a record, when another one is merged into it, may take over a member that it has not set; without this it may take over
   * all.
   */
  mayTakeOver?(name: string, record: StoredRecord, other: StoredRecord): boolean;
  /** Writes what follows from a record that was written, among records too many to be drafted. */
  written?(draft: Draft, effects: WriteEffects): Promise<void>;
}

/** The rules, by the names of their entity types. */
export type EntityRules = ReadonlyMap<string, EntityRule>;

/** A record, by its `members`, with its `id` and `name`. */
export type DefinitionRecord = Readonly<Record<string, unknown>>;

export interface StoredDefinitions {
  readonly entityType: string;
  /** What one is called in messages: `the saved filter`. */
  readonly label: string;
  /** Fields of the record that `canRun` and `maySee` read. */
  readonly members: readonly string[];
  /** Those of them in whose text the names stand. */
  readonly searched: readonly string[];
  /** @param now `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC */
  canRun(catalog: Catalog, record: DefinitionRecord, now: string): boolean;
  /** @param client id of a user; null: no user, who may see all */
  maySee(record: DefinitionRecord, client: string | null): boolean;
}
