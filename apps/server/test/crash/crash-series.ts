/**
 * Crashes over one database: writers write, something is killed in the middle of it, all is started again and checked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDeps } from '../../src/main/open-deps.js';
import { sweepFiles } from '../../src/records/content/sweep-files.js';
import { testConfig } from '../fixture.js';
import type { Random } from '../random.js';
import type { Answer } from '../test-space.js';
import { contradictions, differences, type History } from './check.js';
import { type CrashKind, CrashTarget } from './crash-target.js';
import type { CrashTemplate } from './crash-template.js';
import { applyTo, type Operation, type Outcome, outcomeOf, type State } from './model.js';
import { readFiles, readSpace, readStored } from './read-space.js';
import { formulaKey, sharedAccount, Writer } from './writer.js';

const writerCount = 6;
/** Answers after which something is killed. */
const answersBefore = { minimum: 3, maximum: 60 } as const;
const maxDelayMs = 60;
/** Answered requests of a run that are sent again. */
const maxRepeats = 3;
/** A worker that was killed has a lease for ten seconds, and others look every fifteen. */
const jobsMs = 90_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** What has happened so far. */
export class Figures {
  readonly crashes = new Map<CrashKind, number>();
  acknowledged = 0;
  readonly unanswered = new Map<Outcome, number>();
  repeated = 0;
  sweptFiles = 0;

  toString(): string {
    const list = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
    return (
      `killed: ${list(this.crashes)}; ${this.acknowledged} writes acknowledged; without an answer: ` +
      `${list(this.unanswered)}; ${this.repeated} repeated; ${this.sweptFiles} files swept`
    );
  }
}

interface Acknowledged {
  readonly writer: Writer;
  readonly operation: Operation;
  readonly answer: Answer;
}

export class CrashSeries {
  private readonly ids: Map<string, string>;
  private readonly writers: readonly Writer[];
  private readonly history: History = { revision: 0, revisions: new Map() };
  private readonly problems: string[] = [];
  /** Requests by the revision that they were answered. */
  private readonly takenRevisions = new Map<number, string>();

  private constructor(
    private readonly template: CrashTemplate,
    private readonly target: CrashTarget,
    private readonly random: Random,
    private readonly figures: Figures,
    ownerId: string,
  ) {
    this.ids = new Map([[`Accounts/${sharedAccount}`, template.sharedAccountId]]);
    const around = { ownerId, scaledFieldId: this.scaledFieldId, ids: this.ids };
    this.writers = Array.from({ length: writerCount }, (_, index) => {
      return new Writer(`w${index}`, random, around, index === 0);
    });
    this.writers[0]?.state.set(formulaKey, { calc_formula: '#cf_count * 2' });
    this.writers[0]?.state.set(`Accounts/${sharedAccount}`, { city: 'Graz', is_deleted: false });
  }

  static async open(template: CrashTemplate, random: Random, figures: Figures): Promise<CrashSeries> {
    const target = await CrashTarget.open(template);
    const [owner] = (await target.space(0).list('Clients')).data;
    return new CrashSeries(template, target, random, figures, owner?.id ?? '');
  }

  private get scaledFieldId(): string {
    return this.template.fieldIds.get('cf_scaled') ?? '';
  }

  /** One crash. @returns what is wrong after it */
  async run(): Promise<readonly string[]> {
    const { target, figures } = this;
    const kind = target.chooseKind(this.random);
    const acknowledged = await this.writeUntilCrash(kind);
    figures.crashes.set(kind, (figures.crashes.get(kind) ?? 0) + 1);
    figures.acknowledged += acknowledged.length;
    await target.start();
    await target.untilQuiet();
    await this.untilJobsAreDone();
    await this.check(acknowledged);
    await this.repeat(acknowledged);
    const failures = target.takeFailures();
    // A database that is away is what they tell of then.
    if (kind !== 'database' && kind !== 'everything') this.problems.push(...failures);
    return this.problems;
  }

  /** Ends the series: removes what nobody names, as the service does after a day. @returns what is wrong then */
  async sweep(): Promise<readonly string[]> {
    await this.target.stop();
    const deps = await openDeps({ ...testConfig, ...this.target.location });
    const problems: string[] = [];
    try {
      const { files } = await sweepFiles(deps, new Date(Date.now() + 2 * dayMs));
      this.figures.sweptFiles += files;
      const { namedFiles } = await readStored(deps.db);
      const left = readFiles(this.target.location.dataDir);
      if (left.size !== namedFiles.size || [...left].some((key) => !namedFiles.has(key))) {
        problems.push(`after a sweep there are the files ${[...left]}, not ${[...namedFiles]}`);
      }
      if (this.template.database === 'sqlite') {
        const [row] = (await deps.db.knex.raw('PRAGMA integrity_check')) as { integrity_check: string }[];
        if (row?.integrity_check !== 'ok') problems.push(`integrity_check: ${row?.integrity_check}`);
      }
    } finally {
      await deps.db.close();
    }
    return problems;
  }

  close(): Promise<void> {
    return this.target.close();
  }

