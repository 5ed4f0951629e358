/**
 * Invents what the team has to do and has done, and what it said of it. Pure: the same random numbers give the same results.
 */
import { dataSets } from '../spaces/first-records.js';
import type { DemoComment, DemoTask } from './demo-activities.js';
import type { DemoUser } from './demo-records.js';
import { date, type Today, workingMoment } from './moments.js';
import type { Occasion, Occasions } from './occasions.js';
import type { Random } from './random.js';

const taskCount = 420;
/** How far ahead tasks are due. */
const aheadDays = 21;
const commentShare = 0.1;

const status = { notStarted: 1, inProgress: 2, waiting: 3, completed: 4, deferred: 5 } as const;

export function inventTasks(random: Random, occasions: Occasions, today: Today): DemoTask[] {
  return Array.from({ length: taskCount }, () => inventTask(random, occasions.pick(random), today));
}

function inventTask(random: Random, { about, owner, name, from, to }: Occasion, today: Today): DemoTask {
  const type = random.pickWeighted(typeWeights);
  const dueAgo = random.integer(to === 0 ? -aheadDays : to, from);
  const madeAgo = Math.min(from, Math.max(dueAgo, 0) + random.integer(1, 14));
  const state = dueAgo > 0 ? random.pickWeighted(pastStates) : random.pickWeighted(comingStates);
  const isDone = state === status.completed;
  const created = workingMoment(random, today, madeAgo);
  return {
    subject: random.pick(subjects[type]).replace('{name}', name),
    about,
    owner,
    type,
    ...(random.chance(0.3) ? { start_date: date(today, dueAgo + Math.min(3, madeAgo - dueAgo)) } : {}),
    due_date: date(today, dueAgo),
    status: state,
    priority: random.pickWeighted(priorities),
    ...(type === 'Call' && isDone ? inventCall(random) : {}),
    ...(dueAgo < 0 && random.chance(0.4) ? { remindAt: workingMoment(random, today, dueAgo) } : {}),
    ...(!isDone && random.chance(0.06) ? { task_recurrence: inventPattern(random, today, dueAgo) } : {}),
    created,
    modified: laterOf(created, isDone ? workingMoment(random, today, Math.max(dueAgo, 0)) : created),
  };
}

function laterOf(first: string, second: string): string {
  return first > second ? first : second;
}

const typeWeights = [
  ['Call', 5],
  ['Email', 4],
  ['Task', 4],
  ['Text message', 1],
] as const;

const pastStates = [
  [status.completed, 92],
  [status.notStarted, 4],
  [status.inProgress, 2],
  [status.deferred, 2],
] as const;

const comingStates = [
  [status.notStarted, 14],
  [status.inProgress, 4],
  [status.waiting, 2],
] as const;

const priorities = [
  [1, 2],
  [2, 7],
  [3, 2],
] as const;

const subjects: Readonly<Record<DemoTask['type'], readonly string[]>> = {
  Call: ['Call {name}', 'Ask {name} about the budget', 'Talk through the offer with {name}', 'Call {name} back'],
  Email: ['Send the brochure to {name}', 'Answer {name}', 'Send the revised offer to {name}'],
  Task: ['Prepare the offer for {name}', 'Check delivery times for {name}', 'Draw up the layout for {name}'],
  'Text message': ['Confirm the date with {name}'],
};

function inventCall(random: Random) {
  const callOutcome = random.pickWeighted(outcomeWeights);
  return { callOutcome, call_duration: callOutcome === 'Reached' ? random.integer(60, 2_400) : random.integer(5, 60) };
}

const outcomeWeights = dataSets.callOutcomes.options.map((option, index) => [option, index === 0 ? 8 : 2] as const);

/** Every other week on Mondays, or on the 15th of each month. */
function inventPattern(random: Random, today: Today, dueAgo: number) {
  const start_date = date(today, dueAgo);
  return random.chance(0.5)
    ? { type: 2, occur_every: 2, day_of_week: 2, start_date }
    : { type: 4, occur_every: 1, day: 15, start_date };
}

export function inventComments(
  random: Random,
  tasks: readonly DemoTask[],
  users: readonly DemoUser[],
): readonly DemoComment[] {
  return [...tasks.entries()].flatMap(([task, { owner, modified }]) => {
    if (!random.chance(commentShare)) return [];
    const by = random.chance(0.7) ? owner : random.integer(0, users.length - 1);
    return [{ task, comment: random.pick(comments), owner: by, created: modified }];
  });
}

const comments = [
  'Asked for a call next week.',
  'Could not be reached, tried twice.',
  'Wants the price split by site.',
  'Done. They will decide by the end of the month.',
];
