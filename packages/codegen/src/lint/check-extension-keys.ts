/**
 * Checks that every `x-` key in the files of the spec is described in `extensions.md`, and that nothing is described there
 * that no file uses.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonValue } from '@headwater/contract';
import { readText, readYaml } from '../spec/read-yaml.js';

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
