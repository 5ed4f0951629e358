/**
 * Writes a schema as the text of a schema file: the same bytes for the same schema. Pure; the reverse of `parse-schema.ts`.
 */

import { customFieldTypes } from '@headwater/catalog';
import { Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import {
  byName,
  compareText,
  type Definition,
  type Json,
  type Members,
  partsOfFieldName,
  type Schema,
} from '../schema.js';
import { formatVersion } from './file-format.js';

const introduction = ` What a space defines itself: entity types ("kinds"), types of records, options to choose from, fields.

   headwater schema diff --space <id> <file>    shows what would change; its exit code is 1 when something would
   headwater schema apply --space <id> <file>   makes the changes, all or none; --dry-run only tries, --delete also removes

 Entity types and fields have their api names as keys; types and options have the names that people see. The sections
 "kinds" and "fields" are complete: what they lack is to be removed. In "types" and "data_sets" only what is named changes. A
 section that is left out changes nothing.`;

const sections: Readonly<Record<string, string>> = {
  kinds: ' Entity types that the space has defined.',
  types: ' Types of records, by entity type.',
  data_sets: ' Options of built-in fields, by the first field that offers them.',
  fields: ' Fields of the space, by entity type. "data_set" lists options, or names the field that lists them.',
};

/** Members of definitions whose values are maps or lists. */
const parts: ReadonlySet<string> = new Set([
  ...['name_translations', 'option_name_translations', 'allowed_by', 'lookup', 'rollup', 'filter', 'settings'],
]);

/** Parts of a definition up to this length are written in one line; so are options, which then read as a table. */
const longestLine = 100;

export function renderSchema(schema: Schema<unknown>): string {
  const document = new Document(contentOf(schema), { aliasDuplicateObjects: false });
  document.commentBefore = introduction;
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(key) || typeof key.value !== 'string' || !(key.value in sections)) continue;
    key.commentBefore = sections[key.value] ?? null;
    key.spaceBefore = true;
  }
  visit(document, {
    Collection(_, node, path) {
      if (!isPartOfDefinition(path.at(-1))) return undefined;
      node.flow = node.items.length === 0 || JSON.stringify(node.toJSON()).length <= longestLine;
      return node.flow ? visit.SKIP : undefined;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** @param parent what holds a map or a list: a list, or the pair of it and its key */
function isPartOfDefinition(parent: unknown): boolean {
  if (isSeq(parent)) return true;
  return isPair(parent) && isScalar(parent.key) && parts.has(String(parent.key.value));
}

// A schema as the value of its file: its sections and members in the order in which people read them. Pure; knows no YAML.

type Content = { readonly [name: string]: Json };

/** These come first, in this order; the others follow by name. */
const firstMembers = [
  ...['name', 'option_name', 'calc_value', 'option_name_translations', 'name_singular', 'name_plural'],
  ...[
    'name_translations',
    'type_id',
    'allowed_by',
    'data_set',
    'parent_options_field',
    'lookup',
    'entity_name',
    'many',
  ],
  ...['rollup', 'relation', 'function', 'field', 'filter', 'sequence_pattern', 'calc_formula', 'default_value'],
];

/** Types whose default values are no texts. */
const unquotedTypes: readonly Json[] = customFieldTypes
  .filter(({ json, can }) => json !== 'string' && can.includes('have-default'))
  .map(({ name }) => name);

function contentOf({ kinds, types, dataSets, fields }: Schema<unknown>): Content {
  const listed = new Set(fields?.filter(({ name, members }) => members.data_set === name).map(({ name }) => name));
  const builtIn = [...dataSets].filter(([name]) => !listed.has(name));
  const sections: readonly (readonly [string, Content | undefined])[] = [
    ['kinds', kinds && byKey(kinds.map(({ name, members }) => [name, inReadingOrder(members)]))],
    ['types', byKey([...types].map(([entityType, ofType]) => [entityType, ofType.map(typeContent)]))],
    ['data_sets', byKey(builtIn.map(([name, { options }]) => [name, options.map(optionContent)]))],
    ['fields', fields && fieldsContent(fields, dataSets)],
  ];
  const said = sections.filter(([name, section]) => section && (isWhole(name) || Object.keys(section).length > 0));
  return { version: formatVersion, ...(Object.fromEntries(said) as Content) };
}

/** Of sections that say all that a space has, an empty one says something too. */
function isWhole(section: string): boolean {
  return section === 'kinds' || section === 'fields';
}

function byKey(entries: readonly (readonly [string, Json])[]): Content {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
}

function typeContent({ name, members }: Definition<unknown>): Json {
  return Object.keys(members).length === 0 ? name : inReadingOrder({ name, ...members });
}

function optionContent({ name, members }: Definition<unknown>): Json {
  return Object.keys(members).length === 0 ? name : inReadingOrder({ option_name: name, ...members });
}

function fieldsContent(fields: readonly Definition<unknown>[], dataSets: Schema<unknown>['dataSets']): Content {
  const content: Record<string, Record<string, Json>> = {};
  for (const { name, members } of [...fields].sort(byName)) {
    const { entityType, apiName } = partsOfFieldName(name);
    const ofType = content[entityType] ?? {};
    ofType[apiName] = fieldContent(name, members, dataSets);
    content[entityType] = ofType;
  }
  return content;
}

function fieldContent(name: string, members: Members, dataSets: Schema<unknown>['dataSets']): Json {
  const { data_set, default_value, type_id } = members;
  const options = data_set === name ? (dataSets.get(name)?.options.map(optionContent) ?? []) : data_set;
  return inReadingOrder({
    ...members,
    ...(options !== undefined && { data_set: options }),
    ...(typeof default_value === 'string' && { default_value: plainDefault(type_id, default_value) }),
  });
}

/** @returns a number, true or false where that says the same text */
function plainDefault(type: Json | undefined, text: string): Json {
  if (!unquotedTypes.includes(type ?? null)) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}

function inReadingOrder(members: Members): Content {
  const rankOf = (name: string) => firstMembers.indexOf(name) + 1 || firstMembers.length + 1;
  const entries = Object.entries(members).sort(([a], [b]) => rankOf(a) - rankOf(b) || compareText(a, b));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name === 'lookup' || name === 'rollup' ? inReadingOrder(value as Members) : value,
    ]),
  );
}
