/**
 * The sets of options of a schema file: which fields share one, and what it offers. A set has no name of its own; it is named after the
 * first field that chooses from it, so that files which list it at different fields say the same. Pure.
 */
import type { YamlPath } from '../../yaml/located-yaml.js';
import { type DataSet, fieldName, type Located, nameOfSet } from '../schema.js';
import type { SchemaError } from '../schema-errors.js';
import { withoutDefaults } from '../without-defaults.js';
import type { FileContent, FileField, FileOption } from './file-format.js';

export interface FileOptions {
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

export function optionsOfFile(content: FileContent): FileOptions {
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
