/**
 * Which events of records follow from one change of the log. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ownerColumns } from '../plan/relations/owner-columns.js';
import type { Change } from '../records/changes/change-page.js';
import type { ChangeAct } from '../request/change-act.js';

/** What happened to one record. */
export interface RecordEvents {
  /** Name of its entity type. */
  readonly entity: string;
  readonly id: string;
  /** Such as `Account.Update`; each is one of the enumeration of WebhookEvent. */
  readonly events: readonly string[];
  /** The change is one of a row: the record may be of another entity type that such rows belong to as well. */
  readonly isOfRow: boolean;
}

const whatOfAct = {
  created: 'Create',
  updated: 'Update',
  deleted: 'Delete',
  // For who follows, the record is there again.
  restored: 'Create',
  merged_into: 'Delete',
  merged_from: 'Update',
  // Under the entity type that it had.
  converted: 'Delete',
  erased: 'Delete',
} as const satisfies Readonly<Record<ChangeAct, string>>;

/** Values of `status` of opportunities, leads and quotes. */
const outcomes: Readonly<Record<number, string>> = { 2: 'Lost', 3: 'Won' };

/** What a record of one type becomes when it is converted, and the event of that. */
const conversions: Readonly<Record<string, readonly [entity: string, what: string]>> = {
  Lead: ['Opportunity', 'Qualify'],
  Opportunity: ['Lead', 'BackToLead'],
};

/** Rows whose creation is an event of the record that they are about, and the references to that; left out: to their owners. */
const eventsOfNewRows: Readonly<Record<string, readonly [what: string, column?: string]>> = {
  ActivityComment: ['Comment', 'activity_id'],
  MemoComment: ['Comment', 'memo_id'],
  CloudObjectRelation: ['DocumentLinked'],
};

/** Records of custom entity types have the events of this one. */
const customEntity = 'CustomEntity';

/** Arrays of the values before and after, by member. */
type Members = Readonly<Record<string, readonly unknown[]>>;

/** @returns the members of a change; none when the log names none */
export function membersOf({ members }: Pick<Change, 'members'>): Members {
  return members === null ? {} : (JSON.parse(members) as Members);
}

/** @returns what an event of the entity type begins with; deleted custom entity types have no events */
export function eventPrefix(catalog: Catalog, entity: string): string {
  return catalog.entityType(entity)?.storedIn === customEntity ? customEntity : entity;
}

/**
 * @param known names of events
 * @param relatedEntities entity types of rows whose changes are updates of the records that they belong to
 */
export function eventsOfChange(
  catalog: Catalog,
  change: Change,
  known: ReadonlySet<string>,
  relatedEntities: ReadonlySet<string>,
): RecordEvents[] {
  const found = [ofRecord(catalog, change), ...ofConversion(change), ...ofNewRow(catalog, change)];
  if (relatedEntities.has(change.entity)) found.push(...ofRelated(catalog, change));
  return found.flatMap((one) => {
    const events = one.events.filter((name) => known.has(name));
    return events.length === 0 ? [] : [{ ...one, events }];
  });
}

function ofRecord(catalog: Catalog, change: Change): RecordEvents {
  const { entity, id, act } = change;
  const members = membersOf(change);
  const what: string[] = [whatOfAct[act]];
  if (act === 'updated' || act === 'merged_from') {
    if (members.owner_id) what.push('OwnerChanged');
    if (members.step_id) what.push('Move');
  }
  const outcome = outcomes[Number(members.status?.[1])];
  if (outcome !== undefined && (act === 'created' || act === 'updated' || act === 'merged_from')) what.push(outcome);
  const prefix = eventPrefix(catalog, entity);
  return { entity, id, events: what.map((one) => `${prefix}.${one}`), isOfRow: false };
}

function ofConversion({ entity, id, act }: Change): RecordEvents[] {
  const conversion = act === 'converted' ? conversions[entity] : undefined;
  if (conversion === undefined) return [];
  const [became, what] = conversion;
  return [{ entity: became, id, events: [`${became}.${what}`], isOfRow: false }];
}

function ofNewRow(catalog: Catalog, change: Change): RecordEvents[] {
  const event = eventsOfNewRows[change.entity];
  if (event === undefined || change.act !== 'created') return [];
  const [what, only] = event;
  const rows = catalog.existing(change.entity);
  const members = membersOf(change);
  return (only === undefined ? ownersIn(catalog, rows) : [only]).flatMap((column) => {
    const id = members[column]?.[1];
    return typeof id === 'string' ? targetsOf(rows, column).map((target) => ofOwner(target, id, what)) : [];
  });
}

/** Of a row that is deleted, the log does not name the columns: each owner may be of any of the types that have such rows. */
function ofRelated(catalog: Catalog, change: Change): RecordEvents[] {
  const entityType = catalog.entityType(change.entity);
  if (!entityType) return [];
  const columns = ownersIn(catalog, entityType);
  const targets = new Set(columns.flatMap((column) => targetsOf(entityType, column)));
  return change.owners.flatMap((id) => [...targets].map((target) => ofOwner(target, id, 'Update')));
}

function ownersIn(catalog: Catalog, entityType: EntityType): readonly string[] {
  return ownerColumns({ catalog, withDeleted: () => catalog }, entityType);
}

function ofOwner(entity: string, id: string, what: string): RecordEvents {
  return { entity, id, events: [`${entity}.${what}`], isOfRow: true };
}

function targetsOf({ fields }: EntityType, column: string): readonly string[] {
  const field = fields.find(({ name }) => name === column);
  return field?.kind === 'reference' ? field.targets : [];
}
