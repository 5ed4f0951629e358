/**
 * A rule that the interface gives one entity type of its own. Each lives in a file under rules/.
 */
import type { Catalog } from '@headwater/catalog';
import type { StoredDefinitions } from '../../metadata/stored-definitions.js';
import type { Operand } from '../../plan/predicate.js';
import type { Dependents } from '../../request/write-request.js';
import type { Lookups } from '../../sql/write/lookups.js';
import type { Draft, StoredRecord } from './draft.js';
import type { RecordWriter } from './record-writer.js';
import type { RowSet } from './row-set.js';

/** What a rule sees and may do around one draft. */
export interface RuleContext {
  readonly catalog: Catalog;
  /** The same with what the space has deleted of its own fields and entities. */
  readonly withDeleted: () => Catalog;
  readonly lookups: Lookups;
  /** `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC: the moment of the write. */
  readonly now: string;
  /** Id of the user for whom the write is made; null: it is made for no user. */
  readonly actor: string | null;
  /** Which records define something by the names of fields. */
  readonly definitions: readonly StoredDefinitions[];
  /** The draft's owned rows that the write sets, and those that a rule wants. */
  readonly rowSets: readonly RowSet[];
  /**
   * The record that the draft belongs to as an owned row, when it is written with it or follows it; it is completed after its rows.
   */
  readonly parent: Draft | undefined;
  /**
   * Makes a record of another entity type in the same transaction, unless the draft is refused. Its values are taken as they are.
   * @param turn `before` for a record that the draft points at
   */
  also(entityType: string, values: ReadonlyMap<string, Operand>, turn?: 'before' | 'after'): void;
  /**
   * Sets members of another record, unless the draft is refused or that record is not there. Its own rule is not asked.
   * @param seen what the rule has looked up in that record; the write is run again when it is something else by now
   */
  change(
    entityType: string,
    id: string,
    values: ReadonlyMap<string, Operand>,
    seen?: ReadonlyMap<string, Operand>,
  ): void;
}

export interface EntityRule {
  /** The write-only member that brings the content of a file as base64; `complete` finds a token in its place (staged-content.ts). */
  readonly contentMember?: string;
  /**
   * Owned relations on which the record depends: when one of their rows is written through its own collection, the record is
   * completed anew. Those with a primary row are followed anyway.
   */
  readonly follows?: readonly string[];
  /**
   * Whether a write of the record changes what the store of its space is made of: all who planned by the older one begin anew.
   * @param catalog the older one
   */
  definesSpace?(draft: Draft, catalog: Catalog): boolean;
  /** What a delete that says so takes along of a record that is deleted already. */
  readonly takesAlongLater?: Dependents;
  /** Names the owned relations whose stored rows it needs, although the body does not set them. */
  wantRows?(draft: Draft): readonly string[];
  /** Locks what `written` will change, where others may be writing, ahead of all facts. */
  lockAhead?(draft: Draft, writer: RecordWriter): Promise<void>;
  /** Says which facts it needs; `complete` or `removed` is called with the same draft once they are known. */
  prepare?(draft: Draft, context: RuleContext): void;
  /** Fills and corrects a draft of a record that is made, changed or restored, before it is validated and after its rows were. */
  complete?(draft: Draft, context: RuleContext): void;
  /**
   * Whether a record, when another one is merged into it, may take over a member that it has not set; without this it may take over
   * all.
   */
  mayTakeOver?(name: string, record: StoredRecord, other: StoredRecord): boolean;
  /** Told of a record that is deleted, alone or with the one that it belongs to; a mistake added to the draft refuses that. */
  removed?(draft: Draft, context: RuleContext): void;
  /** Writes what follows from a record that was written, among records too many to be drafted. */
  written?(draft: Draft, writer: RecordWriter): Promise<void>;
}
