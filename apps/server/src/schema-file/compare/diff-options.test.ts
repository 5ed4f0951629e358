import { describe, expect, it } from 'vitest';
import { changeText } from './change.js';
import { diffOptions } from './diff-options.js';

/** @returns the changes from options with their places in the space, `A1 B2`, to those that the file lists, `B A` */
function changes(space: string, file: string): string[] {
  const found = space
    .split(' ')
    .filter(Boolean)
    .map((text, index) => ({ id: `${index}`, name: text.charAt(0), members: {}, place: Number(text.slice(1)) }));
  const wanted = file
    .split(' ')
    .filter(Boolean)
    .map((name, index) => ({ name, members: {}, path: ['options', index] }));
  const diff = diffOptions(
    'Contact.cf_x',
    { path: ['options'], options: wanted },
    {
      dataSets: new Map([['Contact.cf_x', { id: 'set', options: found }]]),
      sortOrders: new Map(found.map(({ id, place }) => [id, place])),
    },
    'Contact.cf_x',
  );
  return diff.map((change) => {
    const place = change.members.sort_order?.to;
    return (
      changeText(change).replace(/ option Contact\.cf_x "(.)".*/, '$1') + (place === undefined ? '' : String(place))
    );
  });
}

/** @returns how often ids of options are read while a file drops so many of them */
function readsOfIds(count: number): number {
  let reads = 0;
  const found = Array.from({ length: count }, (_, index) => ({
    get id() {
      reads++;
      return `${index}`;
    },
    name: `Option ${index}`,
    members: {},
  }));
  const space = { dataSets: new Map([['Contact.cf_x', { id: 'set', options: found }]]), sortOrders: new Map() };
  expect(diffOptions('Contact.cf_x', { path: ['options'], options: [] }, space, 'Contact.cf_x')).toHaveLength(count);
  return reads;
}

describe('diffOptions', () => {
  it('looks at each option a few times', () => {
    expect(readsOfIds(1_000)).toBe(10 * readsOfIds(100));
  });

  it.each([
    ['A1 B2 C3', 'A B C', []],
    ['', 'A B', ['+A1', '+B2']],
    ['A1 B2', 'A B C', ['+C3']],
    // Numbers with gaps, or shared ones, are no difference as long as the order is the same.
    ['A10 B20', 'A B', []],
    ['A0 B0 C0', 'A B C', []],
    ['A-5 B7', 'A B C', ['+C8']],
    ['A10 B20', 'A C B', ['+C11']],
    ['A1 B2', 'A C B', ['+C2', '~B3']],
    ['A1 B2 C3', 'C A B', ['~A4', '~B5']],
    ['A1 B2', 'B A', ['~A3']],
    // What only the space has stays behind the one that it follows.
    ['A1 B2 C3', 'A C', ['-B']],
    ['A1 B2 C3', 'A D C', ['+D3', '~C4', '-B']],
    ['A1 A2', 'A', ['-A']],
    ['A1', 'A A', ['+A2']],
  ])('%j to %j: %j', (space, file, wanted) => {
    expect(changes(space, file)).toEqual(wanted);
  });
});
