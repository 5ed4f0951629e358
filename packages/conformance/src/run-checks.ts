/**
 * Runs checks, several at a time, and deletes what they made. Knows no check and no report.
 */
import { randomUUID } from 'node:crypto';
import { GraphqlApi } from './api/graphql-api.js';
import { LegacyApi } from './api/legacy-api.js';
import { RestApi, restSpacePath } from './api/rest-api.js';
import { type Check, levelOf } from './check.js';
import type { Apis, CheckContext, Neighbour } from './check-context.js';
import { type Contract, interfaceContract } from './contract.js';
import { CheckSkipped, type Difference, ExpectationFailed } from './expectation.js';
import { CreatedRecords } from './fixtures/created-records.js';
import { Fixtures, type SharedRecords } from './fixtures/fixtures.js';
import { type Leftover, sweep } from './fixtures/sweep.js';
import { type Credentials, Http } from './http/http.js';
import { Random } from './random/random.js';
import type { Inbox } from './receiver/inbox.js';
import { whyUnreachable } from './receiver/reachable.js';
import type { Receiver } from './receiver/receiver.js';
import type { CheckResult, RunResult } from './result.js';

/** One space of the server under test and a key to it. */
export interface SpaceAccess extends Credentials {
  readonly space: string;
}

export interface RunOptions extends SpaceAccess {
  /** Scheme, host and port of the server. */
  readonly baseUrl: string;
  /** What the space has, where that is more than every space has; the checks were made of the same. */
  readonly contract?: Contract;
  /** Another space of the same server; without it the checks that nothing leaks between spaces are skipped. */
  readonly second?: SpaceAccess;
  /** A key of the space whose scope is `Accounts:read`; without it the checks of rights are skipped. */
  readonly scoped?: Credentials;
  /** Gets what webhooks send; the caller closes it. Without it the checks of deliveries are skipped. */
  readonly receiver?: Receiver;
  /** Any text; the same seed repeats the run's random choices. */
  readonly seed: string;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number;
  /** Milliseconds after which no further check begins; no bound unless given. */
  readonly budgetMs?: number;
  /** Nothing that may write is sent, and checks that would are skipped; `false` unless given. */
  readonly isReadOnly?: boolean;
  /** How many checks run at the same time; `defaultConcurrency` unless given. A serial check always runs alone. */
  readonly concurrency?: number;
  /** Aborting ends the run after the requests under way; what was made is deleted all the same. */
  readonly stop: AbortSignal;
  /** Called once for each check that ended, in the order of the checks. */
  onResult?(result: CheckResult): void;
}

export const defaultConcurrency = 4;

/** A space during a run: what was made there, and what checks share. */
interface SpaceInRun {
  readonly access: SpaceAccess;
  readonly created: CreatedRecords;
  readonly shared: SharedRecords;
}

/** @returns what was found; never throws for what the server does */
export async function runChecks(checks: readonly Check[], options: RunOptions): Promise<RunResult> {
  const startedAt = new Date();
  const run = new Run(options);
  const results = await tryAll(checks, run, options);
  const leftovers = options.isReadOnly ? [] : await run.sweepAll();
  return {
    baseUrl: run.baseUrl,
    space: options.space,
    seed: options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    results,
    stopped: options.stop.aborted,
    notBegun: options.stop.aborted ? 0 : checks.length - results.length,
    made: run.made,
    leftovers,
  };
}

/**
 * Starts the checks in order, at most `concurrency` at a time; a serial one starts when no other runs, and none starts before it ended.
 * @returns the results of the checks that ended, in the order of the checks
 */
async function tryAll(
  checks: readonly Check[],
  run: Run,
  { concurrency = defaultConcurrency, budgetMs = Number.POSITIVE_INFINITY, stop, onResult }: RunOptions,
): Promise<CheckResult[]> {
  const end = performance.now() + budgetMs;
  const running = new Set<Promise<void>>();
  const ended = new Map<number, CheckResult | undefined>();
  let reported = 0;
  const report = () => {
    for (; ended.has(reported); reported += 1) {
      const result = ended.get(reported);
      if (result !== undefined) onResult?.(result);
    }
  };
  for (const [index, check] of checks.entries()) {
    while (running.size >= (check.serial === undefined ? concurrency : 1)) await Promise.race(running);
    if (stop.aborted || performance.now() >= end) break;
    const trying: Promise<void> = run
      .try(check)
      .then((result) => {
        ended.set(index, result);
        report();
      })
      .finally(() => running.delete(trying));
    running.add(trying);
    if (check.serial !== undefined) await trying;
  }
  await Promise.all(running);
  return checks.flatMap((_, index) => ended.get(index) ?? []);
}

class Run {
  readonly baseUrl: string;
  /** Begins every text that the run writes, so that people recognise its records; random, so that runs don't meet. */
  private readonly tag = `hwc-${randomUUID().slice(0, 8)}`;
  private readonly contract: Contract;
  private readonly first: SpaceInRun;
  private readonly second: SpaceInRun | undefined;
  private checksBegun = 0;
  /** Found out once, when a check needs the receiver. */
  private unreachable: Promise<string | undefined> | undefined;

