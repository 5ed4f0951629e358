/**
 * Checks a schema file against the catalog and a space: what it names must be there, in the file or in the space. Gives the schema in the
 * one form in which it can be compared. Pure; what only the rules of records know is found out when it is applied.
 */
import type { Catalog } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { apiNameProblem } from '../../metadata/custom-entities/api-names.js';
import type { YamlPath } from '../../yaml/located-yaml.js';
import { builtInSets, KnownFields, withPairedFields } from '../known-fields.js';
import {
  type DataSet,
  type Definition,
  type FileSchema,
  type Json,
  type Located,
  partsOfFieldName,
  type SpaceSchema,
} from '../schema.js';
import type { SchemaError } from '../schema-errors.js';
import { builtInTypes, type RecordType, typeDefaults, typesOfEntityType } from '../space/record-types.js';
import { withoutDefaults } from '../without-defaults.js';

export interface CheckedSchema {
  readonly file: FileSchema;
  readonly errors: readonly SchemaError[];
}

/**
 * @param system the catalog that all spaces have
 * @returns the schema to compare, and what is wrong with the names in it
 */
export function checkSchema(file: FileSchema, system: Catalog, space: SpaceSchema): CheckedSchema {
  const errors: SchemaError[] = [];
  const kinds = new Set([...(file.kinds ?? []), ...(space.kinds ?? [])].map(({ name }) => name));
  for (const { name, path } of file.kinds ?? []) {
    const problem = apiNameProblem(name);
    if (problem !== undefined) errors.push({ path, message: problem, isOfKey: true });
  }
  const types = checkTypes(file.types, system, kinds, errors);
  const named = { ...file, types, ...nameSets(file, system, space, errors) };
  const checked = { ...named, fields: named.fields && withPairedFields(named.fields) };
  checkFields(checked, system, space, kinds, errors);
  return { file: checked, errors };
}

function checkTypes(
  types: FileSchema['types'],
  system: Catalog,
  kinds: ReadonlySet<string>,
  errors: SchemaError[],
): FileSchema['types'] {
  const known = [...builtInTypes(system), ...[...kinds].map((kind) => typesOfEntityType(system, kind))];
  const checked = [...types].flatMap(([name, listed]) => {
    const type = known.find((one) => one.name === name);
    if (type) return [[name, listed.map((one) => checkType(one, type, errors))] as const];
    const hint = suggestion(
      name,
      known.map((one) => one.name),
    );
    errors.push({ path: ['types', name], message: `there are no such types.${hint}`, isOfKey: true });
    return [];
  });
  return new Map(checked);
}

function checkType(type: Definition<Located>, { members }: RecordType, errors: SchemaError[]): Definition<Located> {
  const names = members.map(({ name }) => name);
  for (const [name, value] of Object.entries(type.members)) {
    const member = members.find((one) => one.name === name);
    const path = [...type.path, name];
    if (!member) errors.push({ path, message: `is not known here.${suggestion(name, names)}`, isOfKey: true });
    else if (member.target && typeof value !== 'string') {
      errors.push({ path, message: `must be the ${member.target.label} of one of the ${member.target.collection}` });
    }
  }
  return { ...type, members: withoutDefaults('type', type.members, typeDefaults(members)) };
}

/** Sets of built-in fields, and those that only fields of the space have, get the names that other parts of the schema use. */
function nameSets(
  { dataSets, fields }: FileSchema,
  system: Catalog,
  space: SpaceSchema,
  errors: SchemaError[],
): Pick<FileSchema, 'dataSets' | 'fields'> {
  const builtIn = builtInSets(system);
  const named = new Map<string, DataSet<Located>>();
  const ownFields = new Set(fields?.map(({ name }) => name));
  for (const [name, set] of dataSets) {
    const isOwn = ownFields.has(name) && set.path[0] === 'fields';
    const known = isOwn ? name : builtIn.nameOf(name);
    if (known === undefined) {
      const message = `is not a built-in field with options.${suggestion(name, builtIn.fields)}`;
      errors.push({ path: set.path, message, isOfKey: true });
    } else if (named.has(known)) errors.push({ path: set.path, message: `is the same set as ${known}`, isOfKey: true });
    else named.set(known, set);
  }
  return { dataSets: named, fields: fields?.map((field) => inNamedSet(field, named, builtIn, space, errors)) };
}

