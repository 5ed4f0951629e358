/**
 * Batches with items that can't be written: nothing is, and every error of every item is reported.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

const unknownId = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onOneDatabase((running) => {
  const newBody = (members: Json = {}) => ({ last_name: 'Rejected', owner_id: running.space.ids.ownerId, ...members });

  async function expectNothingWritten(): Promise<void> {
    expect((await running.space.list('Contacts', { 'filter[last_name]': 'Rejected' })).data).toEqual([]);
  }

  it('lists every error with the place of its item', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const body = [
      newBody(),
      { last_name: 'Rejected' },
      newBody({ gender: 99, city: 7, foo: 1 }),
      { id: contact.id, city: 'Leeds' },
      { id: unknownId, city: 'Hull' },
      { id: contact.id, city: 'Ghent', revision: contact.revision - 1 },
      17,
    ];
    for (const query of [{}, { 'rollback-method': 0 }]) {
      const answer = await space.send('POST', 'Contacts/batch-modify', { body, query });
      expect(answer.status).toBe(422);
      const { message, entity_errors: entity, field_errors: fields, ...rest } = answer.body;
      expect(rest).toStrictEqual({
        code: 40000,
        name: 'ERROR_ENTITY_VALIDATION',
        http_status: 422,
        success: false,
        entity_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        entity_name: 'Contact',
        entity_index: null,
        step_checklist_errors: [],
      });
      const entityErrors = entity as readonly Json[];
      expect(entityErrors.map(({ entity_index: index, code }) => [index, code])).toEqual([
        [2, 9022],
        [4, 9003],
        [5, 9005],
        [6, 117],
      ]);
      const groups = fields as readonly (Json & { errors: readonly Json[] })[];
      expect(groups.map(({ entity_index: index, field_name: name }) => [index, name])).toEqual([
        [1, 'owner_id'],
        [2, 'gender'],
        [2, 'city'],
      ]);
      const leaves = [...entityErrors, ...groups.flatMap(({ errors }) => errors)];
      const lines = String(message).split('\n');
      expect(lines.shift()).toBe('');
      expect(lines.sort()).toEqual(leaves.map((leaf) => String(leaf.message)).sort());
    }
    await expectNothingWritten();
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
  });

  it('tells what is wrong further back although it depends on what comes first', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const body = [
      { id: contact.id, city: 7 },
      { id: contact.id, city: 'Hull' },
      { id: contact.id, zip_code: 8 },
    ];
    const answer = await space.send('POST', 'Contacts/batch-modify', { body });
    const groups = answer.body.field_errors as readonly Json[];
    expect(answer.status).toBe(422);
    expect(groups.map(({ entity_index: index, field_name: name }) => [index, name])).toEqual([
      [0, 'city'],
      [2, 'zip_code'],
    ]);
    expect(await space.get('Contacts', contact.id)).toEqual(contact);
  });

  it('knows a unique value that two items of it want', async () => {
    const { space } = running;
    const product = { name: 'x', allowed_pipelines: 1, unit_symbol: 'pcs', sku: 'TWICE' };
    const answer = await space.send('POST', 'Products/batch-modify', { body: [product, product] });
    expect(answer.status).toBe(422);
    expect(answer.body.field_errors).toMatchObject([{ entity_index: 1, field_name: 'sku', errors: [{ code: 9021 }] }]);
    expect((await space.list('Products', { 'filter[sku]': 'TWICE' })).data).toEqual([]);
    const kept = await space.send('POST', 'Products/batch-modify', {
      body: [product, product],
      query: { 'rollback-method': 1 },
    });
    expect(kept.body.data).toMatchObject([expect.any(String), { entity_index: 1, entity_name: 'Product' }]);
    expect((await space.list('Products', { 'filter[sku]': 'TWICE' })).data).toHaveLength(1);
  });

  it('lists 2,000 errors of all items, and three of each one beyond', async () => {
    const { space } = running;
    const unknown = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`last_nam${index}`, 1]));
    const body = Array.from({ length: 100 }, () => ({ ...newBody(), ...unknown }));
    const answer = await space.send('POST', 'Contacts/batch-modify', { body });
    expect(answer.status).toBe(422);
    const errors = answer.body.entity_errors as readonly Json[];
    const ofItem = (index: number) => errors.filter(({ entity_index: of }) => of === index);
    expect(ofItem(0)).toHaveLength(90);
    expect(ofItem(99)).toHaveLength(4);
    expect(ofItem(99)[3]).toMatchObject({ message: 'The body has 87 more errors.' });
  });

  it('counts what is wrong with rows among them', async () => {
    const account_relations = Array.from({ length: 300 }, () => ({}));
    const body = Array.from({ length: 30 }, () => ({ ...newBody(), account_relations }));
    const answer = await running.space.send('POST', 'Contacts/batch-modify', { body });
    const more = answer.body.entity_errors as readonly Json[];
    const groups = answer.body.field_errors as readonly (Json & { errors: readonly Json[] })[];
    const ofItem = (index: number) => groups.find(({ entity_index: of }) => of === index)?.errors.length;
    expect([ofItem(0), ofItem(29)]).toEqual([100, 3]);
    expect(more[0]).toMatchObject({
      entity_index: 0,
      message: expect.stringMatching(/^The body has \d+ more errors/),
    });
    await expectNothingWritten();
  });

  it('tells of all items that fail, also of those with so many rows that they are not drafted at once', async () => {
    const { space } = running;
    const objectives = Array.from({ length: 1_000 }, (_, index) => ({ name: `Objective ${index}` }));
    const project = { name: 'Much to do', owner_id: space.ids.ownerId, objectives };
    const send = (body: readonly Json[], query = {}) => space.send('POST', 'Projects/batch-modify', { body, query });
    const body = [project, { ...project, name: null }, project, project, {}];
    const answer = await send(body);
    expect(answer.status).toBe(422);
    const failed = (answer.body.entity_errors as readonly Json[]).map(({ entity_index: index }) => index);
    expect([...new Set(failed)]).toEqual([1, 4]);
    expect(await space.list('Projects')).toMatchObject({ data: [] });
    expect((await send(body, { 'rollback-method': 1 })).status).toBe(200);
    expect(await space.list('Projects', { expand: 'objectives' })).toMatchObject({
      data: Array(3).fill({ objectives: expect.toSatisfy((rows) => rows.length === 1_000) }),
    });
  });

  it.each([
    ['a deleted one', 0],
    ['a deleted one, also where an unknown one would be made', 8],
  ])('does not change %s', async (_, level) => {
    const { space } = running;
    const contact = await space.newContact();
    await space.delete('Contacts', contact.id);
    const answer = await space.send('POST', 'Contacts/batch-modify', {
      body: [{ ...newBody(), id: contact.id }],
      query: { 'validation-level': level },
    });
    expect(answer.body.entity_errors).toMatchObject([{ code: 9003, entity_index: 0 }]);
    await expectNothingWritten();
  });
});