  private async writeUntilCrash(kind: CrashKind): Promise<readonly Acknowledged[]> {
    const { target, random } = this;
    const acknowledged: Acknowledged[] = [];
    const enough = random.integer(answersBefore.minimum, answersBefore.maximum);
    // At once, the next writes have just begun; a little later they are anywhere, their commit included.
    const delayMs = random.chance(0.3) ? 0 : random.integer(1, maxDelayMs);
    let keptLog = 0;
    let isOver = false;
    let killing: Promise<void> | undefined;
    const kill = async () => {
      await sleep(delayMs);
      isOver = true;
      await target.kill(kind, random);
    };
    const write = async (writer: Writer, index: number) => {
      const space = target.space(index);
      while (!isOver) {
        const operation = writer.next();
        const answer = await writer.send(space, operation);
        if (answer === undefined) return;
        if (answer.status >= 300) this.problems.push(`${shownRequest(operation)}: ${answer.status} ${answer.text}`);
        else acknowledged.push({ writer, operation, answer });
        keptLog = target.logSize;
        if (acknowledged.length >= enough) killing ??= kill();
      }
    };
    await Promise.all(this.writers.map(write));
    killing ??= kill();
    await killing;
    if (kind === 'power') target.losePower(random, keptLog);
    return acknowledged;
  }

  private async untilJobsAreDone(): Promise<void> {
    const end = performance.now() + jobsMs;
    await this.target.withDatabase(async (db) => {
      while ((await readStored(db)).jobs > 0) {
        if (performance.now() > end) {
          this.problems.push('a background job was not finished');
          return;
        }
        await sleep(50);
      }
    });
  }

  private async check(acknowledged: readonly Acknowledged[]): Promise<void> {
    const { target, problems } = this;
    const found = await readSpace(target.space(this.random.integer(0, 1)), this.scaledFieldId);
    const stored = await target.withDatabase(readStored);
    for (const one of acknowledged) this.checkRevision(one);
    for (const writer of this.writers) this.resolvePending(writer, found.state);
    const expected: State = new Map(this.writers.flatMap(({ state }) => [...state]));
    problems.push(
      ...differences(expected, found),
      ...contradictions(found, stored, this.template.fieldIds, this.history),
    );
    const files = readFiles(target.location.dataDir);
    for (const key of stored.namedFiles) if (!files.has(key)) problems.push(`the file ${key} is gone`);
    for (const [key, { id }] of found.records) this.ids.set(key, id);
  }

  /** No two writes have the same revision, and none has one that was there before. */
  private checkRevision({ operation, answer }: Acknowledged): void {
    const { revision } = (answer.body.data ?? {}) as { readonly revision?: number };
    if (revision === undefined) return;
    const request = shownRequest(operation);
    const earlier = this.takenRevisions.get(revision);
    if (earlier !== undefined) this.problems.push(`${request} has revision ${revision}, as ${earlier}`);
    if (revision <= this.history.revision) this.problems.push(`${request} has the old revision ${revision}`);
    this.takenRevisions.set(revision, request);
    for (const key of operation.creates ?? []) this.history.revisions.set(key, revision);
  }

  /** Finds out what became of a request without an answer. */
  private resolvePending(writer: Writer, found: State): void {
    const { pending } = writer;
    if (pending === undefined) return;
    const outcome = outcomeOf(pending, writer.state, found);
    this.figures.unanswered.set(outcome, (this.figures.unanswered.get(outcome) ?? 0) + 1);
    if (outcome === 'half') this.problems.push(`half done: ${shownRequest(pending)}`);
    this.outcomes.set(pending, outcome);
    if (outcome === 'done') applyTo(writer.state, pending);
  }

  private readonly outcomes = new WeakMap<Operation, Outcome>();

  /** A named request that comes again gets its first answer; one that has not been carried out is carried out now. */
  private async repeat(acknowledged: readonly Acknowledged[]): Promise<void> {
    const space = this.target.space(this.random.integer(0, 1));
    const named = acknowledged.filter(({ operation }) => operation.key !== undefined);
    for (const { writer, operation, answer } of named.slice(-maxRepeats)) {
      const again = await this.repeatOne(writer, operation, space, true);
      if (again && again.text !== answer.text) this.problems.push(`another answer to ${shownRequest(operation)}`);
    }
    for (const writer of this.writers) {
      const { pending } = writer;
      writer.pending = undefined;
      const outcome = pending && this.outcomes.get(pending);
      if (pending?.key !== undefined && (outcome === 'done' || outcome === 'not done'))
        await this.repeatOne(writer, pending, space, outcome === 'done');
    }
  }

  private async repeatOne(writer: Writer, operation: Operation, space: TestSpaceOf, isReplayed: boolean) {
    this.figures.repeated += 1;
    const { state } = writer;
    const before = new Map(state);
    const answer = await writer.send(space, operation);
    if (isReplayed) {
      state.clear();
      for (const [key, fields] of before) state.set(key, fields);
    }
    const replayed = answer?.headers.get('idempotency-replayed') === 'true';
    if (answer === undefined || answer.status >= 300 || replayed !== isReplayed) {
      const problem = `${answer?.status} ${replayed ? 'from before' : 'again'}: ${answer?.text.slice(0, 300)}`;
      this.problems.push(`repeated, ${shownRequest(operation)} was answered ${problem}`);
    }
    return answer;
  }
}

type TestSpaceOf = ReturnType<CrashTarget['space']>;

function shownRequest({ method, path, body, key }: Operation): string {
  return `${method} ${path} ${JSON.stringify(body)?.slice(0, 500)}${key === undefined ? '' : ` as ${key}`}`;
}
