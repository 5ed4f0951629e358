/**
 * Many records made and changed at once: what is answered is what is stored.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';

const unknownId = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onDatabaseInTurn((running) => {
  const send = (body: unknown, query = {}) => running.space.send('POST', 'Contacts/batch-modify', { body, query });
  const newBody = (members: Json = {}) => ({ last_name: 'Batch', owner_id: running.space.ids.ownerId, ...members });

  it('answers an id for each item, in their order', async () => {
    const { space } = running;
    const contact = await space.newContact({ city: 'Ghent' });
    const answer = await send([
      newBody({ city: 'Leeds' }),
      { id: contact.id, city: 'Hull' },
      newBody({ city: 'York' }),
    ]);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['success', 'data']);
    expect(answer.body.success).toBe(true);
    const ids = answer.body.data as string[];
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(contact.id);
    const cities = await Promise.all(ids.map(async (id) => (await space.get('Contacts', id)).city));
    expect(cities).toEqual(['Leeds', 'Hull', 'York']);
    expect(await space.get('Contacts', contact.id)).toMatchObject({ last_name: contact.last_name });
  });

  it('all that is written has one revision', async () => {
    const { space } = running;
    const before = await space.newContact();
    const ids = (await send([newBody(), newBody(), { id: before.id, city: 'Leeds' }])).body.data as string[];
    const revisions = await Promise.all(ids.map(async (id) => (await space.get('Contacts', id)).revision));
    expect(new Set(revisions)).toEqual(new Set([before.revision + 1]));
  });

  it('takes an id of null for none, an id in capitals, and items with rows', async () => {
    const { space } = running;
    const [account, contact] = [await space.newAccount(), await space.newContact()];
    const relations = [{ account_id: account.id, is_primary: true }];
    const answer = await send([
      newBody({ id: null, account_relations: relations }),
      { id: contact.id.toUpperCase(), account_relations: relations },
    ]);
    const ids = answer.body.data as string[];
    expect(ids[1]).toBe(contact.id);
    for (const id of ids) expect((await space.get('Contacts', id)).account_relations).toHaveLength(1);
  });

  it('takes 1,000 items', async () => {
    const body = Array.from({ length: 1_000 }, (_, index) => newBody({ last_name: `Thousand ${index}` }));
    const answer = await send(body);
    expect(answer.status).toBe(200);
    expect(new Set(answer.body.data as string[]).size).toBe(1_000);
    const query = { 'filter[last_name]': 'Thousand', 'filter-op[last_name]': 'starts', 'include-total': true };
    expect((await running.space.list('Contacts', query)).total).toBe(1_000);
  });

  describe('with validation-level 8', () => {
    it('makes the record of an unknown id', async () => {
      const { space } = running;
      const contact = await space.newContact();
      const query = { 'validation-level': 8 };
      const answer = await send([newBody({ id: unknownId }), { id: contact.id, city: 'Hull' }], query);
      expect(answer.body.data).toEqual([unknownId, contact.id]);
      expect(await space.get('Contacts', unknownId)).toMatchObject({ last_name: 'Batch' });
      const again = await send([{ id: unknownId, city: 'Leeds' }], query);
      expect(again.body.data).toEqual([unknownId]);
      expect(await space.get('Contacts', unknownId)).toMatchObject({ last_name: 'Batch', city: 'Leeds' });
    });

    it('an id that is given twice is made, then changed', async () => {
      const id = '01a1fdea-10da-766f-926d-3bbd6b3a11b5';
      const query = { 'validation-level': 8 };
      const answer = await send([newBody({ id }), { id, city: 'Hull' }], query);
      expect(answer.body.data).toEqual([id, id]);
      expect(await running.space.get('Contacts', id)).toMatchObject({ last_name: 'Batch', city: 'Hull' });
    });
  });

  describe('with rollback-method 1', () => {
    const query = { 'rollback-method': 1 };

    it('writes what can be written; errors say which item they are of', async () => {
      const { space } = running;
      const contact = await space.newContact();
      const answer = await send(
        [
          newBody({ city: 'Leeds' }),
          { last_name: 'Without owner' },
          { id: unknownId.replace('b4', 'ff'), city: 'Hull' },
          { id: contact.id, city: 'York' },
          { id: contact.id, city: 'Ghent', revision: 1 },
          'no object',
          null,
          [],
        ],
        query,
      );
      expect(answer.status).toBe(200);
      const data = answer.body.data as readonly (string | Json)[];
      expect(data[0]).toEqual(expect.any(String));
      expect(data[1]).toStrictEqual({
        code: 40000,
        name: 'ERROR_ENTITY_VALIDATION',
        message: expect.stringMatching(/^\n/),
        http_status: 422,
        success: false,
        entity_id: expect.any(String),
        entity_name: 'Contact',
        entity_index: 1,
        entity_errors: [],
        field_errors: [expect.objectContaining({ field_name: 'owner_id' })],
        step_checklist_errors: [],
      });
      expect(data[2]).toStrictEqual({
        code: 9003,
        name: 'ERROR_RECORD_NOT_FOUND',
        message: expect.stringContaining('Contact'),
        http_status: 404,
        success: false,
        entity_index: 2,
      });
      expect(data[3]).toBe(contact.id);
      expect(data[4]).toMatchObject({ code: 9005, http_status: 409, entity_index: 4 });
      for (const index of [5, 6, 7]) {
        expect(data[index]).toMatchObject({ code: 117, http_status: 400, entity_index: index });
      }
      expect(await space.get('Contacts', contact.id)).toMatchObject({ city: 'York' });
      expect(await space.get('Contacts', String(data[0]))).toMatchObject({ city: 'Leeds' });
    });

    it('is done when nothing could be', async () => {
      const answer = await send([{}, 1], query);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject([{ entity_index: 0 }, { entity_index: 1 }]);
    });
  });
});
