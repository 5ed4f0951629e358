/** What one entity type adds to the roots of GraphQL. Pure. */
import type { EntityType } from '../entity-type.js';
import { listArguments } from './member-types.js';
import { ours } from './ours.js';
import type { SdlBlock, SdlLine } from './print-sdl.js';
import { isQuery, type RootOperation, rootFieldName, rootOperationsOf } from './root-operations.js';

interface RootMember {
  readonly parameters: readonly string[];
  readonly answer: string;
  /** Without the mark that all root fields have. */
  readonly description: string;
}

const validationLevel = 'validationLevel: Int = 0';
const guards = [validationLevel, 'revision: Int'];
const together = ['rollback: Boolean = true', validationLevel];

/** What goes with the record when it is deleted, if the caller agrees to lose it; only where there is such. */
const alsoDeleted: Readonly<Record<string, string>> = { Entity: 'deleteRecords', Field: 'deleteValues' };

const members: Record<RootOperation, (entity: EntityType) => RootMember> = {
  list: ({ name }) => ({
    parameters: [listArguments(name)],
    answer: `${name}Connection!`,
    description: `Lists ${name} records; 30 unless \`first\` or \`last\` says otherwise, at most 100.`,
  }),
  get: ({ name }) => ({
    parameters: ['id: UUID!', 'includeDeleted: Boolean = false'],
    answer: name,
    description: `The ${name} record with this id; null when there is none.`,
  }),
  duplicates: ({ name }) => ({
    parameters: ['first: Int = 30', 'after: String'],
    answer: 'DuplicateGroupList!',
    description: `Groups of ${name} records that are likely one; at most 100 a page.`,
  }),
  create: ({ name }) => ({
    parameters: [`input: ${name}CreateInput!`, validationLevel],
    answer: `${name}!`,
    description: `Creates a ${name} record and answers it.`,
  }),
  update: ({ name }) => ({
    parameters: ['id: UUID!', `input: ${name}UpdateInput!`, ...guards],
    answer: `${name}!`,
    description: `Changes a ${name} record and answers it; with \`revision\` only if that is still its last one.`,
  }),
  upsert: ({ name }) => ({
    parameters: [
      'field: String = "id"',
      'value: String!',
      `input: ${name}UpdateInput!`,
      'mode: UpsertModeEnum = Any',
      ...guards,
    ],
    answer: `${name}!`,
    description: `Changes the ${name} record whose unique \`field\` has the value, or makes it.`,
  }),
  delete: ({ name }) => ({
    parameters: ['id: UUID!', ...guards, ...alsoDeletes(name)],
    answer: 'UUID!',
    description: `Deletes a ${name} record and answers its id.`,
  }),
  restore: ({ name }) => ({
    parameters: ['id: UUID!', validationLevel],
    answer: `${name}!`,
    description: `Brings a deleted ${name} record back and answers it.`,
  }),
  merge: ({ name }) => ({
    parameters: [`master: ${name}UpdateInput!`, 'secondaryIds: [UUID!]!', ...guards],
    answer: `${name}!`,
    description: `Makes one ${name} record of several: that of \`master.id\`, which inherits what the others have.`,
  }),
  'batch-modify': ({ name }) => ({
    parameters: [`items: [${name}UpdateInput!]!`, ...together],
    answer: `[${name}BatchResult!]!`,
    description: `Makes the ${name} records without an \`id\`, changes the others; up to 1,000.`,
  }),
  'batch-delete': ({ name }) => ({
    parameters: ['ids: [UUID!]!', ...together],
    answer: '[BatchResult!]!',
    description: `Deletes up to 1,000 ${name} records.`,
  }),
  'batch-restore': ({ name }) => ({
    parameters: ['ids: [UUID!]!', ...together],
    answer: `[${name}BatchResult!]!`,
    description: `Brings up to 1,000 ${name} records back.`,
  }),
};

export function rootBlocks(entity: EntityType): SdlBlock[] {
  const queries: SdlLine[] = [];
  const mutations: SdlLine[] = [];
  for (const operation of rootOperationsOf(entity)) {
    const { parameters, answer, description } = members[operation](entity);
    const text = `${rootFieldName(entity, operation)}(${parameters.join(', ')}): ${answer}`;
    (isQuery(operation) ? queries : mutations).push({ text, description: `${description} ${ours}` });
  }
  return [
    ...(queries.length > 0 ? [{ head: 'type Query', lines: queries }] : []),
    ...(mutations.length > 0 ? [{ head: 'type Mutation', lines: mutations }] : []),
  ];
}

function alsoDeletes(name: string): string[] {
  const parameter = alsoDeleted[name];
  return parameter === undefined ? [] : [`${parameter}: Boolean = false`];
}

/** What became of one record of a batch; none where a batch answers no records. */
export function batchResultBlocks({ name, operations }: EntityType): SdlBlock[] {
  if (!operations.includes('batch-modify') && !operations.includes('batch-restore')) return [];
  return [
    {
      head: `type ${name}BatchResult`,
      description: `What became of an item of a batch. ${ours}`,
      lines: [
        { text: 'id: UUID', description: `Null when refused. ${ours}` },
        { text: `record: ${name}`, description: `Null when refused. ${ours}` },
        { text: 'errors: [WriteError!]!', description: `Every mistake of the item. ${ours}` },
      ],
    },
  ];
}
