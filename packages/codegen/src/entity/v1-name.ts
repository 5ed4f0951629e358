/**
 * The name of a member in REST v1: the upper case of its name unless `x-v1` gives another; `x-v1: null` hides it there.
 */
import type { SpecNode } from '../spec/spec-node.js';

export function parseV1Name(member: string, node: SpecNode): string | null {
  const given = node.find('x-v1');
  if (!given) return member.toUpperCase();
  if (given.value === null) return null;
  const name = given.asString();
  return isV1Name(name) ? name : given.fail('a name of REST v1 is upper case');
}

export function isV1Name(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}
