/**
 * Runs over one database: writers write, readers follow, servers are killed in the middle of it, and then each reader must have it all.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { openDeps } from '../../src/main/open-deps.js';
import { idle } from '../changes/observed-log.js';
import { readState } from '../changes/space-state.js';
import { type CrashKind, CrashTarget, within } from '../crash/crash-target.js';
import type { CrashTemplate } from '../crash/crash-template.js';
import { testConfig } from '../fixture.js';
import type { Random } from '../random.js';
import { followerProblems, unloggedWrites } from './check-follower.js';
import { keyOf, type LoggedChange, type Tables } from './followed-space.js';
import { FeedReader, type Follower, hasReached, KilledReader, StreamReader, WebhookReceiver } from './followers.js';
import { MixedWriter, type Surroundings } from './mixed-writer.js';

const writerCount = 16;
/** Answers before something is killed. */
const answersBefore = { minimum: 10, maximum: 60 } as const;
/** Answers between the start and the end. */
const answersBehind = 20;
const maxDelayMs = 60;
/** Of a writer who was not answered, or has nobody to ask. */
const pauseMs = 100;
/** A webhook whose server was killed is looked at every five seconds. */
const patienceMs = 120_000;
const maxShownProblems = 10;

/** As the power stays on, all that was committed stays. */
const killed: Readonly<Record<CrashTemplate['database'], readonly (readonly [CrashKind, number])[]>> = {
  sqlite: [['servers', 1]],
  postgres: [
    ['one server', 4],
    ['servers', 4],
    ['database', 1],
    ['everything', 1],
  ],
};

/** What has happened so far. */
export class Figures {
  readonly kills = new Map<CrashKind, number>();
  acknowledged = 0;
  unanswered = 0;
  /** By the readers. */
  readonly changes = new Map<string, number>();
  readonly resumed = new Map<string, number>();

  toString(): string {
    const list = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
    return (
      `killed: ${list(this.kills)}; ${this.acknowledged} writes acknowledged, ${this.unanswered} without an answer; ` +
      `changes: ${list(this.changes)}; resumed: ${list(this.resumed)}`
    );
  }
}

export class FollowerSeries {
  private readonly acknowledged = new Set<string>();
  private readonly problems: string[] = [];
  private answers = 0;
  private isOver = false;

  private constructor(
    private readonly template: CrashTemplate,
    private readonly target: CrashTarget,
    private readonly random: Random,
    private readonly figures: Figures,
    /** The revision at which the readers began. */
    private readonly from: number,
    private readonly writers: readonly MixedWriter[],
    private readonly followers: readonly Follower[],
    private readonly receiver: WebhookReceiver,
  ) {}

  static async open(template: CrashTemplate, random: Random, figures: Figures): Promise<FollowerSeries> {
    const target = await CrashTarget.open(template, { HEADWATER_WEBHOOKS_PRIVATE: 'true' });
    const space = target.space(0);
    const { ownerId, stepIds } = await space.readSeedRecords();
    const tag = await space.create('Tags', { name: 'Key customer' });
    const shared = await space.newAccount();
    const around: Surroundings = {
      ...{ ownerId, stepId: stepIds[0] ?? '', tagId: tag.id },
      sharedIds: [template.sharedAccountId, shared.id],
    };
    const receiver = await WebhookReceiver.start(random);
    const { revision } = await receiver.subscribe(space);
    const somewhere = () => target.spaceSomewhere(random);
    const after = String(revision);
    const file = join(target.location.dataDir, 'followed.ndjson');
    const readers = [
      new FeedReader(somewhere, random, after),
      new StreamReader(somewhere, random, after),
      new KilledReader(somewhere, random, after, file),
    ].map((reader) => reader.start());
    const writers = Array.from({ length: writerCount }, (_, index) => new MixedWriter(`w${index}`, random, around));
    const followers = [...readers, receiver];
    return new FollowerSeries(template, target, random, figures, revision, writers, followers, receiver);
  }

  /** Something is killed, and started again; then all must be there. @returns what is wrong */
  async run(): Promise<readonly string[]> {
    const { random, receiver, target } = this;
    this.isOver = false;
    receiver.isKind = false;
    const writing = Promise.all(this.writers.map((writer) => this.keepWriting(writer)));
    // What it fails with is thrown where it is waited for.
    writing.catch(() => {});
    await this.untilAnswers(random.integer(answersBefore.minimum, answersBefore.maximum));
    // At once, the next writes have just begun; a little later they are anywhere, their commit included.
    await sleep(random.chance(0.3) ? 0 : random.integer(1, maxDelayMs));
    const kind = random.pickWeighted(killed[this.template.database]);
    await target.kill(kind, random);
    add(this.figures.kills, kind, 1);
    receiver.isKind = true;
    await target.start();
    await this.hurryWebhooks();
    await this.untilAnswers(answersBehind);
    this.isOver = true;
    await writing;
    await this.check();
    // A busy machine may keep requests waiting for too long.
    const failures = target.takeFailures().filter((failure) => !/Too many requests wait/.test(failure));
    // A database that is away is what they tell of then.
    if (kind !== 'database' && kind !== 'everything') this.problems.push(...failures);
    return this.problems;
  }

