/**
 * One member of an entity file: decides its kind and reads what all kinds share.
 * Knows the keys of `spec/extensions.md`, nothing of other entity types.
 */
import type { Derivation } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';
import type { Member, MemberBase } from './entity-model.js';
import { parseDefault } from './parse-default.js';
import { parseDerivation } from './parse-derivation.js';
import { parseReferenceMember } from './parse-reference-member.js';
import { parseRowsMember } from './parse-rows-member.js';
import { moneyKeys, parseMoneyMember, parseValueMember, valueKeys } from './parse-value-member.js';

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
