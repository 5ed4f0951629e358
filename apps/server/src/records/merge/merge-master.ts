/**
 * The record that stays when others are merged into it: what it takes over from them, and what the caller gives it.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { planChange } from '../../plan/change/plan-change.js';
import type { SpaceCatalog } from '../../plan/relations/record-links.js';
import type { MergeRequest } from '../../request/merge-request.js';
import type { RecordBody } from '../../request/write-request.js';
import { type Draft, type StoredRecord, unchangedDraft } from '../write/draft.js';
import { fieldLists } from '../write/field-lists.js';
import { makesCircle } from '../write/hierarchy-check.js';
import type { WriteContext } from '../write/write-context.js';
import { writeRecord } from '../write/write-records.js';
import { completeRecords, draftRecords } from './complete-records.js';
import { fillEmpty, setFilled } from './fill-empty.js';
import { pointsBack } from './merge-references.js';
import type { Followers } from './reassign-records.js';

export interface MergedRecords {
  readonly master: StoredRecord;
  /** In the order of the request. */
  readonly others: readonly StoredRecord[];
}

export class MergeMaster {
  private readonly merged: ReadonlySet<unknown>;
  private readonly given: ReadonlySet<string>;

  /** @param records as they were before the merge */
  constructor(
    private readonly context: WriteContext,
    private readonly entityType: EntityType,
    private readonly request: MergeRequest,
    private readonly records: MergedRecords,
  ) {
    this.merged = new Set([records.master, ...records.others].map(({ id }) => id));
    this.given = new Set(
      Object.keys(request.master).flatMap((name) => this.catalog.member(entityType.name, name)?.field.name ?? []),
    );
  }

  /** Takes over what neither the master nor the caller has set. */
  async takeOver(): Promise<void> {
    const draft = unchangedDraft(this.entityType, this.records.master);
    this.fill(draft, (field) => !this.pointsBack(field));
    await completeRecords(this.context, [draft]);
  }

  /**
   * Writes what the caller gives, as an update would.
   * @throws ValidationError with every error
   */
  async change(): Promise<void> {
    const { entityType, validationLevel } = this.request;
    const body = withoutRevision(this.context, this.entityType, this.request);
    const id = String(this.records.master.id);
    await writeRecord(this.context, { kind: 'update', entityType, id, body, validationLevel });
  }

  /** Completes the master again, and those whose rows have changed, now that everything has moved. */
  async complete(followers: Followers): Promise<void> {
    const masterId = String(this.records.master.id);
    const own = followers.get(this.entityType) ?? new Set();
    const drafts: Draft[] = [];
    for (const [entityType, ids] of new Map([...followers, [this.entityType, own.add(masterId)]])) {
      drafts.push(...(await draftRecords(this.context, entityType, ids)));
    }
    const draft = drafts.find(({ id }) => id === masterId);
    // What points back at one of the records can be checked only now that it points at the master.
    if (draft) {
      this.fill(draft, (field) => this.pointsBack(field));
      this.unite(draft);
      const { hierarchy } = fieldLists(this.entityType);
      // A parent that has come to be below the master by the merge is none any more.
      if (hierarchy && (await makesCircle(this.context, draft))) draft.set(hierarchy.name, null);
    }
    await completeRecords(this.context, drafts, draft ? [draft] : []);
  }

  /** Sets what the master has as soon as one of the records has it. */
  private unite(draft: Draft): void {
    for (const field of this.entityType.fields) {
      if (field.kind !== 'value' || !field.mergeAny || this.isReadOnly(field)) continue;
      const isTrue = this.records.others.some((other) => other[field.name] === true);
      if (isTrue || this.records.master[field.name] === true) draft.set(field.name, true);
    }
  }

  private fill(draft: Draft, isDue: (field: Field) => boolean): void {
    const { master, others } = this.records;
    const rule = this.context.store.rules.get(this.entityType.name);
    const filled = fillEmpty(this.entityType, master, others, (field, value, other) => {
      if (this.given.has(field.name) || this.merged.has(value) || !isDue(field) || this.isReadOnly(field)) return false;
      return rule?.mayTakeOver?.(field.name, master, other) ?? true;
    });
    for (const one of filled) setFilled(draft, one);
  }

  /** What the caller sees and does not write stays as the master has it. */
  private isReadOnly({ name }: Field): boolean {
    return this.context.limits?.readOnly.get(this.entityType.name)?.has(name) === true;
  }

  private pointsBack(field: Field): boolean {
    return pointsBack(this.catalog, this.entityType, field);
  }

  private get catalog(): Catalog {
    return this.context.catalog;
  }
}

/**
 * @returns the members of the master without the revision, which was compared before the master took anything over; one that cannot be
 *   read stays, as it is an error like others
 */
export function withoutRevision(space: SpaceCatalog, entityType: EntityType, request: MergeRequest): RecordBody {
  const { master, validationLevel } = request;
  const { revision: _, ...members } = master;
  return planChange(space, entityType, master, validationLevel).expectedRevision === undefined ? master : members;
}
