/**
 * How a member that callers don't write gets its value: the key `x-derived`, a map with one of the kinds as a key.
 * Whether the names in it exist is checked when all entity types are known.
 */
import type { Derivation } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';

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
export function parseDerivation(member: SpecNode): Derivation | undefined {
  const node = member.find('x-derived');
  if (!node) return undefined;
  const [kind, ...rest] = node.keys().filter((key) => Object.hasOwn(parsers, key));
  const parse = kind === undefined ? undefined : parsers[kind];
  if (!parse || rest.length > 0) return node.fail(`must hold one of ${Object.keys(parsers).join(', ')}`);
  node.allowOnly([...Object.keys(parsers), 'member', 'where']);
  return parse(node);
}

/** Values that a row must hold, by member. */
function parseWhere(node: SpecNode): { readonly where?: Readonly<Record<string, string | number | boolean>> } {
  const where = node.find('where');
  if (!where) return {};
  const values = where.keys().map((name) => {
    const value = parseConstant(where.get(name));
    return value === null ? where.get(name).fail('must not be null') : ([name, value] as const);
  });
  return { where: Object.fromEntries(values) };
}

function parseConstant(node: SpecNode): string | number | boolean | null {
  const { value } = node;
  return typeof value === 'object' && value !== null ? node.fail('must be a plain value') : value;
}
