/**
 * How records of different entity types are tied together where filters look at related records, as tables. Knows no catalog.
 */

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
export interface ReferenceTie {
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

export const rowTies: readonly RowTie[] = [
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

export const referenceTies: readonly ReferenceTie[] = [
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
export const primaryTies: readonly ReferenceTie[] = [
  { from: ['Contact', ...deals, 'Quote'], by: 'primary_account', to: ['Account'] },
  { from: [...deals, 'Quote', 'Project'], by: 'primary_contact', to: ['Contact'] },
];

export const senderTies: readonly ReferenceTie[] = [
  { from: ['Email'], by: 'sender_client_id', to: ['Client'] },
  { from: ['Email'], by: 'sender_contact_id', to: ['Contact'] },
  { from: ['Email'], by: 'sender_account_id', to: ['Account'] },
];
