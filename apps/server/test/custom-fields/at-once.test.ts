/** Many changes of the custom values of one record at once: each stays, in the record as in what filters compare. */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

const rounds = 6;
const fields = Array.from({ length: 10 }, (_, index) => `cf_at_once_${index}`);

onDatabaseInTurn((running) => {
  it('keeps what each of several changes of one record has set', async () => {
    const { space } = running;
    for (const name of fields) {
      await space.create('Fields', {
        entity_name: 'Contact',
        name: name.slice('cf_'.length).replaceAll('_', ' '),
        type_id: 'integer',
      });
    }
    const { id } = await space.newContact();
    for (let round = 1; round <= rounds; round++) {
      await Promise.all(fields.map((name, index) => space.update('Contacts', id, { [name]: round * 100 + index })));
      const expected = Object.fromEntries(fields.map((name, index) => [name, round * 100 + index]));
      expect(await space.get('Contacts', id)).toMatchObject(expected);
      for (const [name, value] of Object.entries(expected)) {
        expect((await space.list('Contacts', { [`filter[${name}]`]: value })).data.map((one) => one.id)).toEqual([id]);
      }
    }
  });

  it('finds the holder of a unique custom value again when the value has moved on meanwhile', async () => {
    const { space } = running;
    await space.create('Fields', { entity_name: 'Contact', name: 'Badge', type_id: 'input', is_unique: true });
    const { id, owner_id } = await space.newContact({ cf_badge: 'b0' });
    const moves = Array.from({ length: 8 }, (_, index) => space.update('Contacts', id, { cf_badge: `b${index + 1}` }));
    const upserts = Array.from({ length: 8 }, (_, index) =>
      space.send('PUT', 'Contacts/by/cf_badge/b0', {
        body: { last_name: `Upsert ${index}`, owner_id },
      }),
    );
    const [answers] = await Promise.all([Promise.all(upserts), Promise.all(moves)]);
    for (const { status, text, body } of answers) {
      expect([200, 201], text).toContain(status);
      expect(body.data).toMatchObject({ cf_badge: 'b0', last_name: expect.stringMatching(/^Upsert/) });
    }
  });
});