function inNamedSet(
  field: Definition<Located>,
  named: ReadonlyMap<string, unknown>,
  builtIn: ReturnType<typeof builtInSets>,
  space: SpaceSchema,
  errors: SchemaError[],
): Definition<Located> {
  const { data_set } = field.members;
  if (typeof data_set !== 'string' || named.has(data_set)) return field;
  const inSpace = space.fields?.find(({ name }) => name === data_set)?.members.data_set;
  const known = builtIn.nameOf(data_set) ?? inSpace;
  if (known === undefined) {
    const { apiName } = partsOfFieldName(data_set);
    const hint = suggestion(data_set, [...named.keys(), ...builtIn.fields]);
    const message = `no field ${data_set} offers options; list the options of ${apiName} there or here.${hint}`;
    errors.push({ path: [...field.path, 'data_set'], message });
    return field;
  }
  return { ...field, members: { ...field.members, data_set: known } };
}

// Checks that everything exists to which the fields of a schema file refer. Pure.

interface Check {
  readonly known: KnownFields;
  /** Names of the entity types whose records a lookup can lead to. */
  readonly targets: ReadonlySet<string>;
  readonly add: (path: YamlPath, message: string) => void;
}

/**
 * @param kinds names of all custom entity types that there will be
 * @param errors gets what is wrong
 */
function checkFields(
  file: FileSchema,
  system: Catalog,
  space: SpaceSchema,
  kinds: ReadonlySet<string>,
  errors: SchemaError[],
): void {
  const fields = file.fields ?? [];
  const check: Check = {
    known: new KnownFields(system, file, space),
    targets: new Set([...system.entityTypes.map(({ name }) => name), ...kinds]),
    add: (path, message) => void errors.push({ path, message }),
  };
  checkOwners(fields, system, kinds, errors);
  for (const field of fields) checkField(field, check);
  checkAllowed(file, check);
}

function checkOwners(
  fields: readonly Definition<Located>[],
  system: Catalog,
  kinds: ReadonlySet<string>,
  errors: SchemaError[],
): void {
  const owners = [...system.entityTypes.filter(({ customFields }) => customFields).map(({ name }) => name), ...kinds];
  const wanted = new Set(fields.map(({ name }) => partsOfFieldName(name).entityType));
  for (const name of wanted) {
    if (owners.includes(name)) continue;
    const hint = suggestion(name, owners) || ` Those that can: ${owners.join(', ')}.`;
    errors.push({ path: ['fields', name], message: `cannot have custom fields.${hint}`, isOfKey: true });
  }
}

function checkField({ name, members, path }: Definition<Located>, { known, targets, add }: Check): void {
  const { entityType } = partsOfFieldName(name);
  const { parent_options_field: parent, shared_with_field: paired, default_value: standard, data_set: set } = members;
  if (typeof parent === 'string' && known.setOf(entityType, parent) === undefined) {
    add([...path, 'parent_options_field'], `${entityType} has no field "${parent}" that offers options`);
  }
  if (typeof paired === 'string' && known.members(paired) === undefined) {
    add([...path, 'shared_with_field'], `there is no field ${paired}.${suggestion(paired, known.names)}`);
  }
  if (typeof set === 'string' && typeof standard === 'string') {
    const options = known.optionsOf(set);
    if (!options.includes(standard)) {
      add([...path, 'default_value'], `"${standard}" is not a valid option.${suggestion(standard, options)}`);
    }
  }
  checkLookup(members.lookup, [...path, 'lookup'], { known, targets, add });
}

function checkLookup(lookup: Json | undefined, path: YamlPath, { known, targets, add }: Check): void {
  if (typeof lookup !== 'object' || lookup === null || !('entity_name' in lookup)) return;
  const [target, relation] = [String(lookup.entity_name), 'relation' in lookup ? lookup.relation : undefined];
  if (!targets.has(target)) {
    add([...path, 'entity_name'], `there is no entity type "${target}".${suggestion(target, targets)}`);
  }
  if (typeof relation === 'string' && known.members(relation)?.type_id !== 'lookup') {
    add([...path, 'relation'], `there is no lookup ${relation}.${suggestion(relation, known.names)}`);
  }
}

/** Options are allowed by those of the fields on which the fields that offer them depend. */
function checkAllowed({ fields = [], dataSets }: FileSchema, { known, add }: Check): void {
  for (const [set, { options }] of dataSets) {
    const parents = fields.flatMap(({ name, members: { data_set, parent_options_field: parent } }) => {
      const { entityType } = partsOfFieldName(name);
      return data_set === set && typeof parent === 'string' ? (known.setOf(entityType, parent) ?? []) : [];
    });
    const allowing = parents.flatMap((parent) => known.optionsOf(parent));
    for (const { path, members } of options) {
      const allowedBy = Array.isArray(members.allowed_by) ? members.allowed_by : [];
      allowedBy.forEach((name, index) => {
        const at = [...path, 'allowed_by', index];
        if (parents.length === 0) add(at, 'needs a field with these options that names its parent_options_field');
        else if (!allowing.includes(name)) {
          add(at, `"${name}" is not an option of ${parents.join(' or ')}.${suggestion(String(name), allowing)}`);
        }
      });
    }
  }
}
