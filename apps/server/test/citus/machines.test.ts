/**
 * Another machine takes its share: of the spaces, of the statements and of the processor time; and a request is a matter of one machine.
 * `npm run machines` asks for longer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostgresCpu } from '../../bench/machine/postgres-cpu.js';
import { headwater } from '../cli/headwater.js';
import type { TestSpace } from '../test-space.js';
import { CitusServer } from './citus-server.js';
import { CitusCluster, citusPrograms, longMs, page, title } from './cluster.js';

/** The same in each of the four parts of the tables. */
const spacesOfPart = 2;
/** One database after the other: what else the machine does makes the same work dearer or cheaper, and does not stay as it is. */
const turns = 4;
const rounds = Number(process.env.HEADWATER_MACHINES_ROUNDS ?? 10);
/** Before anything is measured: connections are opened, and tables looked up on each. */
const firstRounds = 20;

const moving = /^SELECT rebalance_table_shards\(.*\);$/m.exec(page)?.[0] ?? '';

interface Served {
  readonly name: string;
  readonly url: string;
  readonly server: CitusServer;
  readonly spaces: readonly { readonly space: TestSpace; readonly account: string }[];
}

/** What requests took: milliseconds of the processor of the coordinator and the workers, and statements that each worker has run. */
class Load {
  requests = 0;
  readonly cpuMs = [0, 0, 0];
  readonly statements = [0, 0];

  add(requests: number, cpuMs: readonly number[], statements: readonly number[]): void {
    this.requests += requests;
    for (const [index, ms] of cpuMs.entries()) this.cpuMs[index]! += ms;
    for (const [index, count] of statements.entries()) this.statements[index]! += count;
  }

  get busiestCpuMs(): number {
    return Math.max(...this.cpuMs.slice(1)) / this.requests;
  }

  get mostStatements(): number {
    return Math.max(...this.statements) / this.requests;
  }

  toString(): string {
    const [coordinator = 0, ...workers] = this.cpuMs.map((ms) => ms / this.requests);
    const texts = workers.map((ms, index) => {
      const statements = (this.statements[index] ?? 0) / this.requests;
      return `worker ${index + 1} ${ms.toFixed(2)} ms and ${statements.toFixed(1)} statements`;
    });
    return `${this.requests} requests, each: coordinator ${coordinator.toFixed(2)} ms, ${texts.join(', ')}`;
  }
}

const differences = (after: readonly number[], before: readonly number[]) =>
  after.map((value, index) => value - (before[index] ?? 0));

