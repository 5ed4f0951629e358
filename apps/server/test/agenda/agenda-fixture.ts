/**
 * A space full of invented activities and deals, the same for the same seed: what agendas show and what they leave out.
 */
import { Random } from '../random.js';
import type { Json, TestSpace } from '../test-space.js';
import { day, momentText } from './wall-clock.js';

/** Everything happens around this day, ahead of the clocks of Europe, America and Australia changing. */
export const middle = Date.UTC(2026, 9, 20);

export const timeZones = ['Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const;

const readOnlyToo = { 'validation-level': 8 };
const counts = { appointments: 90, series: 24, tasks: 80, deals: 90 } as const;

export class AgendaFixture {
  readonly users: string[] = [];
  private readonly random: Random;

  constructor(
    private readonly space: TestSpace,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async fill(): Promise<void> {
    const { space } = this;
    this.users.push(space.ids.ownerId);
    for (const name of ['ann', 'bob', 'eve']) {
      const user = { email: `${name}@example.com`, default_unit_id: space.ids.unitId };
      this.users.push((await space.create('Clients', user)).id);
    }
    await this.writeAll('Appointments', counts.appointments, () => this.appointment());
    for (let index = 0; index < counts.series; index += 1) await this.series();
    await this.writeAll('Tasks', counts.tasks, () => this.task());
    for (const [index, id] of space.ids.stepIds.entries()) {
      if (index !== 1) await space.update('Steps', id, { timeframe: index * 10 + 5 });
    }
    await this.writeAll('Opportunities', counts.deals, () => this.deal());
  }

  private async writeAll(collection: string, count: number, make: () => Json): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { id } = await this.space.create(collection, make(), readOnlyToo);
      if (this.random.chance(0.1)) await this.space.delete(collection, id);
    }
  }

  private user(): string {
    return this.random.pick(this.users);
  }

  /** At a quarter of an hour, within so many days of the middle. */
  private moment(days: number): number {
    return middle + this.random.integer(-days * 96, days * 96) * (day / 96);
  }

  private date(days: number): string {
    return momentText(this.moment(days)).slice(0, 10);
  }

  private appointment(members: Json = {}): Json {
    const { random } = this;
    const start = this.moment(20);
    const length = random.pick([0, 1, 2, 4, 8, 96, 3 * 96]) * (day / 96);
    const invited = this.users.filter(() => random.chance(0.25));
    return {
      subject: random.pick(['Visit', 'Call', 'Ärger', '😀 Party', 'Visit']),
      owner_id: this.user(),
      start_date: momentText(start),
      end_date: momentText(start + length),
      invitees_clients: invited.map((client_id) => ({ client_id, response: random.pick([0, 1, 2]) })),
      ...(random.chance(0.1) ? { status: 6 } : {}),
      ...members,
    };
  }

  private async series(): Promise<void> {
    const { random, space } = this;
    const [every, rule] = random.pick([
      [7, 'FREQ=WEEKLY'],
      [1, 'FREQ=DAILY'],
      [2, 'FREQ=DAILY;INTERVAL=2'],
      [1, 'FREQ=DAILY;COUNT=9'],
    ] as const);
    const recurrence = { recurrence_rule: rule, recurrence_tzid: random.pick(timeZones) };
    const head = await space.create('Appointments', this.appointment(recurrence), readOnlyToo);
    await this.remind('AppointmentReminders', { appointment_id: head.id });
    // Some replace an occurrence; where clocks have changed before, they replace nothing.
    for (let nth = 0; nth < 4; nth += 1) {
      const start = Date.parse(`${String(head.start_date).slice(0, 19)}Z`);
      const occurence_date = momentText(start + nth * every * day);
      const members = { recurrence_master_id: head.id, occurence_date };
      if (!random.chance(0.4)) continue;
      const exception = await space.create('Appointments', this.appointment(members), readOnlyToo);
      if (random.chance(0.3)) await space.delete('Appointments', exception.id);
    }
    if (random.chance(0.1)) await space.delete('Appointments', head.id);
  }

  private async remind(collection: string, target: Json): Promise<void> {
    const { random } = this;
    for (const owner_id of this.users.filter(() => random.chance(0.5))) {
      const at = momentText(this.moment(10));
      const due = collection === 'TaskReminders' ? { set_date: at } : { end_date_offset: 900, snooze_date: at };
      await this.space.create(collection, { ...target, owner_id, ...due, status: random.pick([0, 1, 2]) });
    }
  }

  private task(): Json {
    const { random } = this;
    const owner_id = this.user();
    return {
      subject: random.pick(['Call', 'Offer', 'Write']),
      owner_id,
      due_date: this.date(20),
      status: random.pick([1, 2, 3, 4, 5, null]),
      priority: random.pick([1, 2, 3, null]),
      ...(random.chance(0.5)
        ? { reminder: { owner_id, set_date: momentText(this.moment(10)), status: random.pick([0, 1, 2]) } }
        : {}),
    };
  }

  private deal(): Json {
    const { random, space } = this;
    const moved = momentText(this.moment(30));
    return {
      name: random.pick(['Forklifts', 'Cranes', 'Belts']),
      owner_id: this.user(),
      closing_date: this.date(20),
      step_id: random.pick(space.ids.stepIds),
      value: { base_value: 100 },
      created: moved,
      last_move_date: moved,
      is_archived: random.chance(0.1),
      ...(random.chance(0.5) ? { ranking: random.integer(0, 100), label_flag: random.integer(0, 7) } : {}),
    };
  }
}
