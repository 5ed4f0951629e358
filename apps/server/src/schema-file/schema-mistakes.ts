/**
 * What is wrong with a schema file, as one error with a line for each mistake: place, what is wrong, what would be right.
 */
import type { PlacedYaml, YamlPath } from '../yaml/placed-yaml.js';
import { pathText } from '../yaml/placed-yaml.js';

/** A schema file that cannot be used. */
export class SchemaFileError extends Error {
  override readonly name = 'SchemaFileError';
}

export interface SchemaMistake {
  /** Of what is wrong; of what is missing in the file, that which would hold it. */
  readonly path: YamlPath;
  readonly message: string;
  /** The path ends with a key that is wrong itself, not with its value. */
  readonly isOfKey?: true;
}

/** A schema file that was read: how messages name it, and where its parts stand. */
export interface SchemaSource {
  readonly file: string;
  readonly yaml: PlacedYaml;
}

/** @returns `schema.yaml:12:7: fields.Contact.cf_x.name: is missing` for each mistake, in the order of the file */
function mistakeLines({ file, yaml }: SchemaSource, mistakes: readonly SchemaMistake[]): string[] {
  return mistakes
    .map(({ path, message, isOfKey }) => {
      const { line, column } = isOfKey ? yaml.keyPlaceOf(path) : yaml.placeOf(path);
      const what = path.length === 0 ? '' : `${pathText(path)}: `;
      return { line, column, text: `${file}:${line}:${column}: ${what}${message}` };
    })
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ text }) => text);
}

export function mistakesError(source: SchemaSource, mistakes: readonly SchemaMistake[]): SchemaFileError {
  return new SchemaFileError(mistakeLines(source, mistakes).join('\n'));
}

/** @throws SchemaFileError when there are mistakes */
export function refuseMistakes(source: SchemaSource, mistakes: readonly SchemaMistake[]): void {
  if (mistakes.length > 0) throw mistakesError(source, mistakes);
}

/** @returns whether a mistake is at a place at and below which none of the others is */
export function lacksPlaceOf(others: readonly SchemaMistake[]): (mistake: Pick<SchemaMistake, 'path'>) => boolean {
  const places = new Set(others.flatMap(({ path }) => prefixesOf(path)));
  return ({ path }) => !places.has(pathText(path));
}

/** @returns the texts of a path and of all that leads to it */
export function prefixesOf(path: YamlPath): string[] {
  return path.map((_, index) => pathText(path.slice(0, index + 1)));
}
