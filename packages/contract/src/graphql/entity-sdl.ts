/** The SDL of one entity type: its record, connection, filter, order and inputs, and its members of the roots. Pure. */
import type { EntityType } from '../entity-type.js';
import { isAnswered, isWritable } from '../member-visibility.js';
import { canOrderBy, filterLines, inputLine, listArguments, outputLines } from './member-types.js';
import { orderValue } from './names.js';
import { block, type SdlLine } from './print-sdl.js';

const validationLevel = 'validationLevel: Int = 0';
const idLine: SdlLine = {
  text: 'id: UUID',
  description: 'An id of your own; refused unless `validationLevel` has bit 8.',
};

/** @param isOwned true when rows of this type are written inside another record */
export function entitySdl(entity: EntityType, isOwned: boolean): string {
  const { name } = entity;
  const shown = entity.fields.filter(isAnswered);
  const parts = [
    block(`type ${name}`, entity.description, shown.flatMap(outputLines)),
    block(`type ${name}Connection`, `A page of a list of ${name} records.`, [
      { text: `edges: [${name}Edge!]!`, description: 'The records of the page with their cursors.' },
      { text: `nodes: [${name}!]!`, description: 'The records of the page.' },
      { text: 'pageInfo: PageInfo!', description: 'Where the page lies.' },
      { text: 'totalCount: Int!', description: 'Number of all records that match; counted only when asked for.' },
    ]),
    block(`type ${name}Edge`, `A ${name} record in a page.`, [
      { text: 'cursor: String!', description: 'Names this place in the list.' },
      { text: `node: ${name}!`, description: 'The record.' },
    ]),
    block(
      `input ${name}Filter`,
      `Conditions on ${name} records; all that are given must hold. An empty filter holds for every record.`,
      [
        { text: `and: [${name}Filter!]`, description: 'All of these hold.' },
        { text: `or: [${name}Filter!]`, description: 'At least one of these holds.' },
        { text: `not: ${name}Filter`, description: 'This does not hold.' },
        ...shown.flatMap(filterLines),
      ],
    ),
    block(`input ${name}Order`, `One key of an order of ${name} records.`, [
      { text: `field: ${name}OrderField!`, description: 'The member to order by.' },
      { text: 'direction: OrderDirection = ASC', description: 'Rising or falling.' },
    ]),
    block(
      `enum ${name}OrderField`,
      `The members by which ${name} records can be ordered; an amount goes by its base value.`,
      shown.filter(canOrderBy).map((member) => ({ text: orderValue(member.name) })),
    ),
    ...inputs(entity, isOwned),
    ...rootMembers(entity),
  ];
  return parts.join('\n\n');
}

function inputs(entity: EntityType, isOwned: boolean): string[] {
  const { name } = entity;
  const writable = entity.fields.filter(isWritable);
  const create = () =>
    block(`input ${name}CreateInput`, `A new ${name} record.`, [
      idLine,
      ...writable.map((member) => inputLine(member, entity.required.includes(member.name))),
    ]);
  const update = () =>
    block(
      `input ${name}UpdateInput`,
      `Members of a ${name} record to change; those left out stay as they are.`,
      writable.filter((member) => !member.writeOnce).map((member) => inputLine(member, false)),
    );
  const row = () =>
    block(`input ${name}RowInput`, `A ${name} record written inside the record that it belongs to.`, [
      { text: 'id: UUID', description: 'The row to keep or change; left out, a row is made.' },
      ...writable.map((member) => inputLine(member, false)),
    ]);
  return [
    ...(entity.operations.includes('create') ? [create()] : []),
    ...(entity.operations.includes('update') ? [update()] : []),
    ...(isOwned ? [row()] : []),
  ];
}

function rootMembers(entity: EntityType): string[] {
  const { name, graphql, operations } = entity;
  const queries: SdlLine[] = [];
  if (operations.includes('list')) {
    queries.push({
      text: `${graphql.many}(${listArguments(name)}): ${name}Connection!`,
      description: `Lists ${name} records; 30 unless \`first\` or \`last\` says otherwise, at most 100.`,
    });
  }
  if (operations.includes('get')) {
    queries.push({
      text: `${graphql.one}(id: UUID!, includeDeleted: Boolean = false): ${name}`,
      description: `The ${name} record with this id; null when there is none.`,
    });
  }
  const mutations: SdlLine[] = [];
  if (operations.includes('create')) {
    mutations.push({
      text: `create${name}(input: ${name}CreateInput!, ${validationLevel}): ${name}!`,
      description: `Creates a ${name} record and answers it.`,
    });
  }
  if (operations.includes('update')) {
    mutations.push({
      text: `update${name}(id: UUID!, input: ${name}UpdateInput!, ${validationLevel}, revision: Int): ${name}!`,
      description: `Changes a ${name} record and answers it; with \`revision\` only if that is still its last one.`,
    });
  }
  if (operations.includes('delete')) {
    mutations.push({
      text: `delete${name}(id: UUID!): UUID!`,
      description: `Deletes a ${name} record and answers its id.`,
    });
  }
  return [
    ...(queries.length > 0 ? [block('extend type Query', undefined, queries)] : []),
    ...(mutations.length > 0 ? [block('extend type Mutation', undefined, mutations)] : []),
  ];
}
