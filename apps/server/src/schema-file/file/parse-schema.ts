/**
 * Parses a schema file: YAML to a schema, each part with its position. Knows neither the catalog nor a space.
 */
import { suggestion } from '../../errors/closest-name.js';
import { LocatedYaml, type YamlPath, YamlSyntaxError } from '../../yaml/located-yaml.js';
import { type ShapeError, shapeErrors } from '../../yaml/shape-errors.js';
import { byName, type Definition, type FileSchema, fieldName, type Json, type Located } from '../schema.js';
import { type SchemaError, SchemaFileError, type SchemaSource, schemaFileError } from '../schema-errors.js';
import { withoutDefaults } from '../without-defaults.js';
import {
  type FileContent,
  type FileEntityType,
  type FileField,
  fileFormat,
  formatVersion,
  formatWords,
} from './file-format.js';
import { type FileOptions, optionsOfFile } from './options-of-file.js';
import { isMap, validPart } from './valid-part.js';

/** A schema file that was read. */
export interface SchemaFile {
  /** What of it can be tried. */
  readonly schema: FileSchema;
  readonly source: SchemaSource;
  /** Of its form: what they concern is not in the schema. */
  readonly errors: readonly SchemaError[];
}

/**
 * @param file how messages name the text
 * @throws SchemaFileError with every error of the grammar when nothing of the file can be tried
 */
export function parseSchema(text: string, file: string): SchemaFile {
  const source = { file, yaml: readYaml(text, file) };
  const { value } = source.yaml;
  const parsed = fileFormat.safeParse(value);
  const errors = parsed.success ? [] : shapeErrors(parsed.error).flatMap(toErrors);
  const content = parsed.success ? parsed.data : readValidPart(source, errors);
  const options = optionsOfFile(content);
  if (options.errors.length === 0) return { schema: toSchema(content, options), source, errors };
  const all = [...errors, ...options.errors];
  const valid = readValidPart(source, all);
  return { schema: toSchema(valid, optionsOfFile(valid)), source, errors: all };
}

/** @throws SchemaFileError when there is no valid part: no file of this format */
function readValidPart(source: SchemaSource, errors: readonly SchemaError[]): FileContent {
  const { value } = source.yaml;
  const isOfFormat = isMap(value) && (value.version ?? formatVersion) === formatVersion;
  const valid = isOfFormat ? fileFormat.safeParse(validPart(value, errors)) : undefined;
  if (!valid?.success) throw schemaFileError(source, errors);
  return valid.data;
}

function readYaml(text: string, file: string): LocatedYaml {
  try {
    return LocatedYaml.parse(text);
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    throw new SchemaFileError(error.messages.map((message) => `${file}: ${message}`).join('\n'), { cause: error });
  }
}

function toErrors({ path, message, unknownKeys, isOfKey }: ShapeError): SchemaError[] {
  if (unknownKeys === undefined) return [{ path, message, ...(isOfKey && { isOfKey }) }];
  return unknownKeys.map((key) => {
    // A word of the format may be used where it means nothing.
    const hint = suggestion(
      key,
      formatWords.filter((word) => word !== key),
    );
    return { path: [...path, key], message: `is not known here.${hint}`, isOfKey: true };
  });
}

function toSchema(content: FileContent, { dataSets, setOf }: FileOptions): FileSchema {
  const fields = content.fields && toFields(content.fields, setOf);
  const kinds =
    content.kinds && Object.entries(content.kinds).map(([name, kind]) => toEntityType(name, kind, ['kinds', name]));
  const types = Object.entries(content.types ?? {}).map(([entityType, ofType]) => {
    const listed = ofType.map(({ name, ...members }, index) => ({
      name,
      // Whether these are values at all is found out with the entity type.
      members: members as Readonly<Record<string, Json>>,
      path: ['types', entityType, index],
    }));
    return [entityType, listed] as const;
  });
  return { kinds: kinds?.sort(byName), types: new Map(types), dataSets, fields };
}

function toEntityType(name: string, members: FileEntityType, path: YamlPath): Definition<Located> {
  return { name, path, members: withoutDefaults('kind', members) };
}

function toFields(
  fields: NonNullable<FileContent['fields']>,
  setOf: ReadonlyMap<string, string>,
): Definition<Located>[] {
  return Object.entries(fields)
    .flatMap(([entityType, ofType]) =>
      Object.entries(ofType).map(([apiName, field]) => {
        const name = fieldName(entityType, apiName);
        return toField(name, field, setOf.get(name), ['fields', entityType, apiName]);
      }),
    )
    .sort(byName);
}

/** @param set name of the set of its options */
function toField(
  name: string,
  { data_set: _options, ...members }: FileField,
  set: string | undefined,
  path: YamlPath,
): Definition<Located> {
  return { name, path, members: withoutDefaults('field', { ...members, data_set: set }) };
}
