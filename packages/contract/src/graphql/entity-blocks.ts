/** The GraphQL definitions of one entity type: its record, connection, filter and order, and its members of the roots. Pure. */
import type { EntityType, Member } from '../entity-type.js';
import { isAnswered } from '../member-visibility.js';
import { inputBlocks } from './input-blocks.js';
import { canOrderBy, filterLines, listArguments, outputLines } from './member-types.js';
import { orderValue } from './names.js';
import type { SdlBlock, SdlLine } from './print-sdl.js';

const validationLevel = 'validationLevel: Int = 0';

/** @param isOwned true when rows of this type are written inside another record */
export function entityBlocks(entity: EntityType, isOwned: boolean): SdlBlock[] {
  const { name, fields } = entity;
  return [
    { head: `type ${name} implements Node`, description: entity.description, lines: recordLines(fields) },
    {
      head: `type ${name}Connection`,
      description: `A page of a list of ${name} records.`,
      lines: [
        { text: `edges: [${name}Edge!]!`, description: 'The records of the page with their cursors.' },
        { text: `nodes: [${name}!]!`, description: 'The records of the page.' },
        { text: 'pageInfo: PageInfo!', description: 'Where the page lies.' },
        { text: 'totalCount: Int!', description: 'Number of all records that match; counted only when asked for.' },
      ],
    },
    {
      head: `type ${name}Edge`,
      description: `A ${name} record in a page.`,
      lines: [
        { text: 'cursor: String!', description: 'Names this place in the list.' },
        { text: `node: ${name}!`, description: 'The record.' },
      ],
    },
    {
      head: `input ${name}Filter`,
      description: `Conditions on ${name} records; all that are given must hold. An empty filter holds for every record.`,
      lines: [
        { text: `and: [${name}Filter!]`, description: 'All of these hold.' },
        { text: `or: [${name}Filter!]`, description: 'At least one of these holds.' },
        { text: `not: ${name}Filter`, description: 'This does not hold.' },
        ...conditionLines(fields),
      ],
    },
    {
      head: `input ${name}Order`,
      description: `One key of an order of ${name} records.`,
      lines: [
        { text: `field: ${name}OrderField!`, description: 'The member to order by.' },
        { text: 'direction: OrderDirection = ASC', description: 'Rising or falling.' },
      ],
    },
    {
      head: `enum ${name}OrderField`,
      description: `The members by which ${name} records can be ordered; an amount goes by its base value.`,
      lines: orderLines(fields),
    },
    ...inputBlocks(entity, isOwned),
    ...rootBlocks(entity),
  ];
}

/** The lines of a record type. */
export function recordLines(fields: readonly Member[]): SdlLine[] {
  return fields.filter(isAnswered).flatMap(outputLines);
}

/** The lines of a filter input that come of members. */
export function conditionLines(fields: readonly Member[]): SdlLine[] {
  return fields.filter(isAnswered).flatMap(filterLines);
}

/** The values of the enum of members to order by. */
export function orderLines(fields: readonly Member[]): SdlLine[] {
  return fields
    .filter((member) => isAnswered(member) && canOrderBy(member))
    .map((member) => ({ text: orderValue(member.name) }));
}

function rootBlocks(entity: EntityType): SdlBlock[] {
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
    ...(queries.length > 0 ? [{ head: 'type Query', lines: queries }] : []),
    ...(mutations.length > 0 ? [{ head: 'type Mutation', lines: mutations }] : []),
  ];
}
