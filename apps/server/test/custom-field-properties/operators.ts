/**
 * The operators of filters, by the kind of value that they test, and operands for them.
 */
import fc from 'fast-check';
import type { Operator } from '../../src/request/filter.js';
import { equality, ordering, presence, search, type Thing } from '../properties/oracle.js';
import { amounts, dates, dateTimes, texts } from '../properties/scheme.js';
import { type PathProperty, valuesAt } from './property-fixture.js';
import type { Plain } from './type-properties.js';

export const allOperators = [...presence, ...equality, ...ordering, ...search];

export function operatorsOf(kind: PathProperty['kind']): readonly Operator[] {
  if (kind === 'rows') return [...presence, 'eq', 'not-eq'];
  if (kind === 'boolean') return [...presence, ...equality];
  return kind === 'text' ? allOperators : [...presence, ...equality, ...ordering];
}

/** @returns operands for one use of an operator: as many as it takes */
export function operandsFor(operator: Operator, values: fc.Arbitrary<Plain>): fc.Arbitrary<readonly Plain[]> {
  if (presence.includes(operator)) return fc.constant([]);
  const [least, most] = operator === 'between' ? [2, 2] : equality.includes(operator) ? [1, 3] : [1, 1];
  return fc.array(values, { minLength: least, maxLength: most });
}

/** @returns values to compare with: some that are there, some that are near, some that are not */
export function comparedWith(things: readonly Thing[], { path, kind }: PathProperty): fc.Arbitrary<Plain> {
  const there = [...new Set(things.flatMap((one) => valuesAt(one, path.split('.'))))];
  const own = there.length === 0 ? fc.constant('') : fc.constantFrom(...there);
  switch (kind) {
    case 'text':
      return fc.oneof(
        texts,
        own,
        own.map((text) => String(text).toUpperCase()),
        own.map((text) => [...String(text)].slice(0, 2).join('')),
        own.map((text) => [...String(text)].slice(-2).join('')),
      );
    case 'integer':
      return fc.oneof(own, fc.integer({ min: -4, max: 4 }));
    case 'float':
      return fc.oneof(own, fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 4 }));
    case 'amount':
      return fc.oneof(own, amounts);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.oneof(own, dates);
    case 'dateTime':
      return fc.oneof(own, dateTimes);
    case 'id':
    case 'rows':
      return fc.oneof({ weight: 4, arbitrary: own }, fc.uuid());
  }
}
