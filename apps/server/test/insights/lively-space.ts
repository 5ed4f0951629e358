/**
 * A space in which much has happened: users of a tree of units who made, won, lost, qualified, handed over and deleted things. What
 * happens is chance, the same in every run.
 */
import type { Json, TestRecord, TestSpace } from '../test-space.js';

/** Repeatable chance (a linear congruential generator). */
export class Dice {
  constructor(private state: number) {}

  below(bound: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * bound);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

export interface LivelySpace {
  readonly userIds: readonly string[];
  /** The root first, then two below it, then two below the second, and one apart that has been deleted. */
  readonly unitIds: readonly string[];
  readonly deletedUserId: string;
  readonly deletedUnitId: string;
}

const asGiven = { 'validation-level': 8 };

const [firstDay, lastDay] = [Date.UTC(2025, 0, 1), Date.UTC(2025, 11, 31)];
const dayMs = 86_400_000;

/** @returns a moment of 2025, often at the edge of a day */
function moment(dice: Dice, from = firstDay): string {
  const day = from + dice.below((lastDay - from) / dayMs) * dayMs;
  const ms = dice.pick([0, 1, dayMs - 1, dice.below(dayMs)]);
  return new Date(day + ms).toISOString().replace('Z', dice.pick(['000', '999']));
}

export async function fillLivelySpace(space: TestSpace): Promise<LivelySpace> {
  const dice = new Dice(7);
  const units: string[] = [];
  for (const parent of [undefined, 0, 0, 2, 2, undefined]) {
    const parent_id = parent === undefined ? null : units[parent];
    units.push((await space.create('SalesUnits', { name: `Unit ${units.length}`, parent_id })).id);
  }
  const users: string[] = [];
  for (let index = 0; index < 8; index++) {
    const default_unit_id = units[index % 5];
    const unit_membership = index % 3 === 0 ? [{ unit_id: units[(index + 1) % 5], unit_role: 1 }] : [];
    const names =
      index === 0 ? { last_name: 'Äß' } : { first_name: `Given ${index}`, last_name: `Family ${index % 3}` };
    const body = { email: `user${index}@example.com`, ...names, default_unit_id, unit_membership };
    users.push((await space.create('Clients', body)).id);
  }
  const fill = { space, dice, users, units };
  await makeOpportunities(fill);
  await makeLeads(fill);
  await makeActivities(fill);
  await makeEmails(fill);
  const [deletedUserId = '', deletedUnitId = ''] = [users.at(-1), units.at(-1)];
  await space.delete('Clients', deletedUserId);
  await space.delete('SalesUnits', deletedUnitId);
  return { userIds: users, unitIds: units, deletedUserId, deletedUnitId };
}

interface Fill {
  readonly space: TestSpace;
  readonly dice: Dice;
  readonly users: readonly string[];
  readonly units: readonly string[];
}

/** @returns the records as they are afterwards, in the order of the items */
async function batch(space: TestSpace, collection: string, body: readonly Json[]): Promise<TestRecord[]> {
  const answer = await space.send('POST', `${collection}/batch-modify`, { body, query: asGiven });
  if (answer.status !== 200) throw new Error(`${collection}: ${answer.status} ${answer.text.slice(0, 500)}`);
  const all = new Map((await listAll(space, collection)).map((record) => [record.id, record]));
  return (answer.body.data as string[]).flatMap((id) => all.get(id) ?? []);
}

const amounts = [0, 0.01, 19.99, 250, 1000.5, 1234.5678, 99_999.99, 9_000_000_000_000.25];

async function makeOpportunities({ space, dice, users, units }: Fill): Promise<void> {
  const made = await batch(
    space,
    'Opportunities',
    Array.from({ length: 160 }, (_, index) => {
      const created = moment(dice);
      const ended = moment(dice, Date.parse(`${created.slice(0, 10)}T00:00:00Z`));
      const end = dice.pick([
        { step_id: space.ids.stepIds[0] },
        { step_id: space.ids.stepIds.at(-1), won_date: ended },
        { step_id: space.ids.stepIds[0], is_archived: true, lost_date: ended },
      ]);
      return {
        name: `${dice.pick(['Red', 'Green'])} deal ${index}`,
        owner_id: dice.pick(users),
        unit_id: dice.pick(units),
        closing_date: '2026-01-31',
        value: { base_value: dice.pick(amounts) },
        created,
        ...end,
      };
    }),
  );
  // Others have them now; what happened stays with those who did it.
  const handedOver = made.slice(0, 40).map(({ id }) => ({ id, owner_id: dice.pick(users), unit_id: dice.pick(units) }));
  await batch(space, 'Opportunities', handedOver);
  // Values that are corrected later count as they are now.
  await batch(
    space,
    'Opportunities',
    made.slice(30, 50).map(({ id }) => ({ id, value: { base_value: dice.pick(amounts) } })),
  );
  // What is reopened was not won.
  const reopened = made.filter(({ status }) => status === 3).slice(-6);
  await batch(
    space,
    'Opportunities',
    reopened.map(({ id }) => ({ id, step_id: space.ids.stepIds[0] })),
  );
  for (const { id } of made.slice(50, 70)) await space.delete('Opportunities', id);
}

async function makeLeads({ space, dice, users, units }: Fill): Promise<void> {
  const made = await batch(
    space,
    'Leads',
    Array.from({ length: 60 }, (_, index) => {
      const created = moment(dice);
      const lost_date = moment(dice, Date.parse(`${created.slice(0, 10)}T00:00:00Z`));
      const end = dice.pick([{}, { is_archived: true, lost_date }]);
      const owner = { owner_id: dice.pick(users), unit_id: dice.pick(units) };
      return { name: `${dice.pick(['Red', 'Green'])} lead ${index}`, ...owner, created, ...end };
    }),
  );
  const open = made.filter(({ status }) => status === 1);
  for (const { id } of open.slice(0, 12)) {
    const body = { closing_date: '2026-02-28', value: { base_value: 10 } };
    const answer = await space.send('POST', `Leads/${id}/qualify`, { body });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  }
  for (const { id } of open.slice(12, 16)) await space.delete('Leads', id);
  for (const { id } of open.slice(0, 3)) await space.delete('Opportunities', id);
  // Nobody knows today when they were qualified but the events, which are set back into the year of all others.
  const events = await listAll(space, 'LeadOpptyKPIs', { 'filter[kpi]': 4 });
  await batch(
    space,
    'LeadOpptyKPIs',
    events.map(({ id }) => ({ id, created: moment(dice, Date.UTC(2025, 8, 1)) })),
  );
}

async function makeActivities({ space, dice, users, units }: Fill): Promise<void> {
  for (const collection of ['Tasks', 'Appointments']) {
    const made = await batch(
      space,
      collection,
      Array.from({ length: 40 }, (_, index) => {
        const created = moment(dice);
        const owner = { owner_id: dice.pick(users), unit_id: dice.pick(units) };
        const time = collection === 'Tasks' ? {} : { start_date: created, end_date: created };
        return { subject: `${dice.pick(['Red', 'Green'])} ${index}`, ...owner, ...time, created };
      }),
    );
    for (const { id } of made.slice(0, 5)) await space.delete(collection, id);
    if (collection === 'Appointments') continue;
    const completed = made.slice(5, 25).map(({ id }) => ({ id, status: 4 }));
    await batch(space, collection, completed);
  }
  const events = await listAll(space, 'ActivityKPIs', { 'filter[kpi]': 2 });
  await batch(
    space,
    'ActivityKPIs',
    events.map(({ id }) => ({ id, created: moment(dice) })),
  );
}

async function makeEmails({ space, dice, users }: Fill): Promise<void> {
  const made = await batch(
    space,
    'Emails',
    Array.from({ length: 60 }, (_, index) => ({
      subject: `${dice.pick(['Red', 'Green'])} ${index}`,
      owner_id: dice.pick(users),
      direction: dice.pick([1, 2, 2]),
      date_sent: dice.pick([moment(dice), moment(dice), null]),
      sender_client_id: dice.pick([...users, null]),
    })),
  );
  for (const { id } of made.slice(0, 6)) await space.delete('Emails', id);
}

/** @returns all records, page by page */
export async function listAll(space: TestSpace, collection: string, query: Json = {}): Promise<TestRecord[]> {
  const found: TestRecord[] = [];
  for (let after: string | null = null; ; ) {
    const page = await space.list(collection, {
      first: 100,
      ...(query as Record<string, string>),
      ...(after === null ? {} : { after }),
    });
    found.push(...page.data);
    if (!page.page_info.has_next_page) return found;
    after = page.page_info.end_cursor;
  }
}
