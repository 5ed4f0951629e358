/**
 * Finds the way from the records of a main box to those of a sibling box. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { isCustomEntityType, storageTypes } from '../../plan/relations/custom-types.js';
import type { Step } from '../../request/filter.js';

/**
 * The names of the predefined relationships between sibling boxes and the main box, in the order of the interface.
 */
export const siblingRelations = [
  'NoRelation',
  'Custom',
  'Aggregation',
  'LastFinishedActivity',
  'NextScheduledActivity',
  'Primary',
  'NextOpenOpportunity',
  'LastWonOpportunity',
  'LastLostOpportunity',
  'LastOnlineFormResponse',
  'LastNote',
  'LastMessage',
  'LastActivityComment',
  'All',
  'Sender',
] as const;

export type SiblingRelation = (typeof siblingRelations)[number];

/** Relationships to all related records, along whichever way. */
const toAll: readonly SiblingRelation[] = ['All', 'NoRelation', 'Aggregation'];

export function leadsToAll(relation: SiblingRelation): boolean {
  return toAll.includes(relation);
}

/** @returns the way of a relationship that picks no single record; undefined when it is none between these entity types */
export function relationPath(relation: SiblingRelation, main: EntityType, box: EntityType): Step[] | undefined {
  if (leadsToAll(relation)) return tiePath(main, box);
  if (relation === 'Primary') return referencePath(primaryTies, main, box);
  return relation === 'Sender' && main.name === 'Email' ? referencePath(senderTies, main, box) : undefined;
}

/** @returns the way along ties of whatever sort; undefined when there is none */
export function tiePath(main: EntityType, box: EntityType): Step[] | undefined {
  for (const { rows, ends } of rowTies) {
    for (const [here, there] of [ends, [ends[1], ends[0]] as const]) {
      if (here.types.includes(tableOf(main)) && there.types.includes(tableOf(box))) {
        return [
          { from: rows, via: here.by },
          { by: there.by, to: box.name },
        ];
      }
    }
  }
  return referencePath(referenceTies, main, box);
}

/** In either direction. */
function referencePath(ties: readonly ReferenceTie[], main: EntityType, box: EntityType): Step[] | undefined {
  for (const { from, by, to } of ties) {
    if (from.includes(tableOf(main)) && to.includes(tableOf(box))) return [{ by, to: box.name }];
    if (to.includes(tableOf(main)) && from.includes(tableOf(box))) return [{ from: box.name, via: by }];
  }
  return undefined;
}

/** Custom entity types are tied to others as all custom entities are. */
function tableOf(entityType: EntityType): string {
  return isCustomEntityType(entityType) ? storageTypes.records : entityType.name;
}

// How records of different entity types are tied together where filters look at related records, as tables. Knows no catalog.

/** Entity types that share a reference. */
export const deals = ['Lead', 'Opportunity', 'LeadOppty'] as const;
export const activities = ['Task', 'Appointment', 'Activity'] as const;
export const messages = ['Email', 'Memo'] as const;

/** One end of a tie: the entity types that the reference leads to. */
interface End {
  readonly by: string;
  readonly types: readonly string[];
}

/** Rows that tie two records together. */
export interface RowTie {
  readonly rows: string;
  readonly ends: readonly [End, End];
}

/** A reference of records that belong to another one. */
interface ReferenceTie {
  readonly from: readonly string[];
  readonly by: string;
  readonly to: readonly string[];
}

/** What activities, messages and notes can be about. */
const subjects: readonly End[] = [
  { by: 'account_id', types: ['Account'] },
  { by: 'contact_id', types: ['Contact'] },
  { by: 'lead_oppty_id', types: deals },
  { by: 'project_id', types: ['Project'] },
  { by: 'quote_id', types: ['Quote'] },
  { by: 'custom_entity_id', types: ['CustomEntity'] },
];

const between = (rows: string, one: End, other: End): RowTie => ({ rows, ends: [one, other] });
const account: End = { by: 'account_id', types: ['Account'] };
const contact: End = { by: 'contact_id', types: ['Contact'] };
const deal: End = { by: 'lead_oppty_id', types: deals };
const quote: End = { by: 'quote_id', types: ['Quote'] };
const product: End = { by: 'product_id', types: ['Product'] };

const rowTies: readonly RowTie[] = [
  between('ContactAccountRelation', contact, account),
  between('LeadOpptyAccountRelation', deal, account),
  between('LeadOpptyContactRelation', deal, contact),
  between('QuoteAccountRelation', quote, account),
  between('QuoteContactRelation', quote, contact),
  between('ProjectContactRelation', { by: 'project_id', types: ['Project'] }, contact),
  between('OpptyProductRelation', { by: 'oppty_id', types: ['Opportunity'] }, product),
  between('OpptyProductRelation', quote, product),
  between('SalesUnitClientRelation', { by: 'client_id', types: ['Client'] }, { by: 'unit_id', types: ['SalesUnit'] }),
  ...subjects.map((subject) => between('ActivityRelation', { by: 'activity_id', types: activities }, subject)),
  ...subjects.map((subject) => between('MessageRelation', { by: 'message_id', types: messages }, subject)),
];

const referenceTies: readonly ReferenceTie[] = [
  { from: ['Project'], by: 'account_id', to: ['Account'] },
  { from: ['Quote'], by: 'oppty_id', to: ['Opportunity'] },
  { from: ['OpptyProductRelation'], by: 'oppty_id', to: ['Opportunity'] },
  { from: ['OpptyProductRelation'], by: 'quote_id', to: ['Quote'] },
  { from: ['OpptyProductRelation'], by: 'product_id', to: ['Product'] },
  { from: ['ActivityComment'], by: 'activity_id', to: activities },
  { from: ['MemoComment'], by: 'memo_id', to: ['Memo'] },
  ...subjects.map(({ by, types }) => ({ from: ['Note'], by, to: types })),
];

/** References to the record at the other end of the row that is marked as primary. */
const primaryTies: readonly ReferenceTie[] = [
  { from: ['Contact', ...deals, 'Quote'], by: 'primary_account', to: ['Account'] },
  { from: [...deals, 'Quote', 'Project'], by: 'primary_contact', to: ['Contact'] },
];

const senderTies: readonly ReferenceTie[] = [
  { from: ['Email'], by: 'sender_client_id', to: ['Client'] },
  { from: ['Email'], by: 'sender_contact_id', to: ['Contact'] },
  { from: ['Email'], by: 'sender_account_id', to: ['Account'] },
];
