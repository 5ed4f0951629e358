/**
 * Invents meetings, those of the past two years and those to come, and the regular ones of each team. Pure: the same random numbers
 * give the same results.
 */
import type { DemoAppointment } from './demo-activities.js';
import type { DemoAccount, DemoUnit, DemoUser, Place } from './demo-records.js';
import { asciiSlug } from './invent-contact-details.js';
import { hoursAfter, type Today, weekdayOf, workingMoment } from './moments.js';
import type { Occasion, Occasions } from './occasions.js';
import type { Random } from './random.js';

const meetingCount = 160;
/** How far ahead meetings are planned. */
const aheadDays = 30;
const daysOfWeek = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The regular meetings began about so many days ago. */
const seriesDays = 700;
/** Of 52 whole weeks: summer time is as it was. */
const hoursPerYear = 52 * 7 * 24;

export interface MeetingFacts {
  readonly units: readonly DemoUnit[];
  readonly users: readonly DemoUser[];
  readonly accounts: readonly DemoAccount[];
  readonly occasions: Occasions;
  readonly today: Today;
}

export function inventAppointments(random: Random, facts: MeetingFacts): DemoAppointment[] {
  const regular = inventSeries(random, facts);
  const meetings = Array.from({ length: meetingCount }, () =>
    inventMeeting(random, facts, facts.occasions.pick(random)),
  );
  return [...regular, ...meetings];
}

function inventMeeting(
  random: Random,
  facts: MeetingFacts,
  { about, owner, name, from, to }: Occasion,
): DemoAppointment {
  const { today, users, accounts } = facts;
  const ago = random.integer(to === 0 ? -aheadDays : to, from);
  const start_date = atQuarter(workingMoment(random, today, ago));
  const type = random.pickWeighted(typeWeights);
  const account = about.account === undefined ? undefined : accounts[about.account];
  const colleague = random.integer(0, users.length - 1);
  return {
    subject: random.pick(subjects[type]).replace('{name}', name),
    about,
    owner,
    type,
    start_date,
    end_date: hoursAfter(start_date, random.pick(type === 'Call' ? [0.25, 0.5] : [0.5, 1, 1.5, 2])),
    ...placeOf(random, type, account),
    users: random.chance(0.3) && colleague !== owner ? [colleague] : [],
    ...(ago < 0 ? { remindBefore: random.pick([600, 900, 3_600]) } : {}),
    created: workingMoment(random, today, plannedAgo(random, ago, from)),
  };
}

/** @returns days ago that a meeting was planned: at least a day ahead of it, and hardly before the occasion for it */
function plannedAgo(random: Random, ago: number, from: number): number {
  const latest = Math.max(ago, 0) + 1;
  return random.integer(latest, Math.max(latest, Math.min(from, latest + 20)));
}

const typeWeights = [
  ['Meeting', 6],
  ['Call', 3],
  ['Event', 1],
] as const;

const subjects: Readonly<Record<DemoAppointment['type'], readonly string[]>> = {
  Meeting: ['Visit {name}', 'Present the offer to {name}', 'Walk through the site with {name}'],
  Call: ['Conference with {name}', 'Questions of {name}'],
  Event: ['Open day with {name}', 'Show the test stand to {name}'],
};

function placeOf(random: Random, type: DemoAppointment['type'], account: DemoAccount | undefined) {
  if (type === 'Call' || account === undefined) {
    return { meeting_url: { url: `https://meet.example.com/${random.integer(100_000, 999_999)}` } };
  }
  return { location: `${account.address.split('\n')[0]}, ${account.city}` };
}

/** On the hour, or a quarter of it. */
function atQuarter(moment: string): string {
  const minutes = Math.floor(Number(moment.slice(14, 16)) / 15) * 15;
  return `${moment.slice(0, 14)}${String(minutes).padStart(2, '0')}:00`;
}

/** Each team meets every week; once the meeting was put off by a day. */
function inventSeries(random: Random, { units, users, today }: MeetingFacts): DemoAppointment[] {
  const series: DemoAppointment[] = [];
  for (const [unit, { name }] of units.entries()) {
    const team = users.flatMap((user, place) => (user.unit === unit ? [place] : []));
    const [owner = 0, ...others] = team;
    const ago = seriesDays - unit;
    const start_date = atQuarter(workingMoment(random, today, ago));
    const meeting = {
      subject: `${name}: weekly meeting`,
      about: {},
      owner,
      type: 'Meeting',
      meeting_url: { url: `https://meet.example.com/${asciiSlug(name)}` },
      users: others,
      created: workingMoment(random, today, ago + 7),
    } as const;
    series.push({
      ...meeting,
      start_date,
      end_date: hoursAfter(start_date, 1),
      recurrence_rule: `FREQ=WEEKLY;BYDAY=${daysOfWeek[weekdayOf(today, ago)]}`,
      recurrence_tzid: users[owner]?.timezone ?? 'UTC',
    });
    const head: Place = series.length - 1;
    const occurence_date = hoursAfter(start_date, hoursPerYear);
    const moved = hoursAfter(occurence_date, 24);
    series.push({ ...meeting, start_date: moved, end_date: hoursAfter(moved, 1), series: { head, occurence_date } });
  }
  return series;
}
