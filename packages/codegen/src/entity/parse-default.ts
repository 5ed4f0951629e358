/**
 * The value that a member takes when a create leaves it out: `default` holds a plain value, `x-default` a computed one.
 * Whether the names in it exist is checked when all entity types are known.
 */
import type { Default } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';

/** Undefined when the member has no default. */
export function parseDefault(member: SpecNode): Default | undefined {
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
