/**
 * What the core says of a body, in the names of REST v1: of the record, of its rows and of what they point at. Messages whose text the
 * interface fixes stay as they are. Pure.
 */
import type { Catalog, RowsField } from '@headwater/catalog';
import type { Leaf } from '../../errors/validation-error.js';
import { legacyFields, renderLegacyId } from './legacy-fields.js';

/**
 * @param fieldName the member that is wrong, as REST v100 calls it; undefined for the record as a whole
 * @returns the message behind the REST v1 name of the member
 */
export function lineOf(catalog: Catalog, entityName: string, fieldName: string | undefined, leaf: Leaf): string {
  const message = translated(catalog, entityName, withNamed(catalog, leaf));
  if (fieldName === undefined) return message;
  const name = listIn(catalog, entityName, message) ?? nameOf(catalog, entityName, fieldName);
  const shown = message.replaceAll(`'${fieldName}'`, () => `'${name}'`);
  const part = /^\[(\w+)\] (base_value|value_foreign|currency_id) /.exec(shown);
  const partName = part?.[1] === name ? partOf(catalog, entityName, fieldName, part[2]) : undefined;
  return partName === undefined ? `${name}: ${shown}` : `${partName}: [${partName}] ${shown.slice(part?.[0].length)}`;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const recordAtStart = new RegExp(`^(\\w+) (?=${uuid}\\b)`);
/** What stands in quotes is a value, which callers know as they sent it, unless the message says that it is an id. */
const ids = new RegExp(`(?<![\\w"-])${uuid}(?![\\w"-])|(?<=with the id ")${uuid}`, 'g');

/** @returns the message with the records that it names by their ids of REST v1 */
export function withLegacyIds(catalog: Catalog, message: string): string {
  return message
    .replace(recordAtStart, (_, name) => `${entityOf(catalog, name)} `)
    .replaceAll(ids, (id) => renderLegacyId(id));
}

/** What else a message names is something that callers may have to write. */
function withNamed(catalog: Catalog, { message, named }: Leaf): string {
  if (named === undefined) return message;
  const { entityType, name } = named;
  const shown = `${nameOf(catalog, entityType, name)} of ${entityOf(catalog, entityType)}`;
  return message.replace(`${name} of ${entityType}`, () => shown);
}

/** @param entityName of the record that the message is about; what it says of a row begins with the place of the row */
function translated(catalog: Catalog, entityName: string, message: string): string {
  const [whole = '', rows = '', index, rest = ''] = /^(\w+)\[(\d+)\]: (.*)$/s.exec(message) ?? [];
  const target =
    whole === '' ? undefined : (rowsOf(catalog, entityName, rows) ?? listedRows(catalog, entityName, rows));
  if (target !== undefined)
    return `${nameOf(catalog, entityName, rows)}[${index}]: ${translated(catalog, target, rest)}`;
  return message
    .replace(/^\[(\w+)\]/, (_, name) => `[${nameOf(catalog, entityName, name)}]`)
    .replace(/'(\w+)'\[([^\]]*)\]\.(\w+)'/, (_, type, id, name) => {
      return `'${entityOf(catalog, type)}'[${id}].${nameOf(catalog, type, name)}'`;
    })
    .replace(/^((?:\[\w+\] )?)Relation (\w+)\.(\w+)=(.*) to (\w+) doesn't exist!/, (_, start, type, name, id, to) => {
      const relation = `${entityOf(catalog, type)}.${nameOf(catalog, type, name)}`;
      return `${start}Relation ${relation}=${id} to ${entityOf(catalog, to)} doesn't exist!`;
    });
}

/** @returns the entity type of the rows that a member shows */
function rowsOf(catalog: Catalog, entityName: string, name: string): string | undefined {
  const field = catalog.field(entityName, name);
  return field?.kind === 'rows' ? field.target : undefined;
}

/** @returns the entity type of the rows of which a list shows some */
function listedRows(catalog: Catalog, entityName: string, list: string): string | undefined {
  const fields = catalog.entityType(entityName)?.fields ?? [];
  return fields.flatMap((field) => (field.kind === 'rows' && hasList(field, list) ? [field.target] : []))[0];
}

function hasList({ v1Lists = [] }: RowsField, name: string): boolean {
  return v1Lists.some((list) => list.name === name);
}

/** @returns the list whose item a message is about */
function listIn(catalog: Catalog, entityName: string, message: string): string | undefined {
  const [, name = ''] = /^(\w+)\[\d+\]: /.exec(message) ?? [];
  return listedRows(catalog, entityName, name) && name;
}

function entityOf(catalog: Catalog, entityName: string): string {
  return catalog.entityType(entityName)?.v1?.entity ?? entityName;
}

/** @returns the REST v1 name of a member or a link; of money, that of its first part; of rows that are lists, those of all; what has none keeps its own */
function nameOf(catalog: Catalog, entityName: string, name: string): string {
  const entityType = catalog.entityType(entityName);
  if (entityType === undefined) return name;
  const lists = entityType.fields.find((field) => field.name === name && field.kind === 'rows');
  if (lists?.kind === 'rows' && lists.v1Lists) return lists.v1Lists.map((list) => list.name).join('/');
  for (const legacy of legacyFields(catalog, entityType).values()) {
    const { field } = legacy;
    const isMeant =
      field.name === name || (field.kind === 'reference' && field.links.some((link) => link.name === name));
    if (isMeant) return legacy.name;
  }
  return name === 'id' ? 'ID' : name;
}

function partOf(catalog: Catalog, entityName: string, name: string, part: string | undefined): string | undefined {
  const entityType = catalog.entityType(entityName);
  const fields = entityType === undefined ? [] : [...legacyFields(catalog, entityType).values()];
  return fields.find((one) => one.kind === 'money' && one.field.name === name && one.part === part)?.name;
}
