/**
 * For every type of custom field with plain values, over REST: values come back as they were sent, in whatever form; a default fills what
 * is left out; null clears; a wrong value is rejected by name and changes nothing; a unique value belongs to one record.
 */
import { customFieldTypes } from '@headwater/catalog';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import { seed } from '../properties/seed.js';
import type { Answer, Json, TestRecord, TestSpace } from '../test-space.js';
import { makeOwner, ownersOn } from './owners.js';
import { batch, type Owner } from './property-fixture.js';
import { memberOf, type TypeProperty, typeProperties } from './type-properties.js';

const valueCount = 12;

/** The members of the three fields of a type. */
const plain = ({ type }: TypeProperty) => memberOf(type);
const withDefault = ({ type }: TypeProperty) => memberOf(`${type}_default`);
const unique = ({ type }: TypeProperty) => memberOf(`${type}_unique`);

const isUniqueType = ({ same }: TypeProperty) => same !== undefined;

it('tries every type whose values are plain and can be written', () => {
  const written = customFieldTypes.filter(({ value, can }) => value !== undefined && can.includes('have-default'));
  expect(typeProperties.map(({ type }) => type).sort()).toEqual(written.map(({ name }) => name).sort());
});

onBothDatabases((running, database) => {
  describe.each(ownersOn(database))('%s', (ownerName) => {
    let space: TestSpace;
    let owner: Owner;
    let before: TestRecord;

    beforeAll(async () => {
      space = await running.server.newSpace(`values-of-${ownerName.toLowerCase()}`);
      owner = await makeOwner(space, ownerName);
      before = await create({});
      const field = (name: string, type_id: string, settings: Json = {}) => {
        return { entity_name: owner.entityType, name, type_id, ...settings };
      };
      await batch(
        space,
        'Fields/batch-modify',
        typeProperties.flatMap(({ type, default: [default_value], same }) => [
          field(type, type),
          field(`${type}_default`, type, { default_value }),
          ...(same ? [field(`${type}_unique`, type, { is_unique: true })] : []),
        ]),
      );
    });

    const create = (members: Json) => space.create(owner.collection, { ...owner.required, ...members });
    const get = (id: string) => space.get(owner.collection, id);
    const update = (id: string, members: Json) => space.update(owner.collection, id, members);
    const post = (members: Json) => space.send('POST', owner.collection, { body: { ...owner.required, ...members } });
    const patch = (id: string, body: Json) => space.send('PATCH', `${owner.collection}/${id}`, { body });
    const count = async (query: Record<string, string>) =>
      (await space.list(owner.collection, { ...query, first: 1, 'include-total': true, 'load-only': 'id' })).total;

    const expectRejected = (answer: Answer, member: string, problem: RegExp) => {
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body).toMatchObject({ success: false, field_errors: [{ field_name: member }] });
      expect(answer.body.message).toMatch(problem);
      expect(answer.body.message).toContain(`[${member}] `);
    };

    describe.each(typeProperties.map((property) => [property.type, property] as const))('%s', (type, property) => {
      it(`comes back as it was sent (seed ${seed})`, async () => {
        const values = fc.sample(property.values, { seed, numRuns: valueCount });
        const pairs = [...values.map((value) => [value, value] as const), ...property.forms];
        const bodies = pairs.map(([sent]) => ({ ...owner.required, [plain(property)]: sent }));
        const ids = await batch<string>(space, `${owner.collection}/batch-modify`, bodies);
        for (const [index, [, shown]] of pairs.entries()) {
          expect((await get(ids[index] ?? ''))[plain(property)]).toEqual(shown);
        }
        for (const [sent, shown] of pairs.slice(-2)) {
          expect((await create({ [plain(property)]: sent }))[plain(property)]).toEqual(shown);
          expect((await update(before.id, { [plain(property)]: sent }))[plain(property)]).toEqual(shown);
        }
      });

      it('is null until it is set, and again when it is cleared', async () => {
        const member = plain(property);
        const [, value] = property.default;
        const record = await create({});
        expect(record[member]).toBeNull();
        const unset = await count({ [`filter-op[${member}]`]: 'null' });
        expect(await update(record.id, { [member]: value })).toMatchObject({ [member]: value });
        expect(await update(record.id, { share_mode: 1 })).toMatchObject({ [member]: value });
        expect(await count({ [`filter-op[${member}]`]: 'null' })).toBe(Number(unset) - 1);
        expect(await update(record.id, { [member]: null })).toMatchObject({ [member]: null });
        expect(await count({ [`filter-op[${member}]`]: 'null' })).toBe(unset);
      });

      it('has its default where a body says nothing', async () => {
        const member = withDefault(property);
        const [, value] = property.default;
        expect(await create({})).toMatchObject({ [member]: value, [plain(property)]: null });
        const record = await create({});
        expect(await update(record.id, { [member]: null })).toMatchObject({ [member]: null });
        expect(await update(record.id, { share_mode: 1 })).toMatchObject({ [member]: null });
        // The record is older than the field.
        expect(await get(before.id)).toMatchObject({ [member]: null });
        expect(await update(before.id, { share_mode: 1 })).toMatchObject({ [member]: null });
      });

      it('rejects a default of another type', async () => {
        if (property.wrongDefault === undefined) return;
        const [default_value, problem] = property.wrongDefault;
        const body = { entity_name: owner.entityType, name: 'Wrong', type_id: type, default_value };
        expectRejected(await space.send('POST', 'Fields', { body }), 'default_value', problem);
      });

      it('rejects a wrong value and keeps the record as it was', async () => {
        const member = plain(property);
        const [, value] = property.default;
        const record = await create({ [member]: value });
        const total = await count({});
        for (const [wrong, problem] of property.wrong) {
          expectRejected(await post({ [member]: wrong }), member, problem);
          expectRejected(await patch(record.id, { [member]: wrong, share_mode: 1 }), member, problem);
        }
        expect(await get(record.id)).toEqual(record);
        expect(await count({})).toBe(total);
      });

      if (!isUniqueType(property)) {
        it('cannot be unique', async () => {
          const body = { entity_name: owner.entityType, name: 'Wrong', type_id: type, is_unique: true };
          const answer = await space.send('POST', 'Fields', { body });
          expectRejected(answer, 'is_unique', new RegExp(`is not for fields of type ${type}`));
        });
        return;
      }

      it('belongs to one record when it is unique', async () => {
        const member = unique(property);
        const [one, same] = property.same ?? [];
        const holder = await create({ [member]: one });
        const taken =
          /^\s*\[cf_\w+_unique\] The value .+ belongs to another record, [0-9a-f-]{36}; it must be unique\.( Letter case and blanks count\.)?$/;
        const other = await create({});
        expectRejected(await post({ [member]: same }), member, taken);
        expectRejected(await patch(other.id, { [member]: same }), member, taken);
        // Its own value is nobody else's.
        expect(await update(holder.id, { [member]: same })).toMatchObject({ [member]: holder[member] });
        await update(holder.id, { [member]: null });
        await update(other.id, { [member]: same });
        expectRejected(await patch(holder.id, { [member]: one }), member, taken);
        await space.delete(owner.collection, other.id);
        await update(holder.id, { [member]: one });
        const restored = await space.send('POST', `${owner.collection}/batch-restore`, { body: [other.id] });
        expect(restored.status).toBe(422);
        expect(await count({ [`filter[${member}]`]: String(holder[member]) })).toBe(1);
      });
    });
  });
});
