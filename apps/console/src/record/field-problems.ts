/** Which member each error of a rejected write belongs to. Pure. */
import { ParameterError, ValidationError } from '@headwater/client';
import type { Member } from '../contract/member.js';

/** What is wrong, by member; under the empty text what is wrong with the record as a whole. */
export type FieldProblems = ReadonlyMap<string, readonly string[]>;

export function problemsOf(error: unknown, members: readonly Member[]): FieldProblems {
  const problems = new Map<string, string[]>();
  if (error instanceof ParameterError) return problemOfParameter(error, members);
  if (!(error instanceof ValidationError)) return problems;
  const names = members.map(({ name }) => name);
  for (const { fieldName, message } of error.leaves) {
    const quoted = [fieldName ?? '', ...[...message.matchAll(/['[](\w+)['\]]/g)].map(([, name]) => name ?? '')];
    const place = quoted.flatMap((name) => [name, `${name}_id`]).find((name) => names.includes(name)) ?? '';
    const known = problems.get(place) ?? [];
    if (!known.includes(message)) problems.set(place, [...known, message]);
  }
  return problems;
}

/** The message begins with the member, if it is about one: `scopes: "Leads:write" is not a scope; ...`. */
function problemOfParameter({ message }: ParameterError, members: readonly Member[]): FieldProblems {
  const [, name = '', problem = ''] = /^(\w+): (.+)$/s.exec(message) ?? [];
  return new Map(members.some((member) => member.name === name) ? [[name, [problem]]] : []);
}
