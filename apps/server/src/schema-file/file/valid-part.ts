/**
 * The part of a schema file that can be checked although other parts are malformed. Drops malformed definitions and everything that
 * references them, so that follow-on errors are not reported. Knows the names of built-in entity types, but no space.
 */
import { entityTypes } from '@headwater/catalog';
import { typeNameOf } from '../../metadata/custom-entities/api-names.js';
import type { YamlPath } from '../../yaml/located-yaml.js';
import { fieldName } from '../schema.js';
import type { SchemaError } from '../schema-errors.js';
import { choiceTypes, fieldTypes, formatVersion } from './file-format.js';

type RawMap = Readonly<Record<string, unknown>>;

/** A custom entity type, the types of an entity type, the options of a built-in field, or a field, as the file has it. */
interface Part {
  readonly path: YamlPath;
  /** Of the section that it is in. */
  readonly section: Section;
  readonly name: string;
  readonly value: unknown;
}

type Section = (typeof sections)[number];

/** What the parts that are left out would have said. */
interface Lost {
  /** Names of custom entity types and fields. */
  readonly words: ReadonlySet<string>;
  /** When names of custom entity types cannot be read: the names that are known; undefined: all can be read. */
  readonly knownTypes: ReadonlySet<string> | undefined;
  /** The same of fields, as `Contact.cf_x`. */
  readonly knownFields: ReadonlySet<string> | undefined;
  /** Options of built-in fields. */
  readonly builtInOptions: boolean;
  /** Which field decides about options that others list. */
  readonly deciding: boolean;
}

const sections = ['kinds', 'types', 'data_sets', 'fields'] as const;
const builtInTypes = entityTypes.map(({ name }) => name);
const fieldNames = /(?:\w+\.)?\bcf_\w+/g;
/** Members of a field that name something. */
const namingMembers = ['calc_formula', 'parent_options_field', 'lookup', 'rollup', 'data_set', 'shared_with_field'];

/** @returns what is left of the value of a file; all of it when there are no errors */
export function validPart(file: RawMap, errors: readonly SchemaError[]): RawMap {
  const parts = partsOf(file);
  const left = new Set(parts.filter(({ path }) => errors.some((error) => isOnOnePath(error.path, path))));
  for (;;) {
    const valid = parts.filter((part) => !left.has(part));
    const lost = lostBy([...left], valid, errors);
    const unclear = valid.filter((part) => isUnclear(part, lost));
    if (unclear.length === 0) return without(file, left);
    for (const part of unclear) left.add(part);
  }
}

function partsOf(file: RawMap): Part[] {
  return sections.flatMap((section) =>
    entriesOf(file[section]).flatMap(([key, value]): Part[] => {
      if (section !== 'fields') return [{ section, path: [section, key], name: key, value }];
      return entriesOf(value).map(([name, field]) => ({ section, path: [section, key, name], name, value: field }));
    }),
  );
}

function isOnOnePath(a: YamlPath, b: YamlPath): boolean {
  return a.slice(0, b.length).every((key, index) => key === b[index]);
}

function lostBy(left: readonly Part[], valid: readonly Part[], errors: readonly SchemaError[]): Lost {
  const partsIn = (parts: readonly Part[], section: Section) => parts.filter((part) => part.section === section);
  const hidesNames = (section: Section) => errors.some((error) => isOfNames(error, section));
  const typesIn = (parts: readonly Part[]) => partsIn(parts, 'kinds').flatMap(({ name }) => [name, typeNameOf(name)]);
  const fields = partsIn(left, 'fields');
  const known = partsIn(valid, 'fields').map(({ name, path }) => fieldName(String(path[1]), name));
  return {
    words: new Set([...typesIn(left), ...withIds(fields.flatMap(({ name, value }) => [name, ...tiesOf(value)]))]),
    knownTypes: hidesNames('kinds') ? new Set([...builtInTypes, ...typesIn(valid)]) : undefined,
    knownFields: hidesNames('fields') ? new Set(withIds(known)) : undefined,
    builtInOptions: hidesNames('data_sets') || partsIn(left, 'data_sets').length > 0,
    deciding: hidesNames('fields') || fields.some(({ value }) => mayChoose(value)),
  };
}

/** A choice is also known by the member that holds its id. */
function withIds(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, `${name}_id`]);
}

/** Whether what is wrong keeps names of a section from being read: keys of it, or all of it, maybe under another name. */
function isOfNames({ path, isOfKey }: SchemaError, section: Section): boolean {
  const [first, ...rest] = path;
  if (rest.length === 0) return first === section || !['version', ...sections].includes(String(first));
  if (first !== section) return false;
  return section === 'fields' ? rest.length === 1 || (rest.length === 2 && !!isOfKey) : rest.length === 1 && !!isOfKey;
}

