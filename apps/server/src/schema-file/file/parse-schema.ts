/**
 * Parses a schema file: YAML to a schema, each part with its position. Knows neither the catalog nor a space.
 */
import { suggestion } from '../../errors/closest-name.js';
import { LocatedYaml, type ShapeError, shapeErrors, type YamlPath } from '../../yaml/located-yaml.js';
import {
  byName,
  type DataSet,
  type Definition,
  type FileSchema,
  fieldName,
  type Json,
  type Located,
  nameOfSet,
} from '../schema.js';
import { type SchemaError, SchemaFileError, type SchemaSource, schemaFileError } from '../schema-errors.js';
import { withoutDefaults } from '../without-defaults.js';
import {
  type FileContent,
  type FileEntityType,
  type FileField,
  type FileOption,
  fileFormat,
  formatVersion,
  formatWords,
} from './file-format.js';
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
  const source = { file, yaml: LocatedYaml.parse(text, file, SchemaFileError) };
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

/**
 * The sets of options of a schema file: which fields share one, and what it offers. A set has no name of its own; it is named after the
 * first field that chooses from it, so that files which list it at different fields say the same. Pure.
 */
interface FileOptions {
  readonly dataSets: ReadonlyMap<string, DataSet<Located>>;
  /** The name of the set that a field of the file chooses from, by the field. */
  readonly setOf: ReadonlyMap<string, string>;
  readonly errors: readonly SchemaError[];
}

interface ChoiceField {
  readonly name: string;
  readonly path: YamlPath;
  readonly given: NonNullable<FileField['data_set']>;
}

function optionsOfFile(content: FileContent): FileOptions {
  const fields = new Map(choiceFields(content).map((field) => [field.name, field]));
  const errors: SchemaError[] = [];
  const groups = new Map<string, string[]>();
  for (const { name, path } of fields.values()) {
    const root = rootOf(fields, name);
    if (root === undefined)
      errors.push({ path, message: 'takes its options from itself; list them at one of the fields' });
    else groups.set(root, [...(groups.get(root) ?? []), name]);
  }
  const dataSets = new Map(builtInSets(content));
  const setOf = new Map<string, string>();
  for (const [root, members] of groups) {
    const owner = fields.get(root);
    // What is no field of the file has its own set: one of a built-in field, or of a field that only the space has.
    const set = owner === undefined ? root : nameOfSet(members);
    for (const member of members) setOf.set(member, set);
    if (owner && typeof owner.given !== 'string') {
      dataSets.set(set, { path: owner.path, options: optionsAt(owner.path, owner.given, true) });
    }
  }
  return { dataSets, setOf, errors };
}

function choiceFields({ fields = {} }: FileContent): ChoiceField[] {
  return Object.entries(fields).flatMap(([entityType, ofType]) =>
    Object.entries(ofType).flatMap(([apiName, { data_set: given }]): ChoiceField[] => {
      if (given === undefined) return [];
      return [{ name: fieldName(entityType, apiName), path: ['fields', entityType, apiName, 'data_set'], given }];
    }),
  );
}

/** @returns the field at which the options are listed; undefined when the way to it is a circle */
function rootOf(fields: ReadonlyMap<string, ChoiceField>, name: string): string | undefined {
  const seen = new Set<string>();
  for (let at = name; ; ) {
    const given = fields.get(at)?.given;
    if (typeof given !== 'string') return at;
    if (seen.has(at)) return undefined;
    seen.add(at);
    at = given;
  }
}

function builtInSets({ data_sets = {} }: FileContent): [string, DataSet<Located>][] {
  return Object.entries(data_sets).map(([name, options]) => {
    const path = ['data_sets', name];
    return [name, { path, options: optionsAt(path, options, false) }];
  });
}

/** @param isCustom the set of a custom field, whose options have their positions as values unless they say otherwise */
function optionsAt(path: YamlPath, options: readonly FileOption[], isCustom: boolean): DataSet<Located>['options'] {
  return options.map(({ option_name: name, ...members }, index) => ({
    name,
    path: [...path, index],
    members: withoutDefaults('option', { ...(isCustom && { calc_value: index + 1 }), ...members }),
  }));
}
