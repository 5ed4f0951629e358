/**
 * Random graphs of records that refer to each other, and merges in them, as data: records by their place in a list, which is taken
 * modulo its length.
 */
import fc from 'fast-check';

export const mergeable = ['Account', 'Contact', 'Lead', 'Opportunity'] as const;
export type Mergeable = (typeof mergeable)[number];

const place = fc.nat({ max: 9 });
const text = fc.constantFrom(null, '', 'Leeds', 'Ürümqi');
/** Not at the ends of the range, which are drawn more often. */
const rarely = fc.nat({ max: 11 }).map((chance) => chance === 5);
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });

/** The others that a record is tied to, the one at `primary` first among them. */
const ties = <T>(one: fc.Arbitrary<T>) => fc.record({ rows: some(one), primary: place });
const contactTie = fc.record({ contact: place, comment: text, roles: fc.subarray([0, 1]) });
const dealPeople = { accounts: ties(place), contacts: ties(contactTie) };
const target = fc.record({ type: fc.constantFrom(...mergeable), place });

export const schemes = fc.record({
  accounts: fc.array(
    fc.record({
      city: text,
      email1: text,
      parent: fc.option(place, { freq: 3 }),
      isDeleted: rarely,
      isUnsubscribed: rarely,
    }),
    {
      minLength: 3,
      maxLength: 5,
    },
  ),
  contacts: fc.array(
    fc.record({
      city: text,
      first_name: text,
      account_position: text,
      accounts: ties(fc.record({ account: place, position: text, comment: text, roles: fc.subarray([0, 1]) })),
      isDeleted: rarely,
    }),
    { minLength: 3, maxLength: 5 },
  ),
  leads: fc.array(fc.record({ description: text, ...dealPeople, isDeleted: rarely }), { minLength: 2, maxLength: 3 }),
  opportunities: fc.array(
    fc.record({
      description: text,
      ...dealPeople,
      items: some(fc.record({ product: fc.nat({ max: 1 }), quantity: fc.constantFrom(1, 2) })),
      isSummed: fc.boolean(),
      isDeleted: rarely,
    }),
    { minLength: 2, maxLength: 3 },
  ),
  quotes: fc.array(fc.record({ opportunity: place, accounts: ties(place), isActive: fc.boolean() }), { maxLength: 6 }),
  tasks: some(fc.record({ on: some(target) })),
  links: fc.array(
    fc.record({
      kind: fc.constantFrom('note', 'tag', 'favourite', 'user', 'unit', 'document', 'relation', 'group'),
      on: target,
      /** Which of two others the record is tied to. */
      other: fc.nat({ max: 4 }),
      isDeleted: rarely,
    }),
    { maxLength: 30 },
  ),
});

export type Scheme = typeof schemes extends fc.Arbitrary<infer T> ? T : never;

export const merges = fc.record({
  type: fc.constantFrom(...mergeable),
  /** The master and those that are merged into it. */
  places: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2, maxLength: 4 }),
  isCareless: rarely,
  given: fc.option(text),
});

export type MergeScheme = typeof merges extends fc.Arbitrary<infer T> ? T : never;
