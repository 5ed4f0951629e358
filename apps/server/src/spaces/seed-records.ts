/**
 * The seed data of a space: the records that it begins with, and how they are written.
 */
import type { Catalog, EnumValue } from '@headwater/catalog';
import type { Transaction } from '../db/database.js';
import { newUuid } from '../plan/values/new-uuid.js';
import type { RecordStore } from '../records/record-store.js';
import type { WriteContext } from '../records/write/write-context.js';
import { writeRecords } from '../records/write/write-records.js';
import { validationBits } from '../request/write-request.js';
import { compileHasRecords } from '../sql/select/compile-find.js';

export interface SeedRecord {
  readonly entityType: string;
  /** As a create with `validation-level` 8 takes it. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Seed records that are created together; they exist in a space as soon as it has a record of the first one's entity type. */
interface SeedGroup {
  /** Only for options: the set that they belong to, as they all have the same entity type. */
  readonly dataSet?: string;
  readonly records: readonly [SeedRecord, ...SeedRecord[]];
}

/** What the built-in fields offer to choose from. Their catalog entries say which set each field chooses from. */
export const dataSets = {
  industries: {
    entityType: 'Account',
    field: 'industry_id',
    options: [
      'Construction',
      'Education',
      'Energy',
      'Finance',
      'Healthcare',
      'Manufacturing',
      'Public sector',
      'Retail',
      'Software',
      'Technology',
      'Telecommunications',
      'Transport and logistics',
    ],
  },
  customerTypes: {
    entityType: 'Account',
    field: 'customer_type_id',
    options: ['Prospect', 'Customer', 'Partner', 'Supplier', 'Former customer'],
  },
  leadSources: {
    entityType: 'Opportunity',
    field: 'lead_source_id',
    options: ['Website', 'Referral', 'Trade fair', 'Campaign', 'Cold call', 'Partner'],
  },
  reasonsOfClose: {
    entityType: 'Opportunity',
    field: 'reason_of_close_id',
    options: ['Best offer', 'Good relationship', 'Price', 'Missing feature', 'No budget', 'No decision', 'Competitor'],
  },
  callOutcomes: {
    entityType: 'Task',
    field: 'call_outcome_id',
    options: ['Reached', 'Left a message', 'No answer', 'Busy', 'Wrong number'],
  },
} as const;

type DataSet = (typeof dataSets)[keyof typeof dataSets];

/** @returns the id of the set that a field chooses from, the same in every space; undefined when the catalog lacks the field */
function findDataSetId(catalog: Catalog, { entityType, field }: DataSet): string | undefined {
  const found = catalog.field(entityType, field);
  return found?.kind === 'reference' ? found.dataSet : undefined;
}

/** From first contact to the deal; the last step wins. */
export const salesSteps = [
  { name: 'Prospecting', percent: 10 },
  { name: 'Engaging', percent: 30 },
  { name: 'Proposal', percent: 60 },
  { name: 'Negotiation', percent: 80 },
  { name: 'Won', percent: 100 },
] as const;

/** From the first sign of interest to the opportunity. */
export const leadSteps = [
  { name: 'New', percent: 5 },
  { name: 'Contacted', percent: 10 },
  { name: 'In conversation', percent: 20 },
  { name: 'Ready to qualify', percent: 30 },
] as const;

/** From the draft to the signature; the last step wins. */
const quoteSteps = [
  { name: 'Draft', percent: 30 },
  { name: 'In review', percent: 40 },
  { name: 'Sent', percent: 60 },
  { name: 'Accepted', percent: 100 },
];

/** The first one is what tasks are when they do not say. */
export const taskTypes = [
  { name: 'Task', icon: 1 },
  { name: 'Call', icon: 3 },
  { name: 'Email', icon: 4 },
  { name: 'Text message', icon: 15 },
] as const;

export const appointmentTypes = [
  { name: 'Meeting', icon: 2 },
  { name: 'Call', icon: 3 },
  { name: 'Event', icon: 8 },
] as const;

const standard = { name: 'Standard' };
const accountRoles = ['Management', 'Purchasing', 'Technical contact', 'Billing contact'];
const salesRoles = ['Decision maker', 'Sponsor', 'Influencer', 'Gatekeeper', 'User', 'Opponent'];
const parentRelations = [
  { parent_label: 'Holding', child_label: 'Subsidiary' },
  { parent_label: 'Headquarters', child_label: 'Branch' },
];

/**
 * @param catalog what it does not have, a space does not begin with
 * @returns what every space begins with, in an order in which it can be written; each time with other ids
 */
export function seedGroups(catalog: Catalog): SeedGroup[] {
  const groups = [
    group('MasterRight', [{ name: 'Full rights', ...fullRights(catalog), is_delete_protected: true }]),
    group('AccountType', [standard]),
    group('ContactType', [standard]),
    process('Pipeline', 'Sales', 'pipeline_id', salesSteps, 'OpportunityType'),
    process('LeadProcess', 'Qualification', 'lead_process_id', leadSteps, 'LeadType'),
    process('QuoteProcess', 'Quoting', 'quote_process_id', quoteSteps, 'QuoteType'),
    group('TaskType', taskTypes),
    group('AppointmentType', appointmentTypes),
    group('ProjectType', [standard]),
    group('ProductType', [standard]),
    group('OpptyProductRelationType', [standard]),
    group('AccountRole', named('label', accountRoles)),
    group('SalesRole', named('name', salesRoles)),
    group('ParentAccountRelationType', parentRelations),
    ...Object.values(dataSets).flatMap((set) => optionsOf(catalog, set)),
  ];
  return groups.filter(({ records }) =>
    records.every(({ entityType }) => catalog.entityType(entityType) !== undefined),
  );
}

type Body = SeedRecord['body'];

function group(entityType: string, [first, ...others]: readonly Body[], dataSet?: string): SeedGroup {
  if (first === undefined) throw new Error(`${entityType}: a group has records`);
  const record = (body: Body): SeedRecord => ({ entityType, body });
  return { records: [record(first), ...others.map(record)], ...(dataSet === undefined ? {} : { dataSet }) };
}

function named(member: string, names: readonly string[]): Body[] {
  return names.map((name) => ({ [member]: name }));
}

/** A way of working, its steps and the type of records that go that way. */
function process(entityType: string, name: string, via: string, steps: readonly Body[], type: string): SeedGroup {
  const id = newUuid();
  return {
    records: [
      { entityType, body: { id, name } },
      ...steps.map((step, index) => ({ entityType: 'Step', body: { ...step, [via]: id, sort_order: index + 1 } })),
      { entityType: type, body: { ...standard, [via]: id } },
    ],
  };
}

function optionsOf(catalog: Catalog, set: DataSet): SeedGroup[] {
  const data_set_id = findDataSetId(catalog, set);
  if (data_set_id === undefined) return [];
  const options = set.options.map((option_name, index) => ({ data_set_id, option_name, sort_order: index + 1 }));
  return [group('Data', options, data_set_id)];
}

// The rights of an administrator: all rights of the catalog. Pure.

/** Of a right that is given by degrees, the label of the degree that gives most. */
const mostLabels: readonly string[] = ['All', 'Full', 'Manage'];

/** @returns the members of a MasterRight by their names; a choice that is none of more or less keeps its default */
function fullRights(catalog: Catalog): Readonly<Record<string, boolean | number | string>> {
  const rights: Record<string, boolean | number | string> = {};
  for (const field of catalog.entityType('MasterRight')?.fields ?? []) {
    if (field.kind !== 'value' || !field.name.startsWith('access_')) continue;
    if (field.type === 'boolean') rights[field.name] = true;
    const most = field.enum && mostOf(field.enum);
    if (most) rights[field.name] = most.value;
  }
  return rights;
}

function mostOf(values: readonly EnumValue[]): EnumValue | undefined {
  return values.find(({ label }) => mostLabels.includes(label));
}

// Writes the seed data of a space, and finds which of it is there already.

/** @throws ValidationError with the errors of the first invalid record; the transaction must then be rolled back */
export async function writeSeedRecords(context: WriteContext, records: readonly SeedRecord[]): Promise<void> {
  const validationLevel = validationBits.readOnlyWritable;
  const items = records.map((record) => ({ kind: 'create', ...record, validationLevel }) as const);
  for (const outcome of await writeRecords(context, items)) {
    if (outcome.kind === 'failed') throw outcome.error;
  }
}

/** @returns the groups of which the space has no record, deleted ones included */
export async function missingGroups(
  { catalog, db }: RecordStore,
  transaction: Transaction,
  space: string,
  groups: readonly SeedGroup[],
): Promise<SeedGroup[]> {
  const wanted = groups.map(({ records: [{ entityType }], dataSet }) => {
    return { entityType: catalog.existing(entityType), dataSet };
  });
  const [row] = await transaction.run(compileHasRecords(db.dialect, space, wanted));
  return groups.filter((_, index) => !row?.[`k${index}`]);
}
