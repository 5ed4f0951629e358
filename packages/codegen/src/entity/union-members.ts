/**
 * The members of a union: all that its entity types have. What several have under one name becomes one member that can hold
 * the value of each. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import { isAnswered } from '@headwater/contract';
import { SpecError, type SpecLocation } from '../spec/spec-error.js';
import type { EntityModel, Member, MemberBase, MoneyMember, ReferenceMember, RowsMember } from './entity-model.js';
import { byAnswerOrder } from './parse-entity-type.js';
import { unionValue } from './union-value.js';

/** A member as one of the union's types has it. */
interface Variant<M extends Member = Member> {
  readonly type: EntityModel;
  readonly member: M;
}

/**
 * @param types the entity types of the union, in the order of its file
 * @throws SpecError when members of one name do not go together
 */
export function unionMembers(types: readonly EntityModel[], location: SpecLocation): Member[] {
  const all = types.flatMap((type) => type.fields.map((member) => ({ type, member })));
  const names = new Set(all.filter(({ member }) => isAnswered(member)).map(({ member }) => member.name));
  const reject = (name: string, problem: string): never => {
    throw new SpecError(location, `member "${name}": ${problem}`);
  };
  const members = [...names].map((name) => {
    const variants = all.filter(({ member }) => member.name === name);
    return unionMember(variants, types.length, (problem) => reject(name, problem));
  });
  for (const { name, derived } of members) {
    const rows = members.find((member) => derived?.kind === 'collect' && member.name === derived.rows);
    if (rows?.kind === 'rows' && rows.targets) reject(name, 'x-derived collects other rows in each of its types');
  }
  return withDistinctV1Names(members.sort(byAnswerOrder));
}

type Reject = (problem: string) => never;

function unionMember(variants: readonly Variant[], typeCount: number, reject: Reject): Member {
  if (!variants.every(({ member }) => isAnswered(member))) reject('hidden in one of its types, shown in another');
  const base = { ...sharedPart(variants, typeCount), ...derivationOnReading(variants, typeCount, reject) };
  if (isOfKind(variants, 'value')) return unionValue(base, membersOf(variants), reject);
  if (isOfKind(variants, 'money')) return unionMoney(base, membersOf(variants));
  if (isOfKind(variants, 'reference')) return unionReference(base, membersOf(variants), reject);
  if (isOfKind(variants, 'rows')) return unionRows(base, membersOf(variants), reject);
  return reject('a value in one of its types, a relation in another');
}

function isOfKind<K extends Member['kind']>(
  variants: readonly Variant[],
  kind: K,
): variants is readonly Variant<Extract<Member, { kind: K }>>[] {
  return variants.every(({ member }) => member.kind === kind);
}

function membersOf<M extends Member>(variants: readonly Variant<M>[]): readonly [M, ...M[]] {
  return variants.map(({ member }) => member) as [M, ...M[]];
}

function sharedPart(variants: readonly Variant[], typeCount: number): MemberBase {
  const [first, ...others] = variants.map(({ member }) => member) as [Member, ...Member[]];
  const examples = [first, ...others].find((member) => member.examples.length > 0)?.examples ?? [];
  return {
    name: first.name,
    description: describe(variants),
    readOnly: true,
    writeOnce: false,
    nullable: variants.length < typeCount || variants.some(({ member }) => member.nullable),
    examples,
    location: first.location,
  };
}

/**
 * What is worked out from a record alone is a plain value of the union. What other records say of it while it is read must be
 * worked out alike in all its types, to be worked out so for the union.
 */
function derivationOnReading(
  variants: readonly Variant[],
  typeCount: number,
  reject: Reject,
): Pick<MemberBase, 'derived'> {
  const [first, ...others] = variants.map(({ member }) => member.derived);
  const isOnReading = [first, ...others].some((derived) => derived?.kind === 'favorite' || derived?.kind === 'collect');
  if (!isOnReading) return {};
  if (first === undefined || variants.length < typeCount || others.some((other) => !isDeepStrictEqual(other, first))) {
    return reject('x-derived must be the same in all its types');
  }
  return { derived: first };
}

/** One sentence where all say the same, else that of each entity type behind its name. */
function describe(variants: readonly Variant[]): string {
  const descriptions = new Set(variants.map(({ member }) => member.description));
  if (descriptions.size === 1) return [...descriptions].join();
  return variants.map(({ type, member }) => `${type.name}: ${member.description}`).join(' ');
}

function unionMoney(base: MemberBase, [first]: readonly [MoneyMember, ...MoneyMember[]]): MoneyMember {
  return { ...base, kind: 'money', v1Names: first.v1Names };
}

/** A link that leads to different types keeps its name and leads to any of them. */
function unionReference(
  base: MemberBase,
  [first, ...others]: readonly [ReferenceMember, ...ReferenceMember[]],
  reject: Reject,
): ReferenceMember {
  if (others.some((other) => other.hasIdMember !== first.hasIdMember)) reject('an id in one of its types only');
  const links = [first, ...others].flatMap((member) => member.links);
  const isNew = (link: (typeof links)[number], index: number) =>
    links.findIndex((other) => isDeepStrictEqual(other, link)) === index;
  const dataSet = others.every((other) => other.dataSet === first.dataSet) ? first.dataSet : undefined;
  return {
    ...base,
    kind: 'reference',
    v1Name: first.v1Name,
    hasIdMember: first.hasIdMember,
    links: links.filter(isNew),
    targets: [...new Set([first, ...others].flatMap((member) => member.targets))],
    ...(dataSet !== undefined && { dataSet }),
  };
}

/** The rows belong to the records of the union's types: here they are only shown. */
function unionRows(
  base: MemberBase,
  [first, ...others]: readonly [RowsMember, ...RowsMember[]],
  reject: Reject,
): RowsMember {
  const { primary: _, item: __, ...shown } = first;
  if (others.some((other) => other.single !== first.single)) reject('many rows in one of its types, one in another');
  const keys = ['target', 'via', 'on', 'having'] as const;
  const isAlike = others.every((other) => keys.every((key) => other[key] === first[key]));
  return {
    ...shown,
    ...base,
    nullable: first.single === true,
    owned: false,
    v1Inline: [first, ...others].every((member) => member.v1Inline),
    ...(!isAlike && { targets: [first, ...others].map((member) => member.target) }),
  };
}

/** A name of REST v1 that two members bear stays with the first. */
function withDistinctV1Names(members: readonly Member[]): Member[] {
  const taken = new Set(members.flatMap((member) => (member.kind === 'money' ? Object.values(member.v1Names) : [])));
  return members.map((member) => {
    if (member.kind === 'money' || member.v1Name === null) return member;
    if (taken.has(member.v1Name)) return { ...member, v1Name: null };
    taken.add(member.v1Name);
    return member;
  });
}
