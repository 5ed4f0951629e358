/**
 * Reads a schema file: YAML to the schema that it says, each part with its place. Knows neither the catalog nor a space.
 */
import { suggestion } from '../errors/closest-name.js';
import { PlacedYaml, type YamlPath, YamlSyntaxError } from '../yaml/placed-yaml.js';
import { type ShapeMistake, shapeMistakes } from '../yaml/shape-mistakes.js';
import { type FileContent, type FileField, type FileKind, fileFormat, formatWords } from './file-format.js';
import { optionsOfFile } from './options-of-file.js';
import { byName, type Definition, type FileSchema, fieldName, type Json, type Placed } from './schema.js';
import {
  mistakesError,
  refuseMistakes,
  SchemaFileError,
  type SchemaMistake,
  type SchemaSource,
} from './schema-mistakes.js';
import { withoutDefaults } from './without-defaults.js';

/**
 * @param file how messages name the text
 * @throws SchemaFileError with every mistake of the grammar
 */
export function parseSchema(
  text: string,
  file: string,
): { readonly schema: FileSchema; readonly source: SchemaSource } {
  const source = { file, yaml: readYaml(text, file) };
  const parsed = fileFormat.safeParse(source.yaml.value);
  if (!parsed.success) throw mistakesError(source, shapeMistakes(parsed.error).flatMap(toMistakes));
  const { schema, mistakes } = toSchema(parsed.data);
  refuseMistakes(source, mistakes);
  return { schema, source };
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
    const hint = suggestion(key, formatWords);
    return { path: [...path, key], message: `is not known here.${hint}`, isOfKey: true };
  });
}

function toSchema(content: FileContent): { readonly schema: FileSchema; readonly mistakes: readonly SchemaMistake[] } {
  const { dataSets, setOf, mistakes } = optionsOfFile(content);
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
  return { schema: { kinds: kinds?.sort(byName), types: new Map(types), dataSets, fields }, mistakes };
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
