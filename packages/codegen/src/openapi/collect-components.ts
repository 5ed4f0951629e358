/**
 * Gathers the components that a document needs, and no others: generated schemas by name, all else from the files of
 * `spec/openapi/shared`, where a component is called like its file.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  asJsonObject,
  componentReferences,
  type ErrorDefinition,
  type JsonObject,
  type JsonValue,
  type Placeholders,
} from '@headwater/contract';
import type { Spec } from '../spec/load-spec.js';
import { readYaml } from '../spec/read-yaml.js';
import { SpecError } from '../spec/spec-error.js';
import { SpecNode } from '../spec/spec-node.js';
import { expandPlaceholders } from './expand-placeholders.js';

export interface ComponentSources {
  readonly spec: Spec;
  /** Schemas that are worked out from entity files, by name. */
  readonly generatedSchemas: ReadonlyMap<string, JsonObject>;
  readonly placeholders: Placeholders;
}

/**
 * @param parts what refers to components; what those refer to is followed
 * @returns the components by kind, each kind in the order of names
 * @throws SpecError for a reference to nothing
 */
export function collectComponents(parts: JsonValue, sources: ComponentSources): Record<string, JsonObject> {
  const found = new Map<string, Map<string, JsonValue>>();
  const waiting = componentReferences(parts);
  for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
    const { kind, name } = reference;
    const ofKind = found.get(kind) ?? new Map<string, JsonValue>();
    found.set(kind, ofKind);
    if (ofKind.has(name)) continue;
    const component =
      (kind === 'schemas' && sources.generatedSchemas.get(name)) || sharedComponent(kind, name, sources);
    ofKind.set(name, component);
    waiting.push(...componentReferences(component));
  }
  return Object.fromEntries(
    [...found].sort(byKey).map(([kind, ofKind]) => [kind, Object.fromEntries([...ofKind].sort(byKey))]),
  );
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}

function sharedComponent(kind: string, name: string, { spec, placeholders }: ComponentSources): JsonValue {
  const file = `openapi/shared/${kind}/${name}.yaml`;
  if (!existsSync(join(spec.folder, file))) {
    throw new SpecError({ file }, `a document refers to #/components/${kind}/${name}, but there is no such file`);
  }
  const node = readYaml(spec.folder, file);
  const expanded = new SpecNode(expandPlaceholders(node, placeholders), [], () => ({ file }));
  return kind === 'responses' ? expandErrorResponse(expanded, spec.errors) : expanded.value;
}

// A response that names errors (`x-errors`) gets a body and one example for each of them from the error table, so that a
// code, its name and its status are written in one place only. Pure.

const shapeNames = ['v100', 'v1', 'both'] as const;

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

type ErrorBody = (error: ErrorDefinition) => JsonObject;

const currentBody: ErrorBody = ({ code, name, title, status }) => ({
  code,
  name,
  message: title,
  http_status: status,
  success: false,
});
const legacyBody: ErrorBody = ({ code, title }) => ({ errorcode: code, message: title });

const currentSchema: JsonObject = { $ref: '#/components/schemas/Error' };
const legacySchema: JsonObject = { $ref: '#/components/schemas/LegacyError' };

/** The bodies that an error can have; `x-error-shape` picks one. */
const shapes: Record<(typeof shapeNames)[number], { readonly schema: JsonObject; readonly body: ErrorBody }> = {
  v100: { schema: currentSchema, body: currentBody },
  v1: { schema: legacySchema, body: legacyBody },
  both: {
    schema: { allOf: [currentSchema, legacySchema] },
    body: (error) => ({ ...currentBody(error), ...legacyBody(error) }),
  },
};

/**
 * @param response a file of `shared/responses`; returned as it is when it names no error
 * @throws SpecError when an error does not exist or has no status of its own
 */
function expandErrorResponse(response: SpecNode, errors: readonly ErrorDefinition[]): JsonValue {
  const names = response.find('x-errors');
  if (!names) return response.value;
  const shape = shapes[response.find('x-error-shape')?.asOneOf(shapeNames) ?? 'v100'];
  const used = names.items().map((item) => {
    const error = errors.find((candidate) => candidate.name === item.asString());
    if (!error) return item.fail(`there is no error "${item.asString()}" in errors.yaml`);
    return error.status === null ? item.fail(`${error.name} is only inside a validation error`) : error;
  });
  const { 'x-errors': _, 'x-error-shape': __, headers, content, ...rest } = asJsonObject(response.value);
  const media = asJsonObject(asJsonObject(content)['application/json']);
  const examples = used.map((error) => [error.name, { summary: error.title, value: shape.body(error) }]);
  return {
    ...rest,
    headers: { ...asJsonObject(headers), ...requestIdHeader },
    content: {
      'application/json': {
        ...(shape.schema && { schema: shape.schema }),
        ...media,
        examples: Object.fromEntries(examples),
      },
    },
  };
}
