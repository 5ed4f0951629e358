/**
 * Many writes at once take one revision and few statements, however many they are.
 */
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn, type TestServer } from '../fixture.js';
import type { Json } from '../test-space.js';
import { create, idsOf, remove, restore, update, writeMany } from './write-many.js';

onDatabaseInTurn((running, database) => {
  let owner: string;
  beforeAll(() => {
    owner = running.space.ids.ownerId;
  });
  const contact = (members: Json = {}) => create('Contact', { last_name: 'Okafor', owner_id: owner, ...members });
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  const get = (collection: string, id: string) => running.space.get(collection, id, { 'include-deleted': true });

  /** Asked apart from the server: a change that is only explained leaves its connection in a transaction. */
  const planOf = async ({ config }: TestServer, text: string, values: readonly unknown[]): Promise<string[]> => {
    const database = new sqlite3.Database(join(config.dataDir, 'headwater.sqlite'));
    try {
      const steps = await new Promise<{ detail: string }[]>((resolve, reject) => {
        database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values, (error, rows) =>
          error ? reject(error) : resolve(rows),
        );
      });
      return steps.map(({ detail }) => detail);
    } finally {
      database.close();
    }
  };

  describe('a thousand records', () => {
    it('are made, changed, deleted and restored with a handful of statements and one revision', async () => {
      const { server, space } = running;
      const atSome = [await space.newAccount(), await space.newAccount()];
      const items = many(1000, (index) =>
        contact({
          last_name: `Ünal ${index}`,
          gender: index % 4,
          account_relations: [{ account_id: atSome[index % 2]?.id, is_primary: true, position: `p${index}` }],
        }),
      );
      let ids: string[] = [];
      const counts: number[] = [];
      const run = async (write: () => Promise<unknown>) => counts.push((await server.statementsOf(write)).length);
      await run(async () => {
        ids = idsOf(await writeMany(running, items));
      });
      expect(new Set(ids).size).toBe(1000);
      const [first, last] = [await get('Contacts', ids[0] ?? ''), await get('Contacts', ids[999] ?? '')];
      expect(first).toMatchObject({ last_name: 'Ünal 0', gender: 0, primary_account_position: 'p0' });
      expect(last).toMatchObject({ last_name: 'Ünal 999', gender: 3, primary_account_position: 'p999' });
      expect(first.revision).toBe(last.revision);
      const found = await space.list('Contacts', { 'filter[last_name]': 'ünal 77', 'filter-op[last_name]': 'ieq' });
      expect(found.data.map(({ id }) => id)).toEqual([ids[77]]);
      await run(() =>
        writeMany(
          running,
          ids.map((id, index) => update('Contact', id, { city: `c${index}` })),
        ),
      );
      expect(await get('Contacts', ids[500] ?? '')).toMatchObject({ city: 'c500', last_name: 'Ünal 500' });
      await run(() =>
        writeMany(
          running,
          ids.map((id) => remove('Contact', id)),
        ),
      );
      expect(await get('Contacts', ids[500] ?? '')).toMatchObject({ is_deleted: true });
      await run(() =>
        writeMany(
          running,
          ids.map((id) => restore('Contact', id)),
        ),
      );
      expect(await get('Contacts', ids[500] ?? '')).toMatchObject({
        is_deleted: false,
        primary_account_position: 'p500',
      });
      expect(Math.max(...counts)).toBeLessThan(30);
    });

    it('are made and changed by the statements of one', async () => {
      const { server } = running;
      const projectionOf = async (count: number) => {
        let ids: string[] = [];
        const made = await server.statementsOf(async () => {
          ids = idsOf(
            await writeMany(
              running,
              many(count, () => contact()),
            ),
          );
        });
        const changed = await server.statementsOf(() =>
          writeMany(
            running,
            ids.map((id) => update('Contact', id, { city: 'Leeds' })),
          ),
        );
        return [made.length, changed.length];
      };
      expect(await projectionOf(50)).toEqual(await projectionOf(1));
    });

    it('are looked up by their ids, not by walking the space', async () => {
      if (database !== 'sqlite') return;
      const ids = idsOf(
        await writeMany(
          running,
          many(3, () => contact()),
        ),
      );
      const write = async () => {
        await writeMany(running, [...ids.map((id) => update('Contact', id, { city: 'York' })), contact()]);
        await writeMany(
          running,
          ids.map((id) => remove('Contact', id)),
        );
      };
      const statements = await running.server.statementsOf(write);
      for (const { text, values } of statements.filter((one) => !one.text.includes('"spaces"'))) {
        for (const step of await planOf(running.server, text, values)) {
          // The oldest record of a type is the first one there is.
          if (step.includes('contact_types')) continue;
          expect(`${step} in ${text}`).not.toMatch(/\(space_id=\?\)|SCAN (?!x|json_each|CONSTANT|\d+-ROW VALUES)/);
        }
      }
    });
  });

  it('fails on nothing', () => expect(running.server.failures).toEqual([]));
});
