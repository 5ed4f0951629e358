/** The GraphQL types of members: what they answer, how they are filtered, what writes them. Pure. */
import type { Field, ReferenceField } from '../entity-type.js';
import { memberDescription } from '../member-description.js';
import { linkMembers, rowTargets } from '../member-targets.js';
import { isListType, isSingleValueType, type ValueType, valueTypeNames, valueTypes } from '../value-types.js';
import { listArguments } from './list-arguments.js';
import { graphqlName, orderRelationName } from './names.js';
import { fieldWithArguments, type SdlLine } from './print-sdl.js';

interface GraphqlType {
  readonly output: string;
  /** An item of a list, else the same. */
  readonly operand: string;
  /** The input of conditions, and what they are on. */
  readonly condition: string;
  readonly meaning: string;
  /** The interface has no such conditions. */
  readonly isOurs?: true;
}

function graphqlType(type: ValueType): GraphqlType {
  const { graphql, meaning } = valueTypes[type];
  const shared = { operand: graphql, meaning, ...(!isSingleValueType(type) && { isOurs: true as const }) };
  return isListType(type)
    ? { ...shared, output: `[${graphql}!]`, condition: `${graphql}sCondition` }
    : { ...shared, output: graphql, condition: `${graphql}Condition` };
}

/** An input of conditions on the values of a type. */
export interface ConditionInput extends Pick<GraphqlType, 'operand' | 'meaning' | 'isOurs'> {
  readonly name: string;
  readonly type: ValueType;
}

/** @returns each input once; types that are the same in GraphQL share one */
export function conditionInputs(): ConditionInput[] {
  const inputs = valueTypeNames.map((type) => {
    const { condition, ...rest } = graphqlType(type);
    return [condition, { ...rest, name: condition, type }] as const;
  });
  return [...new Map(inputs).values()];
}

/** The lines of a record type for a member: a relation gives its id and its records. */
export function outputLines(member: Field): SdlLine[] {
  const name = graphqlName(member, member.name);
  const description = memberDescription(member);
  const required = member.nullable ? '' : '!';
  switch (member.kind) {
    case 'value':
      return [{ text: `${name}: ${graphqlType(member.type).output}${required}`, description }];
    case 'money':
      return [{ text: `${name}: Money${required}`, description }];
    case 'rows':
      if (rowTargets(member).length > 1) return [];
      if (member.single) return [{ text: `${name}: ${member.target}`, description }];
      return [
        { text: fieldWithArguments(name, listArguments(member.target), `${member.target}Connection!`), description },
      ];
    case 'reference': {
      const links = linksToOneType(member).map(({ link, target }) => ({ text: `${link}: ${target}`, description }));
      return member.hasIdMember ? [{ text: `${name}: UUID${required}`, description }, ...links] : links;
    }
  }
}

/** The lines of an order for a member: the records that a to-one relation leads to, the parts of an amount. */
export function orderPaths(member: Field): SdlLine[] {
  const description = inShort(member);
  if (member.kind === 'money') return [{ text: `${graphqlName(member, member.name)}: MoneyOrder`, description }];
  if (member.kind !== 'reference') return [];
  return linksToOneType(member).map(({ link, target }) => ({
    text: `${orderRelationName(link)}: ${target}Order`,
    description,
  }));
}

/** The lines of a filter input for a member. */
export function filterLines(member: Field): SdlLine[] {
  const name = graphqlName(member, member.name);
  const description = inShort(member);
  switch (member.kind) {
    case 'value':
      return [
        {
          text: `${name}: ${graphqlType(member.type).condition}`,
          description: memberDescription({ ...member, description }),
        },
      ];
    case 'money':
      return [{ text: `${name}: MoneyFilter`, description }];
    case 'rows':
      if (member.targets) return [];
      return [{ text: `${name}: ${member.target}Filter`, description: 'Some item meets the filter.' }];
    case 'reference': {
      const links = linksToOneType(member).map(({ link, target }) => ({
        text: `${link}: ${target}Filter`,
        description,
      }));
      return member.hasIdMember ? [{ text: `${name}: UUIDCondition`, description }, ...links] : links;
    }
  }
}

/**
 * A member of a union that leads to different types has no one type in GraphQL: it is left out, and its id, which stays, can be
 * requested by the query of its type.
 */
export function namesWithoutType(member: Field): string[] {
  if (member.kind === 'rows') return rowTargets(member).length > 1 ? [member.name] : [];
  if (member.kind !== 'reference') return [];
  return linkMembers(member).flatMap(({ name, targets }) => (targets.length > 1 ? [name] : []));
}

function linksToOneType(member: ReferenceField): { readonly link: string; readonly target: string }[] {
  return linkMembers(member).flatMap(({ name, targets: [target, ...others] }) =>
    target === undefined || others.length > 0 ? [] : [{ link: graphqlName(member, name), target }],
  );
}

/** What a member means where it is named again to filter or order by: the first sentence of its description. */
export function inShort({ description }: Field): string {
  return /^.*?\.(?=\s+[A-Z`]|$)/s.exec(description)?.[0] ?? description;
}

/** The line of an input for a member that can be written. */
export function inputLine(member: Field, isRequired: boolean): SdlLine {
  const description = memberDescription(member);
  return { text: `${graphqlName(member, member.name)}: ${inputType(member)}${isRequired ? '!' : ''}`, description };
}

function inputType(member: Field): string {
  switch (member.kind) {
    case 'value':
      return graphqlType(member.type).output;
    case 'money':
      return 'MoneyInput';
    case 'rows':
      return member.single ? `${member.target}RowInput` : `[${member.target}RowInput!]`;
    case 'reference':
      return 'UUID';
  }
}

/** True for a member that a list can be ordered by. */
export function canOrderBy(member: Field): boolean {
  if (member.kind === 'value') return !isUnordered(member.type);
  return member.kind === 'money' || (member.kind === 'reference' && member.hasIdMember);
}

/** Free JSON and lists have no order. */
function isUnordered(type: ValueType): boolean {
  return type === 'json' || type === 'uuids' || type === 'strings';
}
