/**
 * What is wrong with a schema file, as one error with a line for each: its position, what is wrong, what would be right.
 */
import type { LocatedYaml, YamlPath } from '../yaml/located-yaml.js';
import { pathText } from '../yaml/located-yaml.js';

/** A schema file that cannot be used. */
export class SchemaFileError extends Error {
  override readonly name = 'SchemaFileError';
}

export interface SchemaError {
  /** Of what is wrong; of what is missing in the file, that which would hold it. */
  readonly path: YamlPath;
  readonly message: string;
  /** The path ends with a key that is wrong itself, not with its value. */
  readonly isOfKey?: true;
}

/** A schema file that was read: how messages name it, and the positions of its parts. */
export interface SchemaSource {
  readonly file: string;
  readonly yaml: LocatedYaml;
}

/** @returns `schema.yaml:12:7: fields.Contact.cf_x.name: is missing` for each error, in the order of the file */
function errorLines({ file, yaml }: SchemaSource, errors: readonly SchemaError[]): string[] {
  return errors
    .map(({ path, message, isOfKey }) => {
      const { line, column } = isOfKey ? yaml.keyPositionOf(path) : yaml.positionOf(path);
      const what = path.length === 0 ? '' : `${pathText(path)}: `;
      return { line, column, text: `${file}:${line}:${column}: ${what}${message}` };
    })
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ text }) => text);
}

export function schemaFileError(source: SchemaSource, errors: readonly SchemaError[]): SchemaFileError {
  return new SchemaFileError(errorLines(source, errors).join('\n'));
}

/** @throws SchemaFileError when there are errors */
export function rejectErrors(source: SchemaSource, errors: readonly SchemaError[]): void {
  if (errors.length > 0) throw schemaFileError(source, errors);
}

/** @returns whether an error is at a path at and below which none of the others is */
export function isApartFrom(others: readonly SchemaError[]): (error: Pick<SchemaError, 'path'>) => boolean {
  const places = new Set(others.flatMap(({ path }) => prefixesOf(path)));
  return ({ path }) => !places.has(pathText(path));
}

/** @returns the texts of a path and of all that leads to it */
export function prefixesOf(path: YamlPath): string[] {
  return path.map((_, index) => pathText(path.slice(0, index + 1)));
}
