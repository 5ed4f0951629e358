/**
 * Gathers the components that a document needs, and no others: generated schemas by name, all else from the files of
 * `spec/openapi/shared`, where a component is called like its file.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { componentReferences, type JsonObject, type JsonValue, type Placeholders } from '@headwater/contract';
import type { Spec } from '../spec/load-spec.js';
import { readYaml } from '../spec/read-yaml.js';
import { SpecError } from '../spec/spec-error.js';
import { SpecNode } from '../spec/spec-node.js';
import { expandErrorResponse } from './expand-error-response.js';
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
