/**
 * The whole spec as checked data: every entity type, error, operator and type of custom fields.
 * Waits on the file system; the documents' own parts (operations, shared components, SDL) are read by their generators.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomFieldTypeDefinition, OperatorDefinition } from '@headwater/contract';
import { checkEntityTypes } from '../entity/check-entity-types.js';
import type { EntityModel } from '../entity/entity-model.js';
import { parseEntityType } from '../entity/parse-entity-type.js';
import { parseUnionType } from '../entity/parse-union-type.js';
import { type ErrorModel, parseErrors } from './parse-errors.js';
import { parseFieldTypes } from './parse-field-types.js';
import { parseOperators } from './parse-operators.js';
import { readYaml } from './read-yaml.js';

export interface Spec {
  /** Absolute path of the folder. */
  readonly folder: string;
  /** In the order of their names. */
  readonly entities: readonly EntityModel[];
  readonly errors: readonly ErrorModel[];
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
