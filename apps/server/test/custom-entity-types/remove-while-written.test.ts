/** An entity type of the space's own is deleted with its records while others write some. */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { defineEntityType } from './define-entity-type.js';

const rounds = 12;

onDatabaseInTurn((running) => {
  it('leaves each write made ahead of it, or rejected as of no such type', { timeout: 120_000 }, async () => {
    const { server, space } = running;
    // The document of the space may not have the entity type any more when an answer is compared with it.
    server.expectUndeclared(/ \/entities\/Rick\d+/);
    for (let round = 0; round < rounds; round++) {
      const { name, entity, typeId, create } = await defineEntityType(space, `Rick${round}`);
      const first = await create();
      const body = { name: 'One more', owner_id: space.ids.ownerId, type_id: typeId };
      const writes = [
        () => space.send('POST', name, { body }),
        () => space.send('POST', `${name}/batch-modify`, { query: { 'rollback-method': 1 }, body: [body] }),
        () => space.send('PATCH', `${name}/${first.id}`, { body: { name: 'Other' } }),
      ];
      const removal = space.send('DELETE', `Entities/${entity.id}`, { query: { 'delete-records': true } });
      const written = await Promise.all([...writes, ...writes].map((write) => write()));
      expect((await removal).status).toBe(200);
      for (const { status, text } of written) {
        expect([200, 201, 404], text).toContain(status);
        expect(text).not.toContain('is deleted');
      }
      for (const write of writes) expect((await write()).status).toBe(404);
    }
  });
});
