/**
 * An option gives way to another one while deleted records that have chosen it come back, on two servers of one database: each of them
 * comes back, and has what takes its place.
 */
import { expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { useSecondServer } from '../second-server.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';

const rounds = 8;
const contactCount = 60;
/** Records of one restore. */
const together = 2;
const restorers = 6;

onDatabaseInTurn((running, database) => {
  const failures: unknown[] = [];
  const second = useSecondServer(running, { onFailure: (error) => failures.push(error) });

  const server = (index: number) => (index % 2 === 0 ? running.space : second.space);
  const write = async (space: TestSpace, method: string, path: string, body: unknown) => {
    const answer = await space.send(method, path, { body });
    expect(answer.status, answer.text).toBe(200);
  };
  const define = (name: string, type_id: string) => {
    const data_set = ['A', 'B', 'C'].map((option_name) => ({ option_name, calc_value: 1 }));
    return running.space.create('Fields', { entity_name: 'Contact', name, type_id, data_set });
  };
  const optionsOf = async (field: TestRecord) => {
    const { data_set } = await running.space.get('Fields', field.id, { expand: 'data_set' });
    return (data_set as TestRecord[]).map(({ id }) => id) as [string, string, string];
  };
  let made = 0;
  /** The first option goes, the second takes its place, and a new one comes last. */
  const replace = (space: TestSpace, field: TestRecord, [gone = '', kept, last]: readonly string[]) => {
    const data_set = [{ id: kept }, { id: last }, { option_name: `New ${made++}`, calc_value: 1 }];
    return write(space, 'PATCH', `Fields/${field.id}`, { data_set, replaced_by: { [gone]: kept } });
  };
  const chosenIn = (record: TestRecord) => (record.cf_many as TestRecord[]).map(({ data_id }) => data_id).sort();

  test('no record keeps it, or loses its choice', { timeout: 120_000 }, async () => {
    const { space } = running;
    const [one, many] = [await define('One', 'dropdown'), await define('Many', 'multiselect_checkbox')];
    const contacts = await Promise.all(Array.from({ length: contactCount }, () => space.newContact()));
    const ids = contacts.map(({ id }) => id);
    for (let round = 0; round < rounds; round++) {
      const [single, several] = [await optionsOf(one), await optionsOf(many)];
      const [gone, kept, last] = several;
      const sets = [[gone], [gone, kept], [gone, last], [gone, kept, last], []];
      const setOf = (index: number) => sets[index % sets.length] ?? [];
      const chosen = (index: number): Json => ({ cf_one_id: single[0], cf_many: setOf(index).map((id) => ({ id })) });
      const items = ids.map((id, index) => ({ id, ...chosen(index) }));
      await write(space, 'POST', 'Contacts/batch-modify', items);
      await write(space, 'POST', 'Contacts/batch-delete', ids);

      const left = Array.from({ length: contactCount / together }, (_, at) =>
        ids.slice(at * together, (at + 1) * together),
      );
      const restoreNext = async (restorer: number) => {
        const some = left.shift();
        if (some) await write(server(restorer), 'POST', 'Contacts/batch-restore', some);
      };
      const onEach = (work: (restorer: number) => Promise<unknown>) =>
        Promise.all(Array.from({ length: restorers }, (_, restorer) => work(restorer)));
      // Some are back before the options change, others while they do, and the rest afterwards.
      await onEach(restoreNext);
      const restoreUntil = async (restorer: number, rest: number) => {
        while (left.length > rest) await restoreNext(restorer);
      };
      await Promise.all([
        onEach((restorer) => restoreUntil(restorer, 2 * restorers)),
        replace(server(round), one, single),
        replace(server(round + 1), many, several),
      ]);
      await onEach((restorer) => restoreUntil(restorer, 0));
      for (const [index, id] of ids.entries()) {
        const record = await server(index).get('Contacts', id, { expand: 'cf_many' });
        expect(record.cf_one_id).toBe(single[1]);
        const wanted = new Set(setOf(index).map((option) => (option === gone ? kept : option)));
        expect(chosenIn(record)).toEqual([...wanted].sort());
      }
    }
    expect([...running.server.failures, ...failures]).toEqual([]);
  });

  // On SQLite nobody locks a record while somebody else writes.
  test.runIf(database === 'postgres').each([
    ['deleted', 'record', 'dropdown'],
    ['deleted', 'record', 'multiselect_checkbox'],
    ['deleted', 'row', 'multiselect_checkbox'],
    ['living', 'record', 'dropdown'],
    ['living', 'record', 'multiselect_checkbox'],
    ['living', 'row', 'multiselect_checkbox'],
  ])('waits for who writes a %s %s of a %s, and holds nobody else up meanwhile', async (state, locked, type) => {
    const { space } = running;
    const field = await define(`${state} ${locked} of ${type}`, type);
    const options = await optionsOf(field);
    const name = String(field.api_name);
    const isOne = type === 'dropdown';
    const contact = await space.newContact(isOne ? { [`${name}_id`]: options[0] } : { [name]: [{ id: options[0] }] });
    const { [name]: chosen } = await space.get('Contacts', contact.id, { expand: name });
    if (state === 'deleted') await space.delete('Contacts', contact.id);

    const [typeName, id] =
      locked === 'row' ? [`Contact_${name}`, (chosen as TestRecord[])[0]?.id ?? ''] : ['Contact', contact.id];
    const { catalog, stored } = await second.deps.stores.of(space.id);
    const choice = { includeDeleted: true, lock: 'waiting' } as const;
    const lock = stored.compileRecords(space.id, catalog.existing(typeName), [id], choice);
    const text = `SELECT 1 AS free FROM "spaces" WHERE "space_id" = $1 FOR UPDATE NOWAIT`;
    const { changing, free } = await second.deps.db.write(async ({ run }) => {
      expect(await run(lock)).toHaveLength(1);
      const changing = replace(space, field, options);
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
      const revision = await Promise.allSettled([run({ text, values: [space.id] })]);
      return { changing: { done: changing }, free: revision.map(({ status }) => status) };
    });
    await changing.done;
    expect(free).toEqual(['fulfilled']);
  });

  const waiting = () =>
    second.deps.db.knex('pg_stat_activity').whereRaw('datname = current_database()').where('wait_event_type', 'Lock');
});
