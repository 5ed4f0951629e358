/** Every check of the spec: what loading and bundling already reject, our own rules, and Redocly's. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  asJsonObject,
  camelCase,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  namesWithoutType,
  reverseRelations,
} from '@headwater/contract';
import { buildSchema, isObjectType } from 'graphql';
import type { EntityModel } from '../entity/entity-model.js';
import { graphqlSdl } from '../graphql/graphql-sdl.js';
import { bundleDocument } from '../openapi/bundle-document.js';
import type { Spec } from '../spec/load-spec.js';
import { readText, readYaml } from '../spec/read-yaml.js';

/**
 * @returns the errors found; none when the spec is valid
 * @throws SpecError for an error that prevents bundling
 */
export function lintSpec(spec: Spec): string[] {
  const v100 = bundleDocument(spec, 'v100');
  const v1 = bundleDocument(spec, 'v1');
  const redocly = runRedocly(spec.folder, { v100, v1 });
  return [
    ...checkExtensionKeys(spec.folder),
    ...checkNamesAgree(spec.entities, v100, graphqlSdl(spec)),
    ...(redocly === '' ? [] : [redocly]),
  ];
}

// Checks that every `x-` key in the files of the spec is described in `extensions.md`, and that nothing is described there
// that no file uses.

const descriptions = 'extensions.md';

/** @returns the errors found, each a sentence with its file */
export function checkExtensionKeys(specFolder: string): string[] {
  const described = new Set(
    [...readText(specFolder, descriptions).matchAll(/^\| `(x-[a-z0-9-]+)`/gm)].map(([, key]) => key),
  );
  const used = new Map<string, string>();
  for (const file of yamlFiles(specFolder)) {
    for (const key of extensionKeys(readYaml(specFolder, file).value)) if (!used.has(key)) used.set(key, file);
  }
  const undescribed = [...used].filter(([key]) => !described.has(key));
  const unused = [...described].filter((key) => key !== undefined && !used.has(key));
  return [
    ...undescribed.map(([key, file]) => `${file}: ${key} is not described in ${descriptions}`),
    ...unused.map((key) => `${descriptions}: no file uses ${key}`),
  ];
}

function yamlFiles(specFolder: string): string[] {
  return readdirSync(join(specFolder, 'openapi'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => join('openapi', file));
}

function extensionKeys(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(extensionKeys);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(key.startsWith('x-') ? [key] : []),
    ...extensionKeys(item),
  ]);
}

// Checks that REST and GraphQL show the same entity types with the same members, but for the references that GraphQL follows
// backwards. Both come from the entity files, but by different code: this is where a difference between the two would show.

type NamedMembers = Pick<EntityModel, 'name' | 'fields' | 'operations' | 'graphql' | 'reverse' | 'union'>;

/** @returns the differences found, each a sentence */
export function checkNamesAgree(entities: readonly NamedMembers[], document: JsonObject, sdl: string): string[] {
  const schema = buildSchema(sdl);
  const reverse = reverseRelations(entities);
  return entities.flatMap(({ name, fields }) => {
    const properties = asJsonObject(
      asJsonObject(asJsonObject(asJsonObject(document.components).schemas)[name]).properties,
    );
    const withoutType = fields.flatMap(namesWithoutType);
    const inRest = without(Object.keys(properties), withoutType).map(camelCase);
    const type = schema.getType(name);
    const backwards = (reverse.get(name) ?? []).map((relation) => relation.name);
    const inGraphql = isObjectType(type) ? without(Object.keys(type.getFields()), backwards) : [];
    return [
      ...without(inRest, inGraphql).map((member) => `${name}.${member} is missing in GraphQL`),
      ...without(inGraphql, inRest).map((member) => `${name}.${member} is missing in REST v100`),
    ];
  });
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

// Runs Redocly's linter over bundled documents with the rules of `spec/redocly.yaml`.
// Waits on a child process; writes the documents to a folder of their own and removes it again.

/**
 * @param documents by name without extension
 * @returns what Redocly says is wrong; empty when nothing is
 */
export function runRedocly(specFolder: string, documents: Readonly<Record<string, JsonObject>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-spec-'));
  try {
    const files = Object.entries(documents).map(([name, document]) => {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(document, null, 2));
      return `${name}.json`;
    });
    const config = join(specFolder, 'redocly.yaml');
    const result = spawnSync(process.execPath, [redoclyCommand(), 'lint', ...files, '--config', config], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    });
    if (result.error) throw result.error;
    return result.status === 0 ? '' : `${result.stdout}${result.stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function redoclyCommand(): string {
  const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  return join(dirname(manifest), 'bin/cli.js');
}
