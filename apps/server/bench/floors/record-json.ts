/**
 * Writes the JSON of a record in SQL as one would by hand for SQLite: the floor's own text, nothing of the server's.
 * Its member lists come from the catalog, so that the floor goes on answering what the interface wants.
 *
 * Statements bind the space as ?1 and the address of the space's collections, with a trailing slash, as ?2.
 */
import { buildCatalog, type EntityTypeName, entityTypes, type Member } from '@headwater/catalog';

const catalog = buildCatalog(entityTypes);

/** SQL of members that are not shown plainly, by member name. */
export type Replacements = Readonly<Record<string, string>>;

/**
 * @param row alias of the record's table
 * @returns an expression that gives the record as the REST interface shows it
 * @throws Error for a member that needs a replacement and has none
 */
export function recordJson(entityType: EntityTypeName, row: string, replacements: Replacements = {}): string {
  const members = catalog
    .members(entityType)
    .map((member) => `'${member.name}', ${replacements[member.name] ?? memberSql(member, row)}`);
  return `json_object(${members.join(', ')})`;
}

/** @returns the address of the record whose id is in `column`, null when there is none */
export function linkSql(entityType: string, column: string): string {
  return `?2 || '${catalog.existing(entityType).collection}/' || ${column}`;
}

function memberSql(member: Member, row: string): string {
  const column = `${row}."${member.field.name}"`;
  if (member.kind === 'link') return linkSql(member.link.target, column);
  const { field } = member;
  if (field.kind === 'reference') return column;
  if (field.kind !== 'value') throw new Error(`"${field.name}" needs SQL of its own`);
  if (field.derived?.kind === 'constant') return `json('${JSON.stringify(field.derived.value)}')`;
  switch (field.type) {
    case 'boolean':
      return `json(iif(${column}, 'true', 'false'))`;
    case 'json':
      return `json(${column})`;
    default:
      return column;
  }
}
