/**
 * Key figures counted in plain JavaScript over the records as REST v100 lists them: what insights must say. Knows no SQL.
 */
import { Decimal } from 'decimal.js';
import type { TestRecord, TestSpace } from '../test-space.js';
import { listAll } from './lively-space.js';

/** Moments as the records show them; the end is no part of it. */
export interface Between {
  readonly start: string;
  readonly end: string;
}

type Happened = {
  readonly what: string;
  readonly when: string;
  readonly who: string | null;
  readonly unit: string | null;
  readonly record: TestRecord;
};

const lifeEvents: Readonly<Record<number, string>> = {
  1: 'CreatingLeads',
  2: 'CreatingOppties',
  4: 'QualifyingLeads',
  5: 'WinningOppties',
  6: 'LosingLeads',
  7: 'LosingOppties',
};
const activityEvents: Readonly<Record<number, string>> = { 1: 'CreatingActivities', 2: 'CompletingActivities' };

export class CountAgain {
  private constructor(private readonly happened: readonly Happened[]) {}

  static async read(space: TestSpace): Promise<CountAgain> {
    const everything = { 'include-deleted': true };
    const all = async (...collections: string[]) =>
      new Map(
        (await Promise.all(collections.map((name) => listAll(space, name, everything))))
          .flat()
          .map((record) => [record.id, record]),
      );
    // A lead that was qualified is an opportunity.
    const deals = await all('Leads', 'Opportunities');
    const activities = await all('Tasks', 'Appointments');
    const users = await all('Clients');
    const of =
      (records: ReadonlyMap<string, TestRecord>, names: Readonly<Record<number, string>>, record: string) =>
      (event: TestRecord): Happened[] => {
        const what = names[Number(event.kpi)];
        const found = records.get(String(event[record]));
        if (what === undefined || !found || found.is_deleted === true) return [];
        const [who, unit] = [event.client_id as string | null, event.unit_id as string | null];
        return [{ what, when: String(event.created), who, unit, record: found }];
      };
    const emails = (await listAll(space, 'Emails')).flatMap((email): Happened[] => {
      if (email.direction !== 2 || email.date_sent === null || email.sender_client_id === null) return [];
      const who = String(email.sender_client_id);
      const unit = users.get(who)?.default_unit_id as string;
      return [{ what: 'SendingEmails', when: String(email.date_sent), who, unit, record: email }];
    });
    return new CountAgain([
      ...(await listAll(space, 'LeadOpptyKPIs')).flatMap(of(deals, lifeEvents, 'lead_oppty_id')),
      ...(await listAll(space, 'ActivityKPIs')).flatMap(of(activities, activityEvents, 'activity_id')),
      ...emails,
    ]);
  }

  /** @returns the key figures of what meets a condition */
  figures({ start, end }: Between, counts: (event: Happened) => boolean): Record<string, number> {
    const found = this.happened.filter((event) => event.when >= start && event.when < end && counts(event));
    const of = (...names: string[]) => found.filter(({ what }) => names.includes(what));
    const worth = (events: readonly Happened[]) =>
      events.reduce(
        (sum, { record }) => sum.plus(String((record.value as { base_value: number }).base_value)),
        new Decimal(0),
      );
    const seconds = (text: string) => Math.floor(Date.parse(`${text.slice(0, 19)}Z`) / 1000);
    const days = (events: readonly Happened[]) => {
      const spent = events.map(({ when, record }) => seconds(when) - seconds(String(record.created)));
      return events.length === 0 ? 0 : spent.reduce((sum, one) => sum + one, 0) / events.length / 86_400;
    };
    const [won, lost] = [of('WinningOppties'), of('LosingOppties')];
    const rate = won.length + lost.length === 0 ? 0 : won.length / (won.length + lost.length);
    const size = won.length === 0 ? 0 : worth(won).dividedBy(won.length).toNumber();
    const time = days([...won, ...lost]);
    const created = of('CreatingOppties').length;
    return {
      ...Object.fromEntries(
        [...Object.values(lifeEvents), ...Object.values(activityEvents), 'SendingEmails'].map((name) => [
          name,
          of(name).length,
        ]),
      ),
      LostAmount: worth(lost).toNumber(),
      WonAmount: worth(won).toNumber(),
      OpptyWinRate: rate,
      OpptyAverageTimeSpent: time,
      OpptySalesVelocity: time === 0 ? 0 : (created * rate * size) / time,
      OpptyAverageSize: size,
      LeadAverageTimeSpent: days(of('QualifyingLeads', 'LosingLeads')),
    };
  }
}

export function trendOf(now: number, before: number): string {
  const difference = now - before;
  if (before === 0) return difference === 0 ? 'Stalling' : difference > 0 ? 'Rising' : 'Falling';
  const share = difference / Math.abs(before);
  return share > 0.01 ? 'Rising' : share < -0.01 ? 'Falling' : 'Stalling';
}
