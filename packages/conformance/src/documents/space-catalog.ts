/**
 * The catalog of a space from its document: the interface's entity types with the members that the space has added, and its own entity
 * types. Pure.
 */
import { buildCatalog, type Catalog, type EntityType, type Field, type OperationName } from '@headwater/catalog';
import type { OpenApiDocument } from '@headwater/openapi-types';
import type { JsonObject } from '../http/json.js';
import type { OperationEntry } from './contract-document.js';
import type { CustomMarks } from './custom-marks.js';
import { fieldOfSchema, isLink, type MemberSchemas } from './field-of-schema.js';
import { objectsIn } from './space-document.js';

export interface CatalogSources {
  readonly shared: Catalog;
  /** With what the space has added. */
  readonly document: OpenApiDocument;
  readonly operations: readonly OperationEntry[];
  /** Names of the space's entity types. */
  readonly entityTypes: readonly string[];
  readonly markOf: CustomMarks;
  /** The members of GraphQL's `Query` for an entity type. */
  graphqlOf(entityType: string): EntityType['graphql'];
}

export function spaceCatalog(sources: CatalogSources): Catalog {
  const shared = sources.shared.entityTypes.map((entityType): EntityType => {
    const known = new Set(sources.shared.members(entityType.name).map(({ name }) => name));
    const added = entityType.union ? [] : fieldsOf(sources, entityType.name, (name) => !known.has(name));
    return added.length === 0 ? entityType : { ...entityType, fields: [...entityType.fields, ...added] };
  });
  return buildCatalog([...shared, ...sources.entityTypes.map((name) => entityTypeOf(sources, name))]);
}

function entityTypeOf(sources: CatalogSources, name: string): EntityType {
  const entries = sources.operations.filter(({ entityType }) => entityType === name);
  const collection = entries[0]?.path.split('/')[2] ?? name;
  const operations = entries.flatMap(({ operation }) => (operation === null ? [] : (operation as OperationName)));
  const { required } = schemasOf(sources, `${name}Create`);
  return {
    name,
    collection,
    description: String(schemasOf(sources, name).description ?? ''),
    operations,
    fields: fieldsOf(sources, name, () => true).map((field) => withLegacyName(field, sources.shared)),
    required: Array.isArray(required) ? required.map(String) : [],
    requiredAnyOf: [],
    label: 'id',
    numbered: false,
    // Entity types that records can be made of are in REST v1 under the same name.
    v1: operations.includes('create') ? { entity: name, collection } : null,
    merge: operations.includes('merge'),
    customFields: operations.includes('create'),
    graphql: sources.graphqlOf(name),
  };
}

/** Entity types of a space are stored with the entity type of the interface for custom entities, and named like them in REST v1. */
const keeper = 'CustomEntity';

function withLegacyName(field: Field, shared: Catalog): Field {
  const kept = shared.field(keeper, field.name);
  if (field.custom !== undefined || kept === undefined) return field;
  if (field.kind === 'rows' && kept.kind === 'rows') {
    return { ...field, v1Name: kept.v1Name, v1Inline: kept.v1Inline, ...(kept.v1Lists && { v1Lists: kept.v1Lists }) };
  }
  return field.kind === kept.kind && field.kind !== 'money' && kept.kind !== 'money'
    ? { ...field, v1Name: kept.v1Name }
    : field;
}

function schemasOf({ document }: CatalogSources, name: string): JsonObject {
  return (document.components.schemas as Readonly<Record<string, JsonObject>>)[name] ?? {};
}

/** @param isWanted by the name of a member */
function fieldsOf(sources: CatalogSources, entityType: string, isWanted: (name: string) => boolean): Field[] {
  const namesIn = (schema: string) => new Set(objectsIn(schemasOf(sources, schema).properties).map(([name]) => name));
  const [creatable, changeable] = [namesIn(`${entityType}Create`), namesIn(`${entityType}Update`)];
  const keys = schemasOf(sources, `${entityType}Key`).enum;
  const members = objectsIn(schemasOf(sources, entityType).properties)
    .filter(([name]) => isWanted(name))
    .map(([name, answer]): MemberSchemas => {
      const isUnique = Array.isArray(keys) && keys.includes(name) && name !== 'id';
      return {
        name,
        answer,
        isCreatable: name !== 'id' && name !== 'revision' && creatable.has(name),
        isChangeable: name !== 'id' && name !== 'revision' && changeable.has(name),
        isUnique,
      };
    });
  const links = new Map(members.filter(({ answer }) => isLink(answer)).map((member) => [member.name, member]));
  const idMembers = new Set(members.map(({ name }) => name).filter((name) => links.has(name.replace(/_id$/, ''))));
  return members.flatMap((member) => {
    // The link of an id member is part of the same field.
    if (idMembers.has(`${member.name}_id`)) return [];
    const apiName = member.name.replace(/_id$/, '');
    const link = member.name.endsWith('_id') ? links.get(apiName) : undefined;
    const mark = sources.markOf(entityType, member.name) ?? (link && sources.markOf(entityType, apiName));
    return [fieldOfSchema(member, link, mark)];
  });
}
