/**
 * Parts of a distributed database move to another worker by the line of docs/scale.md, while servers write to all of their spaces: nothing that
 * was acknowledged is lost, nothing is there twice, and no request fails.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Writers } from '../failover/writers.js';
import { CitusServer } from './citus-server.js';
import { CitusCluster, citusPrograms, longMs, page, title } from './cluster.js';

const [moveLine] = /^SELECT rebalance_table_shards\(.*\);$/m.exec(page) ?? [];

describe.skipIf(citusPrograms === undefined)(title, () => {
  let cluster: CitusCluster;
  let server: CitusServer;
  beforeAll(async () => {
    cluster = await CitusCluster.start(citusPrograms ?? '');
    const url = await cluster.createDatabase('moved');
    await cluster.spread('moved', [1]);
    server = await CitusServer.start(url);
  }, longMs);
  afterAll(async () => {
    await server?.close();
    await cluster?.stop();
  });

  /** @returns how many parts of the table of spaces a worker holds */
  const partsOn = async (index: 1 | 2) => {
    const [row] = await cluster.administer('moved', [
      `SELECT count(*)::int AS parts FROM citus_shards
       WHERE table_name = 'spaces'::regclass AND nodeport = ${cluster.worker(index).port}`,
    ]);
    return Number(row?.parts);
  };

  it('loses no write while parts move to a new worker', { timeout: longMs }, async () => {
    const spaces = [];
    for (let index = 1; index <= 6; index++) spaces.push(await server.newSpace(`moved-${index}`));
    const before = await partsOn(1);
    const writers = spaces.map((space) => new Writers(space, 1));
    try {
      await cluster.join('moved', 2);
      await cluster.administer('moved', [moveLine ?? '']);
    } finally {
      for (const each of writers) await each.stop();
    }
    expect(await partsOn(2)).toBe(before / 2);
    expect(await partsOn(1)).toBe(before / 2);
    for (const [index, space] of spaces.entries()) {
      const { acknowledged, others } = writers[index]!;
      expect(acknowledged.size).toBeGreaterThan(10);
      expect([...others]).toEqual([]);
      const tables = { contacts: 'last_name, id', changes: "'' AS last_name, record_id AS id" };
      const [contacts, changes] = await Promise.all(
        Object.entries(tables).map(([table, columns]) =>
          cluster.administer('moved', [`SELECT ${columns} FROM ${table} WHERE space_id = '${space.id}'`]),
        ),
      );
      for (const [name, id] of acknowledged) {
        expect(contacts?.filter(({ last_name }) => last_name === name).map((row) => row.id)).toEqual([id]);
        expect(changes?.filter((row) => row.id === id)).toHaveLength(1);
      }
    }
  });
});