  constructor(private readonly options: RunOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.contract = options.contract ?? interfaceContract;
    this.first = spaceInRun(options, this.contract);
    this.second = options.second === undefined ? undefined : spaceInRun(options.second, interfaceContract);
  }

  /** @returns undefined when the run was stopped meanwhile */
  async try(check: Check): Promise<CheckResult | undefined> {
    const context = this.contextFor(check);
    const began = performance.now();
    const { outcome, message, difference } = await outcomeOf(check, context);
    await context.http.idle();
    if (outcome === 'error' && this.options.stop.aborted) return undefined;
    const broke = outcome === 'failed' || outcome === 'error';
    return {
      id: check.id,
      level: levelOf(check),
      sentence: check.sentence,
      spec: check.spec,
      outcome,
      ...(message === undefined ? {} : { message: this.withoutKeys(message) }),
      ...(difference === undefined ? {} : { difference: this.shownWithoutKeys(difference) }),
      durationMs: Math.round(performance.now() - began),
      exchanges: broke
        ? context.http.exchanges.map((one) => ({ ...one, answerBody: this.withoutKeys(one.answerBody) }))
        : [],
    };
  }

  /** Changes name the key that made them, reports do not. */
  private withoutKeys(text: string): string {
    const tokens = [this.options, this.options.second, this.options.scoped].flatMap((access) =>
      access === undefined ? [] : [access.token],
    );
    return tokens.reduce(
      (rest, token) => rest.replaceAll(`"${token}"`, '"(token)"').replaceAll(`'${token}'`, "'(token)'"),
      text,
    );
  }

  private shownWithoutKeys({ path, wanted, got }: Difference): Difference {
    return { path, wanted: this.withoutKeys(wanted), got: this.withoutKeys(got) };
  }

  get made(): number {
    return this.first.created.made + (this.second?.created.made ?? 0);
  }

  async sweepAll(): Promise<Leftover[]> {
    const leftovers: Leftover[] = [];
    for (const { access, created } of [this.first, ...(this.second ? [this.second] : [])]) {
      const http = this.httpFor(access, new AbortController().signal);
      leftovers.push(...(await sweep(http, restSpacePath(access.space), created)));
    }
    return leftovers;
  }

  private contextFor(check: Check): CheckContext {
    this.checksBegun += 1;
    const random = new Random(`${this.options.seed}/${check.id}`);
    const tag = `${this.tag}-${this.checksBegun}`;
    const entered = this.enter(this.first, tag);
    return {
      ...entered,
      openInbox: () => this.openInbox(entered),
      documents: this.contract.documents,
      random,
      neighbour: () => {
        if (this.second === undefined) throw new CheckSkipped('no second space was given (--second-space)');
        return this.enter(this.second, tag);
      },
      scoped: () => {
        const { scoped } = this.options;
        if (scoped === undefined) throw new CheckSkipped('no key with a scope was given (--scoped-token)');
        return this.enter({ ...this.first, access: { ...this.first.access, ...scoped } }, tag);
      },
    };
  }

  private async openInbox(entered: Neighbour): Promise<Inbox> {
    const { receiver, timeoutMs, stop } = this.options;
    if (receiver === undefined) throw new CheckSkipped('no port for what webhooks send was given (--receiver-port)');
    this.unreachable ??= whyUnreachable(entered, receiver.open({ timeoutMs, stop }));
    const reason = await this.unreachable;
    if (reason !== undefined) throw new CheckSkipped(reason);
    return receiver.open({ timeoutMs, stop });
  }

  private enter({ access, created, shared }: SpaceInRun, tag: string): Neighbour {
    const http = this.httpFor(access, this.options.stop);
    const apis: Apis = {
      rest: new RestApi(http, access.space, created),
      legacy: new LegacyApi(http, access.space, created, shared.catalog),
      graphql: new GraphqlApi(http, access.space, created),
    };
    return { ...apis, http, fixtures: new Fixtures(apis.rest, shared, tag) };
  }

  private httpFor(access: SpaceAccess, stop: AbortSignal): Http {
    const { timeoutMs, isReadOnly = false } = this.options;
    const { token, password } = access;
    const whose = access === this.second?.access ? 'second' : 'first';
    return new Http({ baseUrl: this.baseUrl, credentials: { token, password }, whose, timeoutMs, isReadOnly, stop });
  }
}

function spaceInRun(access: SpaceAccess, { catalog }: Contract): SpaceInRun {
  return { access, created: new CreatedRecords(), shared: { catalog, ids: new Map() } };
}

async function outcomeOf(
  check: Check,
  context: CheckContext,
): Promise<Pick<CheckResult, 'outcome' | 'message' | 'difference'>> {
  try {
    await check.run(context);
    return { outcome: 'passed' };
  } catch (error) {
    if (error instanceof ExpectationFailed) {
      const { message, difference } = error;
      return { outcome: 'failed', message, ...(difference === undefined ? {} : { difference }) };
    }
    if (error instanceof CheckSkipped) return { outcome: 'skipped', message: error.message };
    return { outcome: 'error', message: describe(error) };
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.name}: ${error.message}${cause}`;
}
