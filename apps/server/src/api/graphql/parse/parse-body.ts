/**
 * An input object of a create or update as a record body: the names of v100, values as they are.
 * Which members may be written, and what they may hold, the core checks.
 */
import type { RecordBody } from '../../../request/write-request.js';
import { isMoneyPart, type MemberIndex, memberOf, moneyParts, type RecordMember } from '../schema/member-index.js';
import type { Input } from './parse-filter.js';

/**
 * @param input a coerced value of the entity type's input type; members left out stay out, nulls stay
 */
export function parseBody(index: MemberIndex, entityType: string, input: Input): RecordBody {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const member = memberOf(index, entityType, name);
      return [bodyName(member), parseValue(index, member, value)];
    }),
  );
}

function bodyName(member: RecordMember): string {
  switch (member.kind) {
    case 'row':
    case 'page':
      if (typeof member.rows !== 'string')
        throw new Error(`A body has no ${member.target} records that only refer to it`);
      return member.rows;
    case 'record':
      return member.link;
    default:
      return member.field;
  }
}

function parseValue(index: MemberIndex, member: RecordMember, value: unknown): unknown {
  if (value === null) return null;
  switch (member.kind) {
    case 'row':
      return parseBody(index, member.target, value as Input);
    case 'page':
      return (value as readonly (Input | null)[]).map((row) => row && parseBody(index, member.target, row));
    case 'money':
      return parseMoney(value as Input);
    default:
      return value;
  }
}

function parseMoney(input: Input): RecordBody {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (!isMoneyPart(name)) throw new Error(`An amount has no part "${name}"`);
      return [moneyParts[name], value];
    }),
  );
}
