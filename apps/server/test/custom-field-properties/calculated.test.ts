/**
 * Custom fields whose values are worked out, over REST: nobody writes them, and there are settings that they cannot have.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { makeOwner, ownersOn } from './owners.js';
import type { Owner } from './property-fixture.js';

interface Property {
  readonly type: string;
  readonly settings: Json;
  /** What a record has that nobody has given anything. */
  readonly first: unknown;
  /** What somebody may try to write. */
  readonly written: unknown;
  readonly rejected: readonly (readonly [Json, RegExp])[];
}

const properties: Readonly<Record<string, Property>> = {
  sequence: {
    type: 'sequence',
    settings: { sequence_pattern: 'S-{0042}' },
    first: expect.stringMatching(/^S-\d{4}$/),
    written: 'S-9999',
    rejected: [
      [{ default_value: 'S-1' }, /\[default_value\] is not for fields of type sequence/],
      [{ is_unique: true }, /\[is_unique\] is not for fields of type sequence/],
      [{ sequence_pattern: 'S-{YY}-{01}' }, /\[sequence_pattern\] has an unknown part "\{YY\}"/],
      [{ sequence_pattern: '{01}{01}' }, /\[sequence_pattern\] has more than one running number/],
    ],
  },
  formula: {
    type: 'integer',
    settings: { calc_formula: '6 * 7' },
    first: 42,
    written: 41,
    rejected: [
      [{ default_value: '1' }, /\[default_value\] is not for fields with a formula/],
      [{ is_unique: true }, /\[is_unique\] is not for fields with a formula/],
      [{ calc_formula: '6 *' }, /\[calc_formula\] At position/],
      [{ calc_formula: '"six"' }, /\[calc_formula\] /],
    ],
  },
  rollup: {
    type: 'rollup',
    settings: { rollup: { relation: 'documents', function: 'COUNT' } },
    first: 0,
    written: 1,
    rejected: [
      [{ default_value: '1' }, /\[default_value\] is not for fields of type rollup/],
      [{ is_unique: true }, /\[is_unique\] is not for fields of type rollup/],
      [{ rollup: { relation: 'documents', function: 'MEDIAN' } }, /\[rollup\] function: must be one of COUNT/],
      [{ rollup: { relation: 'documents', function: 'SUM' } }, /\[rollup\] field: SUM needs a field/],
    ],
  },
};

onBothDatabases((running, database) => {
  describe.each(ownersOn(database))('%s', (ownerName) => {
    let space: TestSpace;
    let owner: Owner;
    beforeAll(async () => {
      space = await running.server.newSpace(`worked-out-of-${ownerName.toLowerCase()}`);
      owner = await makeOwner(space, ownerName);
    });

    const create = (members: Json) => space.create(owner.collection, { ...owner.required, ...members });

    describe.each(Object.entries(properties))('%s', (name, { type, settings, first, written, rejected }) => {
      const member = `cf_${name}`;
      const fieldOf = (own: Json) => ({ entity_name: owner.entityType, name, type_id: type, ...settings, ...own });

      it('is worked out, whatever a body says', async () => {
        await space.create('Fields', fieldOf({}));
        const record = await create({ [member]: written });
        expect(record[member]).toEqual(first);
        expect(record[member]).not.toEqual(written);
        const changed = await space.update(owner.collection, record.id, { [member]: written, share_mode: 1 });
        expect(changed).toMatchObject({ share_mode: 1, [member]: record[member] });
        const cleared = await space.update(owner.collection, record.id, { [member]: null });
        expect(cleared[member]).toEqual(record[member]);
      });

      it.each(rejected)('cannot have %j', async (own, problem) => {
        const { status, body } = await space.send('POST', 'Fields', { body: fieldOf({ name: 'Wrong', ...own }) });
        expect(status).toBe(422);
        expect(body.message).toMatch(problem);
      });
    });
  });
});