  async close(): Promise<void> {
    for (const follower of this.followers) {
      add(this.figures.changes, follower.name, follower.read().seen.length);
      add(this.figures.resumed, follower.name, follower.resumed);
    }
    await Promise.all(this.followers.map((follower) => follower.stop()));
    await this.target.close();
  }

  private async keepWriting(writer: MixedWriter): Promise<void> {
    while (!this.isOver) {
      const space = this.target.spaceSomewhere(this.random);
      if (space === undefined) {
        await sleep(pauseMs);
        continue;
      }
      const outcome = await writer.write(space);
      if (outcome.kind === 'rejected') this.problems.push(outcome.problem);
      if (outcome.kind === 'acknowledged') {
        this.acknowledged.add(outcome.requestId);
        this.answers += 1;
        this.figures.acknowledged += 1;
      }
      if (outcome.kind === 'unanswered') {
        this.figures.unanswered += 1;
        await sleep(pauseMs);
      }
    }
  }

  private async untilAnswers(count: number): Promise<void> {
    const wanted = this.answers + count;
    await until(() => this.answers >= wanted, 'writes were not answered');
  }

  /** As if the time of leases and of pauses between attempts were over. */
  private async hurryWebhooks(): Promise<void> {
    const { id } = this.target.space(0);
    const over = { next_attempt_at: 0, leased_until: 0 };
    // Servers write at the same time.
    await within(() =>
      this.target.withDatabase(({ knex }) => knex('webhook_states').where({ space_id: id }).update(over)),
    );
  }

  private async check(): Promise<void> {
    const { target, problems, followers, from } = this;
    await target.untilQuiet();
    const deps = await openDeps({ ...testConfig, ...target.location });
    try {
      const { id } = target.space(0);
      await idle(deps, id);
      const log = await readLog(deps, id, from);
      const heard = eventTypes(deps);
      const hearsOf = (follower: Follower) => (entity: string) => follower !== this.receiver || heard.has(entity);
      await Promise.all(followers.map((follower) => this.untilReached(follower, log, hearsOf(follower))));
      const tables = await readTables(deps, id);
      problems.push(...unloggedWrites(this.acknowledged, log));
      for (const follower of followers) {
        const { seen, problems: own } = follower.read();
        const found = [...own, ...followerProblems({ seen, log, tables, from, hearsOf: hearsOf(follower) })];
        problems.push(...found.slice(0, maxShownProblems).map((problem) => `${follower.name}: ${problem}`));
      }
    } finally {
      await deps.db.close();
    }
  }

  private async untilReached(follower: Follower, log: readonly LoggedChange[], hearsOf: (entity: string) => boolean) {
    const last = log.findLast(({ entity }) => hearsOf(entity));
    if (last === undefined) return;
    await until(() => hasReached(follower, last.place)).catch(() =>
      this.problems.push(`${follower.name} has not come to the end of the log`),
    );
  }
}

/** @throws Error when it does not come to that in time */
async function until(holds: () => boolean, problem = 'it did not come to that in time'): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(problem);
    await sleep(50);
  }
}

async function readLog({ db: { knex } }: ServerDeps, space: string, from: number): Promise<LoggedChange[]> {
  const columns = ['revision', 'position', 'entity_type', 'record_id', 'act', 'request_id'];
  const where = knex('changes').select(columns).where({ space_id: space }).where('revision', '>', from);
  const rows = await where.orderBy(['revision', 'position']);
  return rows.map(({ revision, position, entity_type, record_id, act, request_id }) => ({
    place: [Number(revision), Number(position)],
    entity: entity_type,
    id: record_id,
    act,
    requestId: request_id,
  }));
}

async function readTables(deps: ServerDeps, space: string): Promise<Tables> {
  const state = await readState(deps, space);
  return new Map(
    [...state.values()].map(({ entityType: entity, id, revision, text }) => [
      keyOf({ entity, id }),
      { revision, members: JSON.parse(text) },
    ]),
  );
}

/** @returns the names of the entity types of whose every change a webhook for `*` hears */
function eventTypes({ catalog }: ServerDeps): ReadonlySet<string> {
  const field = catalog.field('WebhookEvent', 'event');
  const names = new Set(field?.kind === 'value' ? field.enum?.map(({ value }) => String(value)) : []);
  const hasAll = ({ name }: { readonly name: string }) =>
    ['Create', 'Update', 'Delete'].every((what) => names.has(`${name}.${what}`));
  return new Set(catalog.entityTypes.filter(hasAll).map(({ name }) => name));
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
