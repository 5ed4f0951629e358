/**
 * References followed backwards: in a record of one entity type the records of another one that point at it, where no member shows
 * them. Only GraphQL shows these, roll-ups sum them up, and only between entity types that are marked for it (`x-reverse`). Pure.
 */
import type { EntityType, Field, ReferenceField } from '../entity-type.js';
import { isAnswered } from '../member-visibility.js';
import { listArguments } from './list-arguments.js';
import { graphqlName, snakeCase } from './names.js';
import { ours } from './ours.js';
import { fieldWithArguments, type SdlBlock, type SdlLine } from './print-sdl.js';

type Entity = Pick<EntityType, 'name' | 'operations' | 'fields' | 'graphql' | 'reverse' | 'union' | 'storedIn'>;

export interface ReverseRelation {
  /** The member of the record that is pointed at: `opportunitiesByPrimaryAccount`. */
  readonly name: string;
  /** What it would be called in REST: `opportunities_by_primary_account`. */
  readonly memberName: string;
  /** The entity type of the records that point. */
  readonly from: string;
  /** Their reference. */
  readonly via: string;
}

/** By the entity type pointed at, in the order of the given entity types and of their members. */
export type ReverseRelations = ReadonlyMap<string, readonly ReverseRelation[]>;

/**
 * References that a space has defined are left out: the space names their other side itself.
 * @param entityTypes all of a catalog
 */
export function reverseRelations(entityTypes: readonly Entity[]): ReverseRelations {
  const marked = entityTypes.filter(({ reverse, union }) => reverse && !union);
  return new Map(
    marked.map((entity) => {
      // What can point at the records of any custom entity can point at those of each.
      const targets = [entity.name, ...(entity.storedIn === undefined ? [] : [entity.storedIn])];
      return [entity.name, marked.flatMap((from) => relationsBetween(from, entity, targets))];
    }),
  );
}

/** @returns additions to an entity type's record type and filter, where these lack them */
export function reverseBlocks(entityType: string, relations: readonly ReverseRelation[]): SdlBlock[] {
  if (relations.length === 0) return [];
  return [
    { head: `type ${entityType}`, lines: relations.map(reverseLine) },
    { head: `input ${entityType}Filter`, lines: relations.map(reverseConditionLine) },
  ];
}

/** The line of a record type. */
export function reverseLine({ name, from, via }: ReverseRelation): SdlLine {
  return {
    text: fieldWithArguments(name, listArguments(from), `${from}Connection!`),
    description: `${from} records whose \`${via}\` leads here. ${ours}`,
  };
}

/** The line of a filter input. */
export function reverseConditionLine({ name, from }: ReverseRelation): SdlLine {
  return { text: `${name}: ${from}Filter`, description: `Some of them meets the filter. ${ours}` };
}

function relationsBetween(from: Entity, to: Entity, targets: readonly string[]): ReverseRelation[] {
  if (!from.operations.includes('list')) return [];
  return from.fields.filter(isFollowed).flatMap((field) =>
    field.links
      .filter((link) => targets.includes(link.target) && !to.fields.some((rows) => shows(rows, from, field, link.name)))
      .map((link) => ({
        name: `${from.graphql.many}By${capitalized(graphqlName(field, link.name))}`,
        memberName: `${snakeCase(from.graphql.many)}_by_${link.name}`,
        from: from.name,
        via: field.name,
      })),
  );
}

function isFollowed(field: Field): field is ReferenceField {
  return field.kind === 'reference' && isAnswered(field) && field.custom === undefined;
}

/** Whether a member shows all records that point here by the link. */
function shows(member: Field, from: Entity, field: ReferenceField, link: string): boolean {
  if (member.kind !== 'rows' || !isAnswered(member) || member.single || member.where) return false;
  const isSame = member.target === from.name && member.via === field.name;
  return isSame && (member.having === undefined || member.having === link);
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
