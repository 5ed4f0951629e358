/** The GraphQL definitions of one entity type: its record, connection, filter and order, and its members of the roots. Pure. */
import type { EntityType, Field } from '../entity-type.js';
import { isAnswered } from '../member-visibility.js';
import { inputBlocks } from './input-blocks.js';
import { canOrderBy, filterLines, inShort, orderPaths, outputLines } from './member-types.js';
import { orderValue } from './names.js';
import type { SdlBlock, SdlLine } from './print-sdl.js';
import { type ReverseRelation, reverseConditionLine, reverseLine } from './reverse-relations.js';
import { batchResultBlocks, rootBlocks } from './root-blocks.js';

/**
 * @param isOwned true when rows of this type are written inside another record
 * @param reverse references to its records that are followed backwards
 */
export function entityBlocks(
  entity: EntityType,
  isOwned: boolean,
  reverse: readonly ReverseRelation[] = [],
): SdlBlock[] {
  const { name, fields } = entity;
  return [
    {
      head: `type ${name} implements Node`,
      description: entity.description,
      lines: [...recordLines(fields), ...reverse.map(reverseLine)],
    },
    {
      head: `type ${name}Connection`,
      description: `A page of a list of ${name} records.`,
      lines: [
        { text: `edges: [${name}Edge!]!`, description: 'The records of the page with their cursors.' },
        { text: `nodes: [${name}!]!`, description: 'The records of the page.' },
        { text: 'pageInfo: PageInfo!', description: 'Where the page lies.' },
        { text: 'totalCount: Int!', description: 'Number of all records that match; counted only when requested.' },
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
      description: `Conditions on ${name} records; all that are given must hold. An empty filter holds for every record. All values have 500,000 characters at most.`,
      lines: [
        { text: `and: [${name}Filter!]`, description: 'All of these hold.' },
        { text: `or: [${name}Filter!]`, description: 'At least one of these holds.' },
        { text: `not: ${name}Filter`, description: 'This does not hold.' },
        ...conditionLines(fields),
        ...reverse.map(reverseConditionLine),
      ],
    },
    {
      head: `input ${name}Order`,
      description: `One key of an order of ${name} records: a member of theirs, or one of the record that a relation leads to.`,
      lines: [
        { text: `field: ${name}OrderField`, description: 'The member to order by.' },
        { text: 'direction: OrderDirection = ASC', description: 'Ascending or descending; belongs beside `field`.' },
        ...orderPathLines(fields),
      ],
    },
    {
      head: `enum ${name}OrderField`,
      description: `The members by which ${name} records can be ordered; an amount goes by its base value.`,
      lines: orderLines(fields),
    },
    ...inputBlocks(entity, isOwned),
    ...batchResultBlocks(entity),
    ...rootBlocks(entity),
  ];
}

/** The lines of a record type. */
export function recordLines(fields: readonly Field[]): SdlLine[] {
  return fields.filter(isAnswered).flatMap(outputLines);
}

/** The lines of a filter input that come of members. */
export function conditionLines(fields: readonly Field[]): SdlLine[] {
  return fields.filter(isAnswered).flatMap(filterLines);
}

/** The lines of an order that lead on. */
export function orderPathLines(fields: readonly Field[]): SdlLine[] {
  return fields.filter(isAnswered).flatMap(orderPaths);
}

/** The values of the enum of members to order by. */
export function orderLines(fields: readonly Field[]): SdlLine[] {
  return fields
    .filter((member) => isAnswered(member) && canOrderBy(member))
    .map((member) => ({ text: orderValue(member.name), description: inShort(member) }));
}
