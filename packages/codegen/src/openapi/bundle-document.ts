/**
 * Bundles one OpenAPI document: its root, the standard operations of every entity type, the schemas worked out from entity
 * files and the shared components that all these use. The result refers to nothing outside itself.
 */
import {
  asJsonObject,
  entitySchemas,
  type JsonObject,
  type JsonValue,
  lowerFirst,
  type Placeholders,
  standardPaths,
  type V1Names,
} from '@headwater/contract';
import type { EntityModel } from '../entity/entity-model.js';
import type { Spec } from '../spec/load-spec.js';
import { readYaml } from '../spec/read-yaml.js';
import type { ApiName } from './api-name.js';
import { collectComponents } from './collect-components.js';
import { expandPlaceholders } from './expand-placeholders.js';
import { operationTemplates } from './operation-templates.js';
import { legacySchemas } from './schemas/legacy-schemas.js';
import { inLegacyWords } from './schemas/legacy-words.js';

export const schemaGenerators: Record<ApiName, (spec: Spec) => ReadonlyMap<string, JsonObject>> = {
  v100: recordSchemas,
  v1: legacySchemas,
};

/** @throws SpecError with file and place when a part of the spec is wrong or missing */
export function bundleDocument(spec: Spec, api: ApiName): JsonObject {
  const file = readYaml(spec.folder, `openapi/${api}.yaml`);
  const placeholders = tablePlaceholders(spec);
  const root = asJsonObject(expandPlaceholders(file.without('x-operations'), placeholders));
  const entities = api === 'v100' ? spec.entities : spec.entities.flatMap(shownInV1);
  const byName = new Map(spec.entities.map((entity) => [entity.name, entity]));
  const paths = {
    ...asJsonObject(root.paths),
    ...standardPaths(operationTemplates(spec, api), entities),
  };
  const used = collectComponents(paths, { spec, generatedSchemas: schemaGenerators[api](spec), placeholders });
  return {
    ...root,
    tags: [...asList(root.tags), ...entities.map((entity) => entityTag(entity, api, byName))].sort(byTagName),
    paths,
    components: { ...asJsonObject(root.components), ...used },
  };
}

/** The entity type, and each of its views as one that has all but the names in common with it. */
function shownInV1(entity: EntityModel): EntityModel[] {
  if (entity.v1 === null) return [];
  const views = (entity.v1Views ?? []).map((view) => {
    const { entity: name, collection, description } = view;
    return { ...entity, v1: { entity: name, collection }, description, graphql: wordsOf(view) };
  });
  return [entity, ...views];
}

/** By which templates speak of a view. */
function wordsOf({ entity, collection }: V1Names): EntityModel['graphql'] {
  return { one: lowerFirst(entity), many: lowerFirst(collection) };
}

function entityTag(entity: EntityModel, api: ApiName, byName: ReadonlyMap<string, EntityModel>): JsonObject {
  const { collection, description } = entity;
  if (api === 'v100') return { name: collection, description };
  return { name: entity.v1?.collection ?? collection, description: inLegacyWords(description, entity, byName) };
}

function byTagName(a: JsonValue, b: JsonValue): number {
  return String(asJsonObject(a).name) < String(asJsonObject(b).name) ? -1 : 1;
}

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

// Tables of the spec's closed lists as Markdown, for descriptions in documents. Pure.

/** The placeholders that every file of a document may use. */
function tablePlaceholders(spec: Spec): Placeholders {
  return {
    errorTable: table(
      ['Code', 'Name', 'Status', 'Meaning'],
      spec.errors.map((error) => [String(error.code), error.name, String(error.status ?? '-'), error.description]),
    ),
    operatorTable: table(
      ['Operator', 'Values', 'Meaning'],
      spec.operators.map((operator) => [operator.name, operator.operands, operator.description]),
    ),
  };
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

// All schemas of REST v100 that are worked out from the spec's data: records, bodies, rows and the list of operators. Pure.

/** By component name; a document takes those that it refers to. */
function recordSchemas(spec: Spec): ReadonlyMap<string, JsonObject> {
  const collections = new Map(spec.entities.map((entity) => [entity.name, entity.collection]));
  const collectionOf = (name: string) => collections.get(name) ?? name;
  return new Map<string, JsonObject>([
    ...spec.entities.flatMap((entity) => Object.entries(entitySchemas(entity, collectionOf))),
    [
      'FilterOperator',
      {
        type: 'string',
        description: "How a record's value is compared with that of the condition.",
        enum: spec.operators.map((operator) => operator.name),
      },
    ],
  ]);
}
