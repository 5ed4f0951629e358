/**
 * A schema as the value of its file: its sections and members in the order in which people read them. Pure; knows no YAML.
 */
import { customFieldTypes } from '@headwater/catalog';
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

export function contentOf({ kinds, types, dataSets, fields }: Schema<unknown>): Content {
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
