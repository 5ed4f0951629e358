/**
 * The run itself: starts the contestants, and lets them answer in turn, case by case, so that whatever else the machine does
 * meets all of them alike.
 */
import { type BenchCase, benchCases } from './cases.js';
import { checkAnswers } from './check-answers.js';
import { Contestant, type ContestantOptions, connectionCount, type MeasuredLoad } from './contestants/contestant.js';
import { copyPrepared, preparePostgres, prepareSqlite } from './data/prepare-space.js';
import { spaceIdOf } from './data/space-key.js';
import { planSpace, type SpacePlan } from './data/space-plan.js';
import type { BenchOptions } from './options.js';
import { describeMachine } from './report/machine.js';
import type { BenchResult } from './report/report.js';
import { type CaseResult, summarizeCase } from './report/summarize.js';

/** Many short ones: what else the machine does comes and goes by the second. */
const roundCount = 9;
/** Part of a case's time in which code becomes fast and caches fill. */
const warmUpShare = 0.25;
/** For each contestant before the first case: what all cases share is compiled then. */
const firstWarmUpSeconds = 2;

/** @param say called with what is being done */
export async function runBench(options: BenchOptions, say: (text: string) => void): Promise<BenchResult> {
  const { records, secondsPerCase, databaseUrl } = options;
  const plan = planSpace(records);
  const space = spaceIdOf(plan);
  const prepared = await prepareSqlite(plan, say);
  const postgres = databaseUrl === undefined ? undefined : await preparePostgres(databaseUrl, plan, say);
  const machine = describeMachine(postgres);
  const contestants = await startAll(contestantsOf(prepared, space, databaseUrl));
  try {
    const cases: CaseResult[] = [];
    for (const one of benchCases) {
      if (options.cases.length > 0 && !options.cases.includes(one.name)) continue;
      say(one.title);
      const warmUpSeconds = cases.length === 0 ? firstWarmUpSeconds : 0;
      cases.push(await runCase(one, space, plan, contestants, secondsPerCase, warmUpSeconds));
    }
    return { machine, records, connections: connectionCount, secondsPerCase, rounds: roundCount, cases };
  } finally {
    await Promise.all(contestants.map((contestant) => contestant.stop()));
  }
}

/** A case that writes gets a copy of the prepared file. */
function contestantsOf(prepared: string, space: string, databaseUrl: string | undefined): ContestantOptions[] {
  return [
    { name: 'server', program: 'server-process', args: [space, copyPrepared(prepared)] },
    ...(databaseUrl === undefined
      ? []
      : [{ name: 'server-postgres', program: 'server-process', args: [space, databaseUrl] } as const]),
    { name: 'hand-written', program: 'sqlite-floor-process', args: [space, copyPrepared(prepared)] },
    { name: 'constant', program: 'constant-floor-process', args: [] },
  ];
}

async function startAll(options: readonly ContestantOptions[]): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  try {
    for (const one of options) contestants.push(await Contestant.start(one));
    return contestants;
  } catch (error) {
    await Promise.all(contestants.map((contestant) => contestant.stop()));
    throw error;
  }
}

async function runCase(
  one: BenchCase,
  space: string,
  plan: SpacePlan,
  contestants: readonly Contestant[],
  seconds: number,
  minWarmUpSeconds: number,
): Promise<CaseResult> {
  const requests = one.requests(space, plan);
  const named = (name: Contestant['name']) => contestants.filter((contestant) => contestant.name === name);
  const [server] = named('server');
  if (!server) throw new Error('the server takes part in every run');
  const answer = await checkAnswers(one, requests, server, named('hand-written'));
  for (const constant of named('constant')) await constant.use(answer);

  const share = seconds / contestants.length;
  const measure = (contestant: Contestant, loadSeconds: number) =>
    contestant.measure({ requests: contestant.bytesOf(requests), status: one.status, seconds: loadSeconds });
  const warmUpSeconds = Math.max(share * warmUpShare, minWarmUpSeconds);
  for (const contestant of contestants) await measure(contestant, warmUpSeconds);
  const rounds = new Map(contestants.map(({ name }) => [name, [] as MeasuredLoad[]]));
  for (let round = 0; round < roundCount; round++) {
    for (const contestant of rotate(contestants, round)) {
      rounds.get(contestant.name)?.push(await measure(contestant, (share * (1 - warmUpShare)) / roundCount));
    }
  }
  return summarizeCase(one, Buffer.byteLength(answer.body), rounds);
}

/** Everyone comes after everyone: what one leaves behind, such as pages still to be written, is not always the same one's burden. */
function rotate<T>(items: readonly T[], by: number): T[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
