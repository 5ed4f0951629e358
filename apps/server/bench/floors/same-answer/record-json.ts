/**
 * Writes the JSON of a record in SQL as one would by hand for SQLite: the floor's own text, nothing of the server's.
 * Its member lists come from the catalog, so that the floor goes on answering what the interface wants.
 *
 * Statements bind the space as ?1 and the address of the space's collections, with a trailing slash, as ?2.
 */
import {
  buildCatalog,
  type EntityTypeName,
  entityTypes,
  type Member,
  type RowsField,
  type ValueField,
} from '@headwater/catalog';

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
    .map((member) => `'${member.name}', ${replacements[member.name] ?? memberSql(entityType, member, row)}`);
  return `json_object(${members.join(', ')})`;
}

/** @returns the address of the record whose id is in `column`, null when there is none */
export function linkSql(entityType: string, column: string): string {
  return `?2 || '${catalog.existing(entityType).collection}/' || ${column}`;
}

function memberSql(entityType: EntityTypeName, member: Member, row: string): string {
  const column = `${row}."${member.field.name}"`;
  if (member.kind === 'link') return linkSql(member.link.target, column);
  const { field } = member;
  if (field.kind === 'reference') return column;
  if (field.kind === 'rows') return rowLinks(field, row);
  if (field.kind !== 'value') throw new Error(`"${field.name}" needs SQL of its own`);
  if (field.derived?.kind === 'collect') return collectedIds(entityType, field, row);
  // The benchmark's key acts for no user, so that nothing is anybody's favourite.
  if (field.derived?.kind === 'favorite') return `json('false')`;
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

/** `ContactKPIs` is stored in `contact_kpis`. */
function tableOf(entityType: string): string {
  return catalog
    .existing(entityType)
    .collection.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])/g, '_')
    .toLowerCase();
}

/** The rows of a relation, in the order of the index by which they are found. */
function rowsOf({ target, via, on, having }: RowsField, row: string): string {
  const of = having === undefined ? '' : ` AND ${havingSql(target, having)}`;
  return `FROM ${tableOf(target)} m WHERE m.space_id = ?1 AND m."${via}" = ${row}."${on}" AND NOT m.is_deleted${of}`;
}

/** @param having a reference, or a link of one with several targets */
function havingSql(target: string, having: string): string {
  const member = catalog.member(target, having);
  if (member?.kind !== 'link') return `m."${having}" IS NOT NULL`;
  const { field, link } = member;
  return `EXISTS (SELECT 1 FROM ${tableOf(link.target)} h WHERE h.space_id = ?1 AND h.id = m."${field.name}")`;
}

function rowLinks(field: RowsField, row: string): string {
  const link = linkSql(field.target, 'm.id');
  return field.single
    ? `(SELECT ${link} ${rowsOf(field, row)} ORDER BY m.id LIMIT 1)`
    : `(SELECT json_group_array(${link}) ${rowsOf(field, row)})`;
}

function collectedIds(entityType: EntityTypeName, { name, derived }: ValueField, row: string): string {
  const rows = derived?.kind === 'collect' ? catalog.field(entityType, derived.rows) : undefined;
  if (derived?.kind !== 'collect' || rows?.kind !== 'rows') throw new Error(`"${name}" collects nothing`);
  const where = Object.entries(derived.where ?? {}).map(([member, value]) => ` AND m."${member}" = ${String(value)}`);
  return `(SELECT json_group_array(DISTINCT m."${derived.member}") ${rowsOf(rows, row)}${where.join('')})`;
}
