/** What one entity type adds to the roots of GraphQL. Pure. */
import type { EntityType } from '../entity-type.js';
import { listArguments } from './list-arguments.js';
import { ours } from './ours.js';
import { fieldWithArguments, type SdlBlock, type SdlLine } from './print-sdl.js';
import { isQuery, type RootOperation, rootFieldName, rootOperationsOf } from './root-operations.js';

interface RootMember {
  readonly parameters: readonly SdlLine[];
  readonly answer: string;
  /** Without the mark that all root fields have. */
  readonly description: string;
}

/** Said in full once, of `Mutation`: some hundreds of root fields have it. */
const validationLevel: SdlLine = {
  text: 'validationLevel: Int = 0',
  description: 'Bits that say what is checked: see `Mutation`.',
};
const dryRun: SdlLine = {
  text: 'dryRun: Boolean = false',
  description: 'Writes nothing: see `Mutation`.',
};
const revision: SdlLine = {
  text: 'revision: Int',
  description: 'If this is not its last one any more, nothing is written.',
};
/** What every write takes. */
const always = [validationLevel, dryRun];
const guards = [...always, revision];
const together: readonly SdlLine[] = [
  { text: 'rollback: Boolean = true', description: 'False: a rejected item undoes nothing but itself.' },
  ...always,
];

/** @param meaning which record */
const id = (meaning: string): SdlLine => ({ text: 'id: UUID!', description: `Id of the record${meaning}.` });
const ids: SdlLine = { text: 'ids: [UUID!]!', description: 'Ids of 1 to 1,000 records.' };

/** What goes with the record when it is deleted, if the caller agrees to lose it; only where there is such. */
const alsoDeleted: Readonly<Record<string, SdlLine>> = {
  Entity: {
    text: 'deleteRecords: Boolean = false',
    description: 'Deletes its records, too; without it an entity with records is rejected.',
  },
  Field: {
    text: 'deleteValues: Boolean = false',
    description: 'Deletes its values for good, too; without it they come back with the field.',
  },
};

const members: Record<RootOperation, (entity: EntityType) => RootMember> = {
  list: ({ name }) => ({
    parameters: listArguments(name),
    answer: `${name}Connection!`,
    description: `Lists ${name} records; 30 unless \`first\` or \`last\` says otherwise, at most 100.`,
  }),
  get: ({ name }) => ({
    parameters: [id(''), { text: 'includeDeleted: Boolean = false', description: 'Finds a deleted record, too.' }],
    answer: name,
    description: `The ${name} record with this id; null when there is none.`,
  }),
  duplicates: ({ name }) => ({
    parameters: [
      { text: 'first: Int = 30', description: 'Groups of the page, 1 to 100.' },
      { text: 'after: String', description: 'Only groups behind this cursor.' },
    ],
    answer: 'DuplicateGroupList!',
    description: `Groups of ${name} records that are likely one; at most 100 a page.`,
  }),
  create: ({ name }) => ({
    parameters: [{ text: `input: ${name}CreateInput!`, description: 'Members of the new record.' }, ...always],
    answer: `${name}!`,
    description: `Creates a ${name} record and answers it.`,
  }),
  update: ({ name }) => ({
    parameters: [
      id(' to change'),
      { text: `input: ${name}UpdateInput!`, description: 'Members to change; the others stay.' },
      ...guards,
    ],
    answer: `${name}!`,
    description: `Changes a ${name} record and answers it; with \`revision\` only if that is still its last one.`,
  }),
  upsert: ({ name }) => ({
    parameters: [
      { text: 'field: String = "id"', description: 'Api name of the unique member that names the record.' },
      { text: 'value: String!', description: 'Its value; a new record gets it.' },
      { text: `input: ${name}UpdateInput!`, description: 'Members to set; the others stay.' },
      { text: 'mode: UpsertModeEnum = Any', description: 'Whether the record may be there already, or be new.' },
      ...guards,
    ],
    answer: `${name}!`,
    description: `Changes the ${name} record whose unique \`field\` has the value, or makes it.`,
  }),
  delete: ({ name }) => ({
    parameters: [id(' to delete'), ...guards, ...alsoDeletes(name)],
    answer: 'UUID!',
    description: `Deletes a ${name} record and answers its id.`,
  }),
  restore: ({ name }) => ({
    parameters: [id(' to bring back'), ...always],
    answer: `${name}!`,
    description: `Brings a deleted ${name} record back and answers it.`,
  }),
  merge: ({ name }) => ({
    parameters: [
      {
        text: `master: ${name}UpdateInput!`,
        description: 'The record to keep, by its `id`, and members to change in it.',
      },
      {
        text: 'secondaryIds: [UUID!]!',
        description: 'Ids of 1 to 100 records that become part of it and are deleted.',
      },
      ...guards,
    ],
    answer: `${name}!`,
    description: `Makes one ${name} record of several: that of \`master.id\`, which inherits what the others have.`,
  }),
  'batch-modify': ({ name }) => ({
    parameters: [{ text: `items: [${name}UpdateInput!]!`, description: '1 to 1,000 records.' }, ...together],
    answer: `[${name}BatchResult!]!`,
    description: `Makes the ${name} records without an \`id\`, changes the others; up to 1,000.`,
  }),
  'batch-delete': ({ name }) => ({
    parameters: [ids, ...together],
    answer: '[BatchResult!]!',
    description: `Deletes up to 1,000 ${name} records.`,
  }),
  'batch-restore': ({ name }) => ({
    parameters: [ids, ...together],
    answer: `[${name}BatchResult!]!`,
    description: `Brings up to 1,000 ${name} records back.`,
  }),
};

export function rootBlocks(entity: EntityType): SdlBlock[] {
  const queries: SdlLine[] = [];
  const mutations: SdlLine[] = [];
  for (const operation of rootOperationsOf(entity)) {
    const { parameters, answer, description } = members[operation](entity);
    const text = fieldWithArguments(rootFieldName(entity, operation), parameters, answer);
    (isQuery(operation) ? queries : mutations).push({ text, description: `${description} ${ours}` });
  }
  return [
    ...(queries.length > 0 ? [{ head: 'type Query', lines: queries }] : []),
    ...(mutations.length > 0 ? [{ head: 'type Mutation', lines: mutations }] : []),
  ];
}

function alsoDeletes(name: string): readonly SdlLine[] {
  const parameter = alsoDeleted[name];
  return parameter === undefined ? [] : [parameter];
}

/** What became of one record of a batch; none where a batch answers no records. */
export function batchResultBlocks({ name, operations }: EntityType): SdlBlock[] {
  if (!operations.includes('batch-modify') && !operations.includes('batch-restore')) return [];
  return [
    {
      head: `type ${name}BatchResult`,
      description: `What became of an item of a batch. ${ours}`,
      lines: [
        { text: 'id: UUID', description: `Null when rejected. ${ours}` },
        { text: `record: ${name}`, description: `Null when rejected. ${ours}` },
        { text: 'errors: [WriteError!]!', description: `Every error of the item. ${ours}` },
      ],
    },
  ];
}
