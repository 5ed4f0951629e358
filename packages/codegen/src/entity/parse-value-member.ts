/**
 * Members that hold a value of their own: the JSON Schema words `type` and `format` (and `x-multiline`, `x-json`, `x-money`)
 * become one of the value types.
 */
import type { EnumValue, ValueType } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';
import type { MemberBase, MoneyMember, ValueMember } from './entity-model.js';
import { parseV1Name } from './v1-name.js';

export const moneyKeys = ['x-money', 'x-indexed'] as const;
export const valueKeys = [
  'type',
  'format',
  'items',
  'maxLength',
  'minimum',
  'maximum',
  'x-multiline',
  'x-json',
  'x-enum',
  'x-aliases',
  'x-bit-mask',
  'x-unique',
  'x-indexed',
  'x-filtered',
  'x-searched',
  'x-write-only',
  'x-served',
  'x-secret',
  'x-merge-any',
] as const;

/** Unicode code points that a text may have unless its file says otherwise; without a bound a body could hold anything. */
const defaultMaxLength: Partial<Record<ValueType, number>> = { string: 255, text: 1_000_000, strings: 255 };

const typesByFormat: Record<string, ValueType> = {
  'string/': 'string',
  'string/email': 'string',
  'string/uri': 'string',
  'string/uuid': 'uuid',
  'string/date': 'date',
  'string/date-time': 'datetime',
  'integer/': 'integer',
  'number/double': 'float',
  'number/decimal': 'decimal',
  'boolean/': 'boolean',
};

export function parseValueMember(base: MemberBase, node: SpecNode): ValueMember {
  const type = parseValueType(node);
  const format = node.find('format')?.asString();
  const maxLength = node.find('maxLength')?.asNumber() ?? defaultMaxLength[type];
  const values = parseEnum(node, type);
  checkDefaultType(base, node, type);
  return {
    ...base,
    kind: 'value',
    type,
    nullable: base.nullable && type !== 'uuids' && type !== 'strings',
    v1Name: parseV1Name(base.name, node),
    ...(maxLength !== undefined && { maxLength }),
    ...(node.find('minimum') && { minimum: node.get('minimum').asNumber() }),
    ...(node.find('maximum') && { maximum: node.get('maximum').asNumber() }),
    ...((format === 'email' || format === 'uri') && { format }),
    ...(values && { enum: values }),
    ...parseAliases(node, type),
    ...(node.find('x-bit-mask')?.asBoolean() && { bitMask: true }),
    ...(node.find('x-unique')?.asBoolean() && { unique: true }),
    ...(node.find('x-indexed')?.asBoolean() && { indexed: true }),
    ...(parseFiltered(node, type) && { filtered: true }),
    ...(parseSearched(node, type) && { searched: true }),
    ...(node.find('x-write-only')?.asBoolean() && { writeOnly: true }),
    ...(parseServed(node, format) && { served: true }),
    ...(node.find('x-secret')?.asBoolean() && { secret: true }),
    ...(parseMergeAny(node, type) && { mergeAny: true }),
  };
}

function parseAliases(node: SpecNode, type: ValueType): Pick<ValueMember, 'aliases'> {
  const aliases = node.find('x-aliases');
  if (!aliases) return {};
  if (type !== 'string') aliases.fail('only one-line texts have aliases');
  return { aliases: Object.fromEntries(aliases.keys().map((alias) => [alias, aliases.get(alias).asString()])) };
}

function parseServed(node: SpecNode, format: string | undefined): boolean {
  const served = node.find('x-served');
  if (served && format !== 'uri') served.fail('only addresses are served');
  return served?.asBoolean() ?? false;
}

function parseFiltered(node: SpecNode, type: ValueType): boolean {
  const filtered = node.find('x-filtered');
  if (filtered && type !== 'string') filtered.fail('only one-line texts are looked for in any case');
  return filtered?.asBoolean() ?? false;
}

function parseSearched(node: SpecNode, type: ValueType): boolean {
  const searched = node.find('x-searched');
  if (searched && type !== 'string') searched.fail('only one-line texts are looked for by any part');
  return searched?.asBoolean() ?? false;
}

function parseMergeAny(node: SpecNode, type: ValueType): boolean {
  const mergeAny = node.find('x-merge-any');
  if (mergeAny && type !== 'boolean') mergeAny.fail('only a boolean is true for any of several records');
  return mergeAny?.asBoolean() ?? false;
}

export function parseMoneyMember(base: MemberBase, node: SpecNode): MoneyMember {
  if (!node.get('x-money').asBoolean()) node.get('x-money').fail('must be true');
  const v1 = node.get('x-v1');
  const v1Name = (part: string) => v1.get(part).asString();
  return {
    ...base,
    kind: 'money',
    ...(node.find('x-indexed')?.asBoolean() && { indexed: true }),
    v1Names: {
      base_value: v1Name('base_value'),
      value_foreign: v1Name('value_foreign'),
      currency_id: v1Name('currency_id'),
    },
  };
}

function parseValueType(node: SpecNode): ValueType {
  if (node.find('x-json')?.asBoolean()) return 'json';
  const type = node.get('type').asString();
  const format = node.find('format')?.asString() ?? '';
  if (type === 'array') {
    const items = node.get('items');
    const isText = items.get('type').value === 'string';
    if (isText && items.find('format') === undefined) return 'strings';
    if (isText && items.get('format').value === 'uuid') return 'uuids';
    return items.fail('a list member holds texts or uuids; anything else is x-json');
  }
  const found = typesByFormat[`${type}/${format}`];
  if (!found) return node.get('type').fail(`no value type for type "${type}" with format "${format}"`);
  return found === 'string' && node.find('x-multiline')?.asBoolean() ? 'text' : found;
}

function parseEnum(node: SpecNode, type: ValueType): EnumValue[] | undefined {
  const labels = node.find('x-enum');
  if (!labels) return undefined;
  if (type !== 'integer' && type !== 'string') labels.fail('only integers and one-line texts are enumerated');
  const values = labels.keys().map((key) => ({
    value: type === 'integer' ? Number(key) : key,
    label: labels.get(key).asString(),
  }));
  return values.sort((a, b) => Number(a.value) - Number(b.value) || 0);
}

function checkDefaultType(base: MemberBase, node: SpecNode, type: ValueType): void {
  const given = base.default;
  if (given?.kind === 'now' && type !== 'datetime' && type !== 'date')
    node.fail('only dates and date-times default to now');
  if (given?.kind === 'first-record' || given?.kind === 'through') {
    node.get('x-default').fail('only a relation takes its default from another record');
  }
  if (given?.kind !== 'value') return;
  const wanted =
    { integer: 'number', float: 'number', decimal: 'number', boolean: 'boolean' }[type as string] ?? 'string';
  if (typeof given.value !== wanted) node.get('default').fail(`must be a ${wanted}`);
}