function isUnclear({ section, name, path, value }: Part, lost: Lost): boolean {
  switch (section) {
    case 'kinds':
      return false;
    case 'types':
      return lost.words.has(name) || isLostType(name, lost);
    case 'data_sets':
      return lost.deciding && isDecided(value);
    case 'fields':
      return isUnclearField(String(path[1]), isMap(value) ? value : {}, lost);
  }
}

function isUnclearField(owner: string, field: RawMap, lost: Lost): boolean {
  const words = [owner, ...wordsOf(namingMembers.map((member) => field[member]))];
  return (
    words.some((word) => lost.words.has(word)) ||
    fieldsNamedBy(owner, field).some((name) => isLostField(name, lost)) ||
    [owner, ...targetOf(field)].some((name) => isLostType(name, lost)) ||
    (lost.builtInOptions && mayNeedBuiltInOptions(field)) ||
    (lost.deciding && isDecided(field.data_set))
  );
}

function isLostType(name: string, { knownTypes }: Lost): boolean {
  return knownTypes !== undefined && !knownTypes.has(name);
}

function isLostField(name: string, { knownFields }: Lost): boolean {
  return knownFields !== undefined && !knownFields.has(name);
}

/** @returns the fields of the space that a field names; of whose records a roll-up is, the file alone does not say */
function fieldsNamedBy(owner: string, field: RawMap): string[] {
  const { relation, ...others } = isMap(field.rollup) ? field.rollup : {};
  const named = wordsOf([...namingMembers.map((member) => member !== 'rollup' && field[member]), relation], fieldNames);
  const qualified = named.map((name) => (name.includes('.') ? name : fieldName(owner, name)));
  return [...qualified, ...wordsOf(others, fieldNames)];
}

/** What is true of a field and of the other one alike, wherever it is said. */
function tiesOf(value: unknown): string[] {
  return isMap(value) ? wordsOf([value.data_set, value.shared_with_field].filter(isText)).filter(isApiName) : [];
}

function isApiName(word: string): boolean {
  return word.startsWith('cf_');
}

/** Whether a malformed field may be one that chooses from options. */
function mayChoose(value: unknown): boolean {
  const type: unknown = isMap(value) ? value.type_id : undefined;
  return choiceTypes.some((one) => one === type) || !fieldTypes.some((one) => one === type);
}

/** Whether options say by which ones of another field they are allowed. */
function isDecided(options: unknown): boolean {
  return Array.isArray(options) && options.some((option) => isMap(option) && option.allowed_by !== undefined);
}

function mayNeedBuiltInOptions({ data_set, parent_options_field: parent, rollup }: RawMap): boolean {
  const isBuiltIn = (name: unknown) => isText(name) && !wordsOf(name).some(isApiName);
  return isBuiltIn(data_set) || isBuiltIn(parent) || (isMap(rollup) && rollup.filter !== undefined);
}

function targetOf({ lookup }: RawMap): string[] {
  return isMap(lookup) && isText(lookup.entity_name) ? [lookup.entity_name] : [];
}

/** @returns all words in texts and keys, `Contact.cf_x` as two */
function wordsOf(value: unknown, words = /\w+/g): string[] {
  if (isText(value)) return value.match(words) ?? [];
  if (Array.isArray(value)) return value.flatMap((part) => wordsOf(part, words));
  return entriesOf(value).flatMap(([key, part]) => [...wordsOf(key, words), ...wordsOf(part, words)]);
}

function without(file: RawMap, left: ReadonlySet<Part>): RawMap {
  const paths = new Set([...left].map(({ path }) => path.join('\n')));
  const isLeft = (...path: string[]) => !paths.has(path.join('\n'));
  const rest = sections.flatMap((section): [string, RawMap][] => {
    if (!isMap(file[section])) return [];
    const entries = entriesOf(file[section]);
    if (section !== 'fields') return [[section, Object.fromEntries(entries.filter(([key]) => isLeft(section, key)))]];
    const owners = entries.flatMap(([owner, ofType]) => {
      const fields = entriesOf(ofType).filter(([name]) => isLeft(section, owner, name));
      return fields.length === 0 ? [] : [[owner, Object.fromEntries(fields)] as const];
    });
    return [[section, Object.fromEntries(owners)]];
  });
  return { version: formatVersion, ...Object.fromEntries(rest) };
}

export function isMap(value: unknown): value is RawMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function entriesOf(value: unknown): [string, unknown][] {
  return isMap(value) ? Object.entries(value) : [];
}
