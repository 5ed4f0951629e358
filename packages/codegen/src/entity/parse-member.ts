/**
 * One member of an entity file: decides its kind and reads what all kinds share.
 * Knows the keys of `spec/extensions.md`, nothing of other entity types.
 */
import { type Default, type Derivation, isJsonObject, type RowsField, type V1List } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';
import type { Member, MemberBase, ReferenceMember, RowsMember } from './entity-model.js';
import { moneyKeys, parseMoneyMember, parseValueMember, valueKeys } from './parse-value-member.js';
import { isV1Name, parseV1Name } from './v1-name.js';

const sharedKeys = [
  'description',
  'examples',
  'readOnly',
  'default',
  'x-write-once',
  'x-nullable',
  'x-default',
  'x-derived',
  'x-hidden',
  'x-v1',
] as const;

/**
 * @param required the entity type's required members; such a member is never null
 * @throws SpecError for an unknown key or a wrong value
 */
export function parseMember(name: string, node: SpecNode, required: readonly string[]): Member {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) node.fail('a member is named in snake_case');
  const base = parseShared(name, node, required);
  if (node.find('x-relation')) {
    node.allowOnly([...sharedKeys, 'x-relation', 'x-link', 'x-id-member', 'x-data-set', 'x-hierarchy']);
    return parseReferenceMember(base, node);
  }
  if (node.find('x-rows')) {
    node.allowOnly([...sharedKeys, 'x-rows']);
    return parseRowsMember(base, node);
  }
  if (node.find('x-money')) {
    node.allowOnly([...sharedKeys, ...moneyKeys]);
    return parseMoneyMember(base, node);
  }
  node.allowOnly([...sharedKeys, ...valueKeys]);
  return parseValueMember(base, node);
}

function parseShared(name: string, node: SpecNode, required: readonly string[]): MemberBase {
  const defaultValue = parseDefault(node);
  const derived = parseDerivation(node);
  if (defaultValue && derived) node.fail('a derived member cannot have a default');
  const isRequired = required.includes(name);
  if (isRequired && node.find('x-nullable'))
    node.get('x-nullable').fail('a required member is never null: leave it out');
  return {
    name,
    description: node.get('description').asString().trim(),
    readOnly: derived !== undefined || (node.find('readOnly')?.asBoolean() ?? false),
    writeOnce: node.find('x-write-once')?.asBoolean() ?? false,
    nullable: !isRequired && (node.find('x-nullable')?.asBoolean() ?? canBeNull(derived)),
    ...(defaultValue && { default: defaultValue }),
    ...(derived && { derived }),
    ...(node.find('x-hidden')?.asBoolean() && { hidden: true }),
    examples:
      node
        .find('examples')
        ?.items()
        .map((item) => item.value) ?? [],
    location: node.location(),
  };
}

/** Members can be null unless something says otherwise; some derivations always give a value. */
function canBeNull(derived: Derivation | undefined): boolean {
  if (derived?.kind === 'constant') return derived.value === null;
  return derived?.kind !== 'days-since' && derived?.kind !== 'collect' && derived?.kind !== 'favorite';
}

// The value that a member takes when a create leaves it out: `default` holds a plain value, `x-default` a computed one.
// Whether the names in it exist is checked when all entity types are known.

/** Undefined when the member has no default. */
function parseDefault(member: SpecNode): Default | undefined {
  const plain = member.find('default');
  const computed = member.find('x-default');
  if (plain && computed) computed.fail('a member has either default or x-default');
  if (plain) return { kind: 'value', value: parsePlainValue(plain) };
  return computed && parseComputedDefault(computed);
}

function parsePlainValue(node: SpecNode): string | number | boolean {
  const { value } = node;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return node.fail('must be a text, a number or a boolean');
}

function parseComputedDefault(node: SpecNode): Default {
  if (node.value === 'now') return { kind: 'now' };
  if (node.value === 'first-record') return { kind: 'first-record' };
  node.allowOnly(['first-record', 'through', 'member']);
  const firstRecord = node.find('first-record');
  if (firstRecord) {
    firstRecord.allowOnly(['where']);
    return { kind: 'first-record', where: firstRecord.get('where').asString() };
  }
  return { kind: 'through', reference: node.get('through').asString(), member: node.get('member').asString() };
}

// How a member that callers don't write gets its value: the key `x-derived`, a map with one of the kinds as a key.
// Whether the names in it exist is checked when all entity types are known.

const parsers: Record<string, (node: SpecNode) => Derivation> = {
  join: (node) => ({
    kind: 'join',
    fields: node
      .get('join')
      .items()
      .map((item) => item.asString()),
  }),
  primary: (node) => ({ kind: 'primary', rows: node.get('primary').asString(), member: node.get('member').asString() }),
  collect: (node) => ({
    kind: 'collect',
    rows: node.get('collect').asString(),
    member: node.get('member').asString(),
    ...parseWhere(node),
  }),
  favorite: (node) => ({ kind: 'favorite', member: node.get('favorite').asString() }),
  'days-since': (node) => ({ kind: 'days-since', since: node.get('days-since').asString() }),
  constant: (node) => ({ kind: 'constant', value: parseConstant(node.get('constant')) }),
  rule: (node) => ({ kind: 'rule', rule: node.get('rule').asString() }),
};

