/**
 * Checks that everything exists to which the fields of a schema file refer. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import type { YamlPath } from '../../yaml/located-yaml.js';
import { KnownFields } from '../known-fields.js';
import {
  type Definition,
  type FileSchema,
  type Json,
  type Located,
  partsOfFieldName,
  type SpaceSchema,
} from '../schema.js';
import type { SchemaError } from '../schema-errors.js';

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
export function checkFields(
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
