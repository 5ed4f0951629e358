/**
 * Writes JSON objects of any number of members, where the databases bound what one call or one row may have.
 */
import type { Dialect } from './dialect.js';

/** Names with expressions of their values. */
export type Members = readonly (readonly [name: string, value: string])[];

/** @param write an object of so many members at most @returns the object, where there are more put together of the texts of several */
export function objectInParts(
  dialect: Pick<Dialect, 'jsonText' | 'jsonOfText' | 'splicedText'>,
  members: Members,
  most: number,
  write: (members: Members) => string,
): string {
  if (members.length <= most) return write(members);
  const parts = Array.from({ length: Math.ceil(members.length / most) }, (_, index) =>
    write(members.slice(index * most, (index + 1) * most)),
  );
  return dialect.jsonOfText(
    dialect.splicedText(parts.map((part) => ({ text: dialect.jsonText(part), endsPlainly: false }))),
  );
}