describe.skipIf(citusPrograms === undefined)(title, () => {
  let cluster: CitusCluster;
  /** On one worker, and on one that gets another beside it. */
  let staying: Served;
  let growing: Served;
  beforeAll(async () => {
    cluster = await CitusCluster.start(citusPrograms ?? '');
    staying = await serve('staying');
    growing = await serve('growing');
  }, 2 * longMs);
  afterAll(async () => {
    await staying?.server.close();
    await growing?.server.close();
    await cluster?.stop();
  });

  const serve = async (name: string): Promise<Served> => {
    const url = await cluster.createDatabase(name);
    await cluster.spread(name, [1]);
    const server = await CitusServer.start(url);
    const spaces: { space: TestSpace; account: string }[] = [];
    const found = new Map<unknown, number>();
    for (let index = 1; spaces.length < 4 * spacesOfPart; index++) {
      const id = `space-${index}`;
      const { part } = await placeOf(name, id);
      if ((found.get(part) ?? 0) === spacesOfPart) continue;
      found.set(part, (found.get(part) ?? 0) + 1);
      const space = await server.newSpace(id);
      spaces.push({ space, account: (await space.newAccount()).id });
    }
    return { name, url, server, spaces };
  };

  const placeOf = async (database: string, space: string) => {
    const [row] = await cluster.administer(database, [
      `SELECT shardid AS part, nodeport AS port FROM pg_dist_shard_placement
       WHERE shardid = get_shard_id_for_distribution_column('spaces', '${space}')`,
    ]);
    return { part: Number(row?.part), port: Number(row?.port) };
  };
  const statementsOfBoth = async () => [await cluster.statementsOn(1), await cluster.statementsOn(2)];

  /** Asks for, changes and adds records of all spaces, each by a client of its own. @returns how many requests */
  const ask = async ({ spaces }: Served, count: number) => {
    await Promise.all(
      spaces.map(async ({ space, account }) => {
        for (let round = 0; round < count; round++) {
          await space.get('Accounts', account);
          await space.list('Accounts', { first: 20, 'filter[name]': 'Harbourline', 'order-by': '-created' });
          await space.update('Accounts', account, { city: `City ${round}` });
          await space.newContact({ account_relations: [{ account_id: account, is_primary: true }] });
        }
      }),
    );
    return spaces.length * 4 * count;
  };

  const doctor = async () => {
    const env = { HEADWATER_DATABASE_URL: growing.url, HEADWATER_DATA_DIR: growing.server.dataDir };
    const { out } = await headwater(['doctor', '--json'], { env });
    const { findings } = JSON.parse(out) as {
      findings: { check: string; state: string; finding: string; remedy: string }[];
    };
    return findings.filter(({ check }) => check === 'machines');
  };
  const lineOf = (index: 1 | 2, spaces: number, parts: number) => {
    const start = `^127\\.0\\.0\\.1:${cluster.worker(index).port}: ${spaces} spaces in ${parts} parts of `;
    const finding = expect.stringMatching(new RegExp(`${start}[\\d,]+ MB; [\\d,]+ MB are free$`));
    return expect.objectContaining({ state: 'ok', finding });
  };

  it('gets its share of the parts, when doctor has said so', { timeout: longMs }, async () => {
    const count = growing.spaces.length;
    expect(await doctor()).toEqual([lineOf(1, count, 4)]);
    await cluster.join('growing', 2);
    const before = await doctor();
    expect(before).toHaveLength(3);
    expect(before).toEqual(expect.arrayContaining([lineOf(1, count, 4), lineOf(2, 0, 0)]));
    expect(before.at(-1)).toMatchObject({ state: 'note', finding: expect.stringContaining('2 would move') });
    expect(`${before.at(-1)?.remedy.split(': ')[1]};`).toBe(moving);
    await cluster.administer('growing', [moving]);
    const after = await doctor();
    expect(after).toHaveLength(2);
    expect(after).toEqual(expect.arrayContaining([lineOf(1, count / 2, 2), lineOf(2, count / 2, 2)]));
  });

  it('halves what the busiest of them has to do', { timeout: longMs + rounds * 60_000 }, async ({ task }) => {
    // What is left of the move, and what would run beside the requests.
    await cluster.administer('growing', ['CALL citus_cleanup_orphaned_resources()', 'ANALYZE']);
    await cluster.administer('staying', ['ANALYZE']);
    const nodes = await Promise.all(cluster.urls.map((url) => PostgresCpu.of(url)));
    const cpuOf = () => nodes.map((node) => node?.ms() ?? Number.NaN);
    const [one, two] = [new Load(), new Load()];
    for (const served of [staying, growing]) await ask(served, firstRounds);
    for (let turn = 0; turn < turns; turn++) {
      for (const [served, load] of [
        [staying, one],
        [growing, two],
      ] as const) {
        const [statements, cpu] = [await statementsOfBoth(), cpuOf()];
        const requests = await ask(served, rounds);
        const cpuMs = differences(cpuOf(), cpu);
        load.add(requests, cpuMs, differences(await statementsOfBoth(), statements));
      }
    }
    const figures = `one worker: ${one}\ntwo workers: ${two}`;
    task.meta.figures = figures;
    expect(one.statements[1], figures).toBe(0);
    // Writes that wait together share statements, now more and now fewer.
    expect(two.mostStatements / one.mostStatements, figures).toBeGreaterThan(0.4);
    expect(two.mostStatements / one.mostStatements, figures).toBeLessThan(0.65);
    expect(two.busiestCpuMs / one.busiestCpuMs, figures).toBeLessThan(0.8);
  });

  it('is asked alone for what a request of its spaces needs', { timeout: longMs }, async () => {
    const ports = new Set<number>();
    for (const { space, account } of growing.spaces) {
      const before = await statementsOfBoth();
      const contact = await space.newContact({ account_relations: [{ account_id: account, is_primary: true }] });
      await space.get('Contacts', contact.id);
      await space.list('LeadOppties', { first: 5, 'order-by': 'won_date' });
      await space.update('Contacts', contact.id, { city: 'Enns' });
      await space.delete('Contacts', contact.id);
      const [first = 0, second = 0] = differences(await statementsOfBoth(), before);
      const { port } = await placeOf('growing', space.id);
      ports.add(port);
      const [here, there] = port === cluster.worker(1).port ? [first, second] : [second, first];
      expect([here > 0, there], space.id).toEqual([true, 0]);
    }
    expect(ports.size).toBe(2);
  });
});
