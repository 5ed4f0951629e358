/** The schema of a record in answers: every member, links beside ids, rows as addresses or records. Pure. */
import type { EntityType, Field, ReferenceField } from '../entity-type.js';
import type { JsonObject } from '../json-value.js';
import { leadingMembers } from '../leading-members.js';
import { memberDescription } from '../member-description.js';
import { linkMembers, rowTargets } from '../member-targets.js';
import { isAnswered } from '../member-visibility.js';
import { type CollectionOf, exampleAnswer } from './example-record.js';
import { orNull, valueSchema } from './value-schema.js';

/**
 * All members are required: what is not set is null.
 * @param collectionOf for the addresses in the example
 */
export function answerSchema(entity: EntityType, collectionOf: CollectionOf): JsonObject {
  const members = entity.fields.filter(isAnswered).flatMap(answerMembers);
  const properties = Object.fromEntries(members.sort(byAnswerOrder).map(({ name, schema }) => [name, schema]));
  return {
    type: 'object',
    description: entity.description,
    ...(entity.union && { 'x-union': [...entity.union] }),
    required: Object.keys(properties),
    properties,
    examples: [exampleAnswer(entity, collectionOf)],
  };
}

/** A member of an answer; a relation has more than one. */
export interface AnswerMember {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isLink?: true;
}

/** Answers begin with the system members; links come next, then all others, each in the order of names. */
export function byAnswerOrder(a: AnswerMember, b: AnswerMember): number {
  return rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1);
}

function rankOf({ name, isLink }: AnswerMember): number {
  const leading = leadingMembers.indexOf(name);
  if (leading !== -1) return leading;
  return leadingMembers.length + (isLink ? 0 : 1);
}

/** The members of an answer that come of one field. */
export function answerMembers(member: Field): AnswerMember[] {
  const { name } = member;
  const shared = {
    description: memberDescription(member),
    ...(member.readOnly && { readOnly: true }),
  };
  switch (member.kind) {
    case 'value':
      return [{ name, schema: { ...valueSchema(member, 'answer'), ...shared } }];
    case 'money':
      return [{ name, schema: { ...orNull({ $ref: '#/components/schemas/Money' }, member.nullable), ...shared } }];
    case 'rows': {
      const targets = rowTargets(member);
      const rows = member.single ? linkOrRecord(targets, true) : { type: 'array', items: linkOrRecord(targets) };
      return [{ name, schema: { ...rows, ...shared, ...(member.targets && { 'x-varies': true }) } }];
    }
    case 'reference':
      return referenceMembers(member, shared);
  }
}

function referenceMembers(member: ReferenceField, shared: JsonObject): AnswerMember[] {
  const { description } = member;
  const id = { type: member.nullable ? ['string', 'null'] : 'string', format: 'uuid', ...shared };
  // Of several links only the fitting one is set.
  const linked = linkMembers(member);
  const isNullable = member.nullable || linked.length > 1;
  // Without an id member the link is what bodies set.
  const access = member.hasIdMember || member.readOnly ? { readOnly: true } : {};
  const links = linked.map(({ name, targets }): AnswerMember => {
    return { name, schema: { ...linkOrRecord(targets, isNullable), ...access, description }, isLink: true };
  });
  return member.hasIdMember ? [{ name: member.name, schema: id }, ...links] : links;
}

/** An address, or the record itself where the request expands the relation. */
function linkOrRecord(targets: readonly string[], isNullable = false): JsonObject {
  const choices = ['Link', ...targets].map((name): JsonObject => ({ $ref: `#/components/schemas/${name}` }));
  // Records of different types can look the same.
  const word = targets.length > 1 ? 'anyOf' : 'oneOf';
  return { [word]: isNullable ? [...choices, { type: 'null' }] : choices };
}