/** Undefined when the member is not derived. */
function parseDerivation(member: SpecNode): Derivation | undefined {
  const node = member.find('x-derived');
  if (!node) return undefined;
  const [kind, ...rest] = node.keys().filter((key) => Object.hasOwn(parsers, key));
  const parse = kind === undefined ? undefined : parsers[kind];
  if (!parse || rest.length > 0) return node.fail(`must hold one of ${Object.keys(parsers).join(', ')}`);
  node.allowOnly([...Object.keys(parsers), 'member', 'where']);
  return parse(node);
}

function parseWhere(node: SpecNode): { readonly where?: V1List['where'] } {
  const where = node.find('where');
  return where ? { where: parseValues(where) } : {};
}

/** Values that a row must hold, by member. */
function parseValues(node: SpecNode): V1List['where'] {
  const values = node.keys().map((name) => {
    const value = parseConstant(node.get(name));
    return value === null ? node.get(name).fail('must not be null') : ([name, value] as const);
  });
  return Object.fromEntries(values);
}

function parseConstant(node: SpecNode): string | number | boolean | null {
  const { value } = node;
  return typeof value === 'object' && value !== null ? node.fail('must be a plain value') : value;
}

/**
 * A to-one relation: written once as `<name>_id` with `x-relation`, it becomes the id member and its link members.
 * `x-relation: Client` makes one link named without `_id`; `x-relation: {oppty: Opportunity}` names each link itself.
 */
function parseReferenceMember(base: MemberBase, node: SpecNode): ReferenceMember {
  const hasIdMember = node.find('x-id-member')?.asBoolean() ?? true;
  if (hasIdMember !== base.name.endsWith('_id')) node.fail('a relation with an id member, and only such, ends in _id');
  const relation = node.get('x-relation');
  const links = isJsonObject(relation.value)
    ? relation.keys().map((name) => ({ name, target: relation.get(name).asString() }))
    : [{ name: base.name.replace(/_id$/, ''), target: relation.asString() }];
  const hasLinks = node.find('x-link')?.asBoolean() ?? true;
  if (!hasLinks && !hasIdMember) node.fail('a relation needs an id member or a link');
  return {
    ...base,
    kind: 'reference',
    v1Name: hasIdMember ? parseV1Name(base.name, node) : null,
    hasIdMember,
    links: hasLinks ? links : [],
    targets: links.map((link) => link.target),
    ...parseDataSet(node),
    ...(node.find('x-hierarchy')?.asBoolean() && { hierarchy: true }),
  };
}

/** The set that an option is chosen from, by its id, which is the same in every space. */
function parseDataSet(node: SpecNode): Pick<ReferenceMember, 'dataSet'> {
  const dataSet = node.find('x-data-set');
  if (!dataSet) return {};
  if (node.get('x-relation').value !== 'Data') dataSet.fail('only a relation to Data chooses from a set');
  const id = dataSet.asString();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? { dataSet: id }
    : dataSet.fail('must be the id of a set');
}

// A to-many relation: the records of another entity type that point back at this one, given by `x-rows`.

const rowsKeys = [
  'target',
  'via',
  'on',
  'primary',
  'owned',
  'sort-by',
  'v1-inline',
  'having',
  'item',
  'single',
] as const;

function parseRowsMember(base: MemberBase, node: SpecNode): RowsMember {
  const rows = node.get('x-rows');
  rows.allowOnly(rowsKeys);
  if (base.default || base.derived) node.fail('rows have neither a default nor a derivation');
  const owned = rows.find('owned')?.asBoolean() ?? false;
  const single = rows.find('single')?.asBoolean() ?? false;
  return {
    ...base,
    kind: 'rows',
    // Rows that don't belong to the record are changed where they live, not through it.
    readOnly: base.readOnly || !owned,
    nullable: single,
    ...parseRowsV1(base.name, node),
    v1Inline: rows.find('v1-inline')?.asBoolean() ?? false,
    target: rows.get('target').asString(),
    via: rows.get('via').asString(),
    on: rows.find('on')?.asString() ?? 'id',
    owned,
    ...(rows.find('primary') && { primary: rows.get('primary').asString() }),
    ...(rows.find('sort-by') && { sortBy: rows.get('sort-by').asString() }),
    ...(rows.find('having') && { having: rows.get('having').asString() }),
    ...(rows.find('item') && { item: rows.get('item').asString() }),
    ...(single && { single }),
  };
}

/** `x-v1` of rows can be a map: from the name of a list of REST v1 to what the rows have that are in it. */
function parseRowsV1(name: string, node: SpecNode): Pick<RowsField, 'v1Name' | 'v1Lists'> {
  const lists = node.find('x-v1');
  if (!isJsonObject(lists?.value)) return { v1Name: parseV1Name(name, node) };
  const item = node.get('x-rows').get('item').asString();
  return { v1Name: null, v1Lists: lists.keys().map((list) => parseV1List(list, item, lists.get(list))) };
}

function parseV1List(name: string, item: string, node: SpecNode): V1List {
  return isV1Name(name) ? { name, item, where: parseValues(node) } : node.fail('a name of REST v1 is upper case');
}
