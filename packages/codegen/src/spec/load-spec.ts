/**
 * The whole spec as checked data: every entity type, error, operator and type of custom fields.
 * Waits on the file system; the documents' own parts (operations, shared components, SDL) are read by their generators.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Area,
  type CustomFieldTypeDefinition,
  type ErrorDefinition,
  isSingleValueType,
  type OperatorDefinition,
  valueTypeNames,
} from '@headwater/contract';
import { checkEntityTypes } from '../entity/check-entity-types.js';
import type { EntityModel } from '../entity/entity-model.js';
import { parseEntityType } from '../entity/parse-entity-type.js';
import { parseUnionType } from '../entity/parse-union-type.js';
import { parseAreas } from './parse-areas.js';
import { parseErrors } from './parse-errors.js';
import { parseOperators } from './parse-operators.js';
import { readYaml } from './read-yaml.js';
import type { SpecNode } from './spec-node.js';

export interface Spec {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** In the order of their names. */
  readonly entities: readonly EntityModel[];
  readonly areas: readonly Area[];
  readonly errors: readonly ErrorDefinition[];
  readonly operators: readonly OperatorDefinition[];
  readonly fieldTypes: readonly CustomFieldTypeDefinition[];
}

/** The workspace's own `spec/`, seen from this package. */
export const specFolder = fileURLToPath(new URL('../../../../spec', import.meta.url));

/** @throws AggregateError of SpecErrors when the files hold errors; a SpecError when a file cannot be read at all */
export function loadSpec(folder: string = specFolder): Spec {
  const entities = parseEntityTypes(folder);
  const errors = checkEntityTypes(entities);
  if (errors.length > 0) throw new AggregateError(errors, 'the entity types do not fit together');
  return {
    folder,
    entities,
    areas: parseAreas(readYaml(folder, 'areas.yaml'), entities),
    errors: parseErrors(readYaml(folder, 'errors.yaml')),
    operators: parseOperators(readYaml(folder, 'operators.yaml')),
    fieldTypes: parseFieldTypes(readYaml(folder, 'field-types.yaml')),
  };
}

function parseEntityTypes(folder: string): EntityModel[] {
  const systemMembers = readYaml(folder, 'openapi/shared/system-members.yaml');
  const files = entityFiles(folder).map((file) => ({ file, node: readYaml(folder, file) }));
  const isUnion = ({ node }: (typeof files)[number]) => node.find('x-union') !== undefined;
  const types = files
    .filter((one) => !isUnion(one))
    .map(({ file, node }) => parseEntityType(file, node, systemMembers));
  const unions = files.filter(isUnion).map(({ file, node }) => parseUnionType(file, node, types));
  return [...types, ...unions].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function entityFiles(folder: string): string[] {
  return readdirSync(join(folder, 'openapi/entities'))
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => `openapi/entities/${file}`);
}

// The types of custom fields of the spec (`field-types.yaml`): each once, in the order in which messages list them.

/** Ids are those of lookups. */
const valueTypes = valueTypeNames.filter((type) => isSingleValueType(type) && type !== 'uuid');
const abilities = ['have-default', 'be-calculated', 'be-in-formula', 'be-read-only'] as const;
const jsonTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;

/** @throws SpecError for an entry that is not complete */
function parseFieldTypes(node: SpecNode): CustomFieldTypeDefinition[] {
  return node.items().map((item) => {
    item.allowOnly(['name', 'value', 'primitive', 'json', 'can', 'unique', 'options', 'relation']);
    const value = item.find('value');
    return {
      name: item.get('name').asString(),
      ...(value ? { value: parseValue(value) } : {}),
      primitive: item.get('primitive').asString(),
      json: item.get('json').asOneOf(jsonTypes),
      can: item
        .get('can')
        .items()
        .map((one) => one.asOneOf(abilities)),
      unique: item.find('unique')?.asBoolean() ?? false,
      options: item.find('options')?.asBoolean() ?? false,
      relation: item.find('relation')?.asOneOf(['one', 'many'] as const) ?? 'none',
    };
  });
}

function parseValue(node: SpecNode): NonNullable<CustomFieldTypeDefinition['value']> {
  node.allowOnly(['type', 'max-length', 'format']);
  const maxLength = node.find('max-length')?.asNumber();
  const format = node.find('format')?.asOneOf(['email', 'uri'] as const);
  return {
    type: node.get('type').asOneOf(valueTypes),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === undefined ? {} : { format }),
  };
}
