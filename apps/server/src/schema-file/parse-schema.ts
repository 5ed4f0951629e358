/**
 * Reads a schema file: YAML to the schema that it says, each part with its place. Knows neither the catalog nor a space.
 */
import { suggestion } from '../errors/closest-name.js';
import { PlacedYaml, type YamlPath, YamlSyntaxError } from '../yaml/placed-yaml.js';
import { type ShapeMistake, shapeMistakes } from '../yaml/shape-mistakes.js';
import {
  type FileContent,
  type FileField,
  type FileKind,
  fileFormat,
  formatVersion,
  formatWords,
} from './file-format.js';
import { type FileOptions, optionsOfFile } from './options-of-file.js';
import { byName, type Definition, type FileSchema, fieldName, type Json, type Placed } from './schema.js';
import { mistakesError, SchemaFileError, type SchemaMistake, type SchemaSource } from './schema-mistakes.js';
import { isMap, soundPart } from './sound-part.js';
import { withoutDefaults } from './without-defaults.js';

/** A schema file that was read. */
export interface SchemaFile {
  /** What of it can be tried. */
  readonly schema: FileSchema;
  readonly source: SchemaSource;
  /** Of its form: what they concern is not in the schema. */
  readonly mistakes: readonly SchemaMistake[];
}

/**
 * @param file how messages name the text
 * @throws SchemaFileError with every mistake of the grammar when nothing of the file can be tried
 */
export function parseSchema(text: string, file: string): SchemaFile {
  const source = { file, yaml: readYaml(text, file) };
  const { value } = source.yaml;
  const parsed = fileFormat.safeParse(value);
  const mistakes = parsed.success ? [] : shapeMistakes(parsed.error).flatMap(toMistakes);
  const content = parsed.success ? parsed.data : readSound(source, mistakes);
  const options = optionsOfFile(content);
  if (options.mistakes.length === 0) return { schema: toSchema(content, options), source, mistakes };
  const all = [...mistakes, ...options.mistakes];
  const sound = readSound(source, all);
  return { schema: toSchema(sound, optionsOfFile(sound)), source, mistakes: all };
}

/** @throws SchemaFileError when there is no sound part: no file of this format */
function readSound(source: SchemaSource, mistakes: readonly SchemaMistake[]): FileContent {
  const { value } = source.yaml;
  const isOfFormat = isMap(value) && (value.version ?? formatVersion) === formatVersion;
  const sound = isOfFormat ? fileFormat.safeParse(soundPart(value, mistakes)) : undefined;
  if (!sound?.success) throw mistakesError(source, mistakes);
  return sound.data;
}

function readYaml(text: string, file: string): PlacedYaml {
  try {
    return PlacedYaml.parse(text);
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    throw new SchemaFileError(error.messages.map((message) => `${file}: ${message}`).join('\n'), { cause: error });
  }
}

function toMistakes({ path, message, unknownKeys, isOfKey }: ShapeMistake): SchemaMistake[] {
  if (unknownKeys === undefined) return [{ path, message, ...(isOfKey && { isOfKey }) }];
  return unknownKeys.map((key) => {
    // A word of the format may stand where it means nothing.
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
    content.kinds && Object.entries(content.kinds).map(([name, kind]) => toKind(name, kind, ['kinds', name]));
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

function toKind(name: string, members: FileKind, path: YamlPath): Definition<Placed> {
  return { name, path, members: withoutDefaults('kind', members) };
}

function toFields(
  fields: NonNullable<FileContent['fields']>,
  setOf: ReadonlyMap<string, string>,
): Definition<Placed>[] {
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
): Definition<Placed> {
  return { name, path, members: withoutDefaults('field', { ...members, data_set: set }) };
}
