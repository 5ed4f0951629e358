/** A plain value that several entity types of a union have: its type, bounds and values take in those of each. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { EnumValue, ValueType } from '@headwater/contract';
import type { MemberBase, ValueMember } from './entity-model.js';

type Members = readonly [ValueMember, ...ValueMember[]];

/** The types that can hold every value of another. */
const wider: Partial<Record<ValueType, ValueType>> = { date: 'datetime', string: 'text' };

/** @param reject throws; the values do not go together */
export function unionValue(base: MemberBase, members: Members, reject: (problem: string) => never): ValueMember {
  const [first, ...others] = members;
  const type = members.map((member) => member.type).reduce((a, b) => widest(a, b, reject));
  const maxLength = bound(members, (member) => member.maxLength, Math.max);
  const minimum = bound(members, (member) => member.minimum, Math.min);
  const maximum = bound(members, (member) => member.maximum, Math.max);
  const isSame = (key: keyof ValueMember) => others.every((other) => isDeepStrictEqual(other[key], first[key]));
  const values = unionEnum(members);
  return {
    ...base,
    kind: 'value',
    type,
    nullable: base.nullable && type !== 'uuids' && type !== 'strings',
    v1Name: first.v1Name,
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(first.format && isSame('format') && { format: first.format }),
    ...(values && { enum: values }),
    ...(values && members.every((member) => member.bitMask) && { bitMask: true }),
  };
}

function widest(a: ValueType, b: ValueType, reject: (problem: string) => never): ValueType {
  if (a === b || wider[b] === a) return a;
  return wider[a] === b ? b : reject(`of type ${a} in one of its types, ${b} in another`);
}

/** A bound that one of them lacks binds none. */
function bound(
  members: Members,
  boundOf: (member: ValueMember) => number | undefined,
  pick: (...bounds: number[]) => number,
): number | undefined {
  const bounds = members.map(boundOf).filter((value) => value !== undefined);
  return bounds.length === members.length ? pick(...bounds) : undefined;
}

/** All values, with every label that they have. */
function unionEnum(members: Members): EnumValue[] | undefined {
  if (members.some((member) => member.enum === undefined)) return undefined;
  const labels = new Map<number | string, Set<string>>();
  for (const { value, label } of members.flatMap((member) => member.enum ?? [])) {
    labels.set(value, (labels.get(value) ?? new Set()).add(label));
  }
  return [...labels]
    .map(([value, names]) => ({ value, label: [...names].join(' / ') }))
    .sort((a, b) => Number(a.value) - Number(b.value) || 0);
}
