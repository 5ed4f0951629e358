/**
 * Reads a mapping file: YAML to `Mapping`, or one error that names every error with its line. Knows no catalog.
 */
import { readFile } from 'node:fs/promises';
import { LocatedYaml, pathText, shapeErrors } from '../../yaml/located-yaml.js';
import { type Mapping, mappingSchema } from './mapping.js';

/** A mapping that cannot be used; the message has a line for each error. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

/** @throws MappingError when the file cannot be read or is not a mapping */
export async function loadMapping(file: string): Promise<Mapping> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new MappingError(`cannot read the mapping ${file}: ${(cause as Error).message}`, { cause });
  }
  return parseMapping(text, file);
}

/**
 * @param file how messages name the text
 * @throws MappingError
 */
export function parseMapping(text: string, file: string): Mapping {
  const yaml = LocatedYaml.parse(text, file, MappingError);
  const parsed = mappingSchema.safeParse(yaml.value);
  if (parsed.success) return parsed.data;
  const errors = shapeErrors(parsed.error).map(({ path, message }) => {
    const place = path.length === 0 ? '' : `${pathText(path)}: `;
    return `${file}:${yaml.positionOf(path).line}: ${place}${message}`;
  });
  throw new MappingError(errors.join('\n'));
}
