/**
 * The run itself: starts the contestants, and lets them answer in turn, case by case, so that whatever else the machine does meets all of
 * them alike.
 */
import { benchCases } from './cases/all-cases.js';
import type { BenchCase } from './cases/bench-case.js';
import { type Answering, checkAnswers } from './check-answers.js';
import { Contestant, connectionCount, type MeasuredLoad } from './contestants/contestant.js';
import { type Participant, prepareParticipants } from './contestants/take-part.js';
import { titleOf } from './contestants/title-of.js';
import { spaceIdOf } from './data/space-key.js';
import { planSpace, type SpacePlan } from './data/space-plan.js';
import { ForeignLoad } from './machine/foreign-load.js';
import type { BenchOptions } from './options.js';
import type { BenchResult } from './report/bench-result.js';
import { type CaseResult, summarizeCase } from './report/summarize.js';
import { turnOrder } from './turn-order.js';

/** Many short ones: what else the machine does comes and goes by the second. */
const roundCount = 9;
/** Part of a case's time in which code becomes fast and caches fill. */
const warmUpShare = 0.25;
/** For each contestant before the first case: what all cases share is compiled then. */
const firstWarmUpSeconds = 2;
/** How long the database is watched while nobody asks. */
const idleSeconds = 2;

/** A participant of a run that has been started. */
interface Started extends Participant {
  readonly contestant: Contestant;
}

/**
 * @param records contacts of the space
 * @param say called with what is being done
 */
export async function runBench(
  options: BenchOptions,
  records: number,
  say: (text: string) => void,
): Promise<BenchResult> {
  const { secondsPerCase } = options;
  const plan = planSpace(records);
  const { all, postgres, postgresCpu } = await prepareParticipants(options, plan, say);
  const started: Started[] = [];
  try {
    for (const one of all) started.push({ ...one, contestant: await Contestant.start(one) });
    const databaseBefore = postgresCpu?.ms();
    await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
    const idleDatabaseCores = postgresCpu && (postgresCpu.ms() - databaseBefore!) / (idleSeconds * 1_000);
    const foreign = ForeignLoad.start();
    const cases: CaseResult[] = [];
    for (const one of benchCases) {
      if (options.cases.length > 0 && !options.cases.includes(one.name)) continue;
      say(`${one.title} (${records.toLocaleString('en')} contacts)`);
      const warmUpSeconds = cases.length === 0 ? firstWarmUpSeconds : 0;
      cases.push(await runCase(one, plan, started, secondsPerCase, warmUpSeconds, foreign));
    }
    return {
      ...{ records, connections: connectionCount, secondsPerCase, rounds: roundCount, cases },
      ...{ postgres: postgres?.version, synchronous: options.synchronous },
      ...{ idleDatabaseCores, foreignCores: foreign.cores },
    };
  } finally {
    await Promise.all(started.map(({ contestant }) => contestant.stop()));
    await postgres?.stop();
  }
}

/** @param foreign notes each round */
async function runCase(
  one: BenchCase,
  plan: SpacePlan,
  started: readonly Started[],
  seconds: number,
  minWarmUpSeconds: number,
  foreign: ForeignLoad,
): Promise<CaseResult> {
  const asked = await Promise.all(
    started.filter(({ role }) => one.hasSameAnswer || role !== 'same-answer').map((each) => prepare(one, plan, each)),
  );
  const order = asked.toSorted((a, b) => rank(a) - rank(b));
  const bytes = await checkAnswers(one, order);
  const share = seconds / asked.length;
  const measure = ({ contestant, asking, sent }: Asked, loadSeconds: number) =>
    contestant.measure({ requests: sent, status: asking.status ?? 200, seconds: loadSeconds });
  for (const each of asked) await measure(each, Math.max(share * warmUpShare, minWarmUpSeconds));
  const rounds = new Map(asked.map((each) => [each, [] as MeasuredLoad[]]));
  for (let round = 0; round < roundCount; round++) {
    for (const each of turnOrder(asked, round)) {
      const load = await foreign.during(() => measure(each, (share * (1 - warmUpShare)) / roundCount));
      rounds.get(each)?.push(load);
    }
  }
  const measured = [...rounds].map(([{ title, role, database }, loads]) => {
    return { title, role, database, loads, answerBytes: bytes[order.findIndex((each) => each.title === title)] ?? 0 };
  });
  return summarizeCase(one, measured);
}

interface Asked extends Started, Answering {
  readonly sent: readonly Buffer[];
}

async function prepare(one: BenchCase, plan: SpacePlan, started: Started): Promise<Asked> {
  const asking = one.asking[started.language];
  const ask = started.contestant.ask.bind(started.contestant);
  const requests = await asking.requests({ space: spaceIdOf(plan), plan, ask });
  const sent = started.contestant.bytesOf(requests);
  const isSameAnswer = started.role === 'same-answer';
  return { ...started, title: titleOf(started), isSameAnswer, asking, requests, ask, sent };
}

/** Answers are compared with the first floor's; behind it comes the server that the floor with the same answers is compared with. */
const rank = ({ role, database }: Participant) => {
  if (database === 'sqlite') return ['floor', 'server', 'same-answer', 'other-server'].indexOf(role);
  return 10 + ['floor', 'server', 'other-server', 'peer'].indexOf(role);
};
