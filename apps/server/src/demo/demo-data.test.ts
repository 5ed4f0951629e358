/** The CSV files of the demo space: what they promise to everybody who reads, shows or measures it. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

type Row = Readonly<Record<string, string>>;

function rowsOf(name: string): Row[] {
  const text = readFileSync(new URL(`../../demo/${name}.csv`, import.meta.url), 'utf8');
  return parse(text, { columns: true });
}

/** Days from the day of the import; later moments have later texts of equal length. */
function days(moment = ''): number {
  const [day = '', time = '00:00:00'] = moment.split(' ');
  return Number(day) + Date.parse(`1970-01-01T${time}Z`) / 86_400_000;
}

const [accounts, contacts, users, emails] = ['accounts', 'contacts', 'users', 'emails'].map(rowsOf) as [
  Row[],
  Row[],
  Row[],
  Row[],
];

describe('the demo space', () => {
  it('uses only addresses that belong to nobody', () => {
    const host = /^[a-z0-9.-]*\bexample\.(com|org|net)$/;
    for (const { email1 = '', home_page = '' } of accounts) {
      expect(email1.split('@')[1]).toMatch(host);
      expect(new URL(home_page).host).toMatch(host);
    }
    const addresses = [...contacts.map(({ email1 }) => email1), ...emails.map(({ to }) => to)].filter(
      (to) => to !== '',
    );
    for (const address of addresses) expect(address?.split('@')[1]).toMatch(host);
    for (const { email } of users) expect(email).toMatch(/^[a-z.]+@example\.com$/);
  });

  it('holds letters of several scripts', () => {
    const text = contacts.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(' ');
    for (const script of [/\p{Script=Greek}/u, /\p{Script=Han}/u, /[äöüßéłøñ]/u]) expect(text).toMatch(script);
  });

  it('has a believable history of two years that ends today', () => {
    const opportunities = rowsOf('opportunities');
    const began = new Map(accounts.map(({ name, created }) => [name, days(created)]));
    const closed = (row: Row) => row.won_date || row.lost_date;
    expect(opportunities.filter(({ won_date }) => won_date).length).toBeGreaterThan(90);
    expect(opportunities.filter(({ lost_date }) => lost_date).length).toBeGreaterThan(70);
    expect(opportunities.filter((row) => !closed(row)).length).toBeGreaterThan(20);
    expect(opportunities.filter(({ qualify_date }) => qualify_date)).toHaveLength(60);
    for (const row of opportunities) {
      const created = days(row.created);
      expect(created).toBeGreaterThanOrEqual(Math.max(-730, began.get(row.account ?? '') ?? 0));
      for (const moment of [row.qualify_date, row.last_move_date].filter((known) => known)) {
        expect(days(moment) >= created && days(moment) < Math.min(0, days(row.closing_date) + 1)).toBe(true);
      }
      const end = closed(row);
      if (end) expect([days(end) > created, Math.floor(days(end))]).toEqual([true, days(row.closing_date)]);
      else expect(days(row.closing_date)).toBeGreaterThanOrEqual(0);
      expect([row.step === 'Won', row.is_archived === 'yes']).toEqual([row.won_date !== '', row.lost_date !== '']);
    }
  });

  it('has leads that came to nothing, and open ones that are not old', () => {
    const [open, lost] = [true, false].map((isOpen) =>
      rowsOf('leads').filter((row) => (row.lost_date === '') === isOpen),
    );
    expect(open?.length).toBeGreaterThan(20);
    expect(lost?.length).toBeGreaterThan(20);
    for (const { created } of open ?? []) expect(days(created)).toBeGreaterThan(-61);
    for (const { created, lost_date } of lost ?? []) expect(days(created)).toBeLessThan(days(lost_date));
  });

  it('has work that was done, is overdue and is to come', () => {
    const tasks = rowsOf('tasks');
    const isOpen = ({ status = '' }: Row) => ['NotStarted', 'InProgress', 'Waiting'].includes(status);
    expect(tasks.filter(({ status }) => status === 'Completed').length).toBeGreaterThan(250);
    expect(tasks.filter((task) => isOpen(task) && days(task.due_date) < 0).length).toBeGreaterThan(5);
    expect(tasks.filter(({ due_date }) => days(due_date) > 0).length).toBeGreaterThan(20);
    for (const { created, modified, start_date, due_date } of tasks) {
      expect(days(created) <= days(modified) && days(modified) < 1).toBe(true);
      expect(days(start_date || due_date)).toBeLessThanOrEqual(days(due_date));
    }
    const appointments = rowsOf('appointments');
    for (const { created, start_date, end_date } of appointments) {
      expect(days(created) < Math.min(0, days(start_date)) && days(start_date) < days(end_date)).toBe(true);
    }
    expect(appointments.filter(({ start_date }) => days(start_date) > 0).length).toBeGreaterThan(5);
    expect(appointments.filter(({ repeats }) => repeats !== '')).toHaveLength(4);
  });
});
