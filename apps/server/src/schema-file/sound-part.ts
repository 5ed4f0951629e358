/**
 * The part of a schema file that can be tried although other parts are malformed. What is malformed is left out, and so is what names it
 * or may, so that nothing is told which only comes of a mistake of form. Knows the names of built-in entity types, but no space.
 */
import { entityTypes } from '@headwater/catalog';
import { typeNameOf } from '../metadata/custom-entities/kind-names.js';
import type { YamlPath } from '../yaml/placed-yaml.js';
import { choiceTypes, fieldTypes, formatVersion } from './file-format.js';
import { fieldName } from './schema.js';
import type { SchemaMistake } from './schema-mistakes.js';

type RawMap = Readonly<Record<string, unknown>>;

/** A kind, the types of an entity type, the options of a built-in field, or a field, as the file has it. */
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
  /** Names of kinds and fields. */
  readonly words: ReadonlySet<string>;
  /** Names of entity types beside which any may be lost, as names of kinds cannot be read; undefined: all can. */
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

/** @returns what is left of the value of a file; all of it when there are no mistakes */
export function soundPart(file: RawMap, mistakes: readonly SchemaMistake[]): RawMap {
  const parts = partsOf(file);
  const left = new Set(parts.filter(({ path }) => mistakes.some((mistake) => isOnOnePath(mistake.path, path))));
  for (;;) {
    const sound = parts.filter((part) => !left.has(part));
    const lost = lostBy([...left], sound, mistakes);
    const unclear = sound.filter((part) => isUnclear(part, lost));
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

function lostBy(left: readonly Part[], sound: readonly Part[], mistakes: readonly SchemaMistake[]): Lost {
  const partsIn = (parts: readonly Part[], section: Section) => parts.filter((part) => part.section === section);
  const hidesNames = (section: Section) => mistakes.some((mistake) => isOfNames(mistake, section));
  const typesIn = (parts: readonly Part[]) => partsIn(parts, 'kinds').flatMap(({ name }) => [name, typeNameOf(name)]);
  const fields = partsIn(left, 'fields');
  const known = partsIn(sound, 'fields').map(({ name, path }) => fieldName(String(path[1]), name));
  return {
    words: new Set([...typesIn(left), ...withIds(fields.flatMap(({ name, value }) => [name, ...tiesOf(value)]))]),
    knownTypes: hidesNames('kinds') ? new Set([...builtInTypes, ...typesIn(sound)]) : undefined,
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
function isOfNames({ path, isOfKey }: SchemaMistake, section: Section): boolean {
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
  const isKept = (...path: string[]) => !paths.has(path.join('\n'));
  const kept = sections.flatMap((section): [string, RawMap][] => {
    if (!isMap(file[section])) return [];
    const entries = entriesOf(file[section]);
    if (section !== 'fields') return [[section, Object.fromEntries(entries.filter(([key]) => isKept(section, key)))]];
    const owners = entries.flatMap(([owner, ofType]) => {
      const fields = entriesOf(ofType).filter(([name]) => isKept(section, owner, name));
      return fields.length === 0 ? [] : [[owner, Object.fromEntries(fields)] as const];
    });
    return [[section, Object.fromEntries(owners)]];
  });
  return { version: formatVersion, ...Object.fromEntries(kept) };
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
