import { describe, expect, it } from 'vitest';
import { inventDemoSpace } from './invent-demo-space.js';
import { dayOf } from './moments.js';

const today = dayOf(new Date('2026-05-31T13:00:00Z'));
const space = inventDemoSpace(1, today);

describe('inventDemoSpace', () => {
  it('gives the same records for the same seed and day, and others for others', () => {
    expect(inventDemoSpace(1, dayOf(new Date('2026-05-31T23:59:59Z')))).toEqual(space);
    expect(inventDemoSpace(2, today).accounts).not.toEqual(space.accounts);
    expect(inventDemoSpace(1, dayOf(new Date('2026-06-01T00:00:00Z'))).contacts).not.toEqual(space.contacts);
  });

  it('has the promised size', () => {
    const sizes = Object.fromEntries(Object.entries(space).map(([name, list]) => [name, list.length]));
    const customers = { accounts: 200, contacts: 500, opportunities: 300, leads: 90 };
    const work = { tasks: 420, appointments: 168, notes: 220, emails: 260 };
    expect(sizes).toMatchObject({ units: 4, users: 12, products: 8, tags: 6, files: 9, ...customers, ...work });
    expect(sizes.comments).toBeGreaterThan(20);
  });

  it('names companies, users and articles once', () => {
    expect(new Set(space.accounts.map(({ name }) => name)).size).toBe(200);
    expect(new Set(space.users.map(({ email }) => email)).size).toBe(12);
    expect(new Set(space.products.map(({ sku }) => sku)).size).toBe(8);
  });

  it('uses only addresses that belong to nobody', () => {
    const host = /^[a-z0-9.-]*\bexample\.(com|org|net)$/;
    for (const { email1, home_page } of space.accounts) {
      expect(email1.split('@')[1]).toMatch(host);
      expect(new URL(home_page).host).toMatch(host);
    }
    for (const { email1 } of space.contacts) expect(email1).toMatch(/^[a-z0-9.]+@[a-z0-9.-]*\bexample\.(com|org|net)$/);
    for (const { to = 'a@example.com' } of space.emails) expect(to.split('@')[1]).toMatch(host);
    for (const { email } of space.users) expect(email).toMatch(/^[a-z.]+@example\.com$/);
  });

  it('holds letters of several scripts', () => {
    const text = space.contacts.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(' ');
    for (const script of [/\p{Script=Greek}/u, /\p{Script=Han}/u, /[äöüßéłøñ]/u]) expect(text).toMatch(script);
  });

  it('points only at records that are there', () => {
    for (const { parent, owner } of space.accounts) {
      expect(parent ?? 0).toBeLessThan(200);
      expect(owner).toBeLessThan(12);
    }
    for (const [place, { parent }] of space.accounts.entries()) expect(parent ?? -1).toBeLessThan(place);
    for (const { accounts } of space.contacts) {
      expect(new Set(accounts.map(({ account }) => account)).size).toBe(accounts.length);
    }
    for (const { account, contacts } of space.opportunities) {
      for (const contact of contacts) expect(space.contacts[contact]?.accounts[0]?.account).toBe(account);
    }
    for (const [place, { series }] of space.appointments.entries()) {
      if (series) expect(space.appointments[series.head]?.recurrence_rule).toBeDefined();
      expect(series?.head ?? -1).toBeLessThan(place);
    }
  });

  it('tells a believable history of two years that ends today', () => {
    const { opportunities } = space;
    const won = opportunities.filter(({ won_date }) => won_date !== undefined);
    const lost = opportunities.filter(({ lost_date }) => lost_date !== undefined);
    expect(won.length).toBeGreaterThan(90);
    expect(lost.length).toBeGreaterThan(70);
    expect(300 - won.length - lost.length).toBeGreaterThan(20);
    expect(opportunities.filter(({ qualify_date }) => qualify_date !== undefined)).toHaveLength(60);
    for (const { created, qualify_date, last_move_date, closing_date } of opportunities) {
      for (const moment of [qualify_date, last_move_date].filter((known) => known !== undefined)) {
        expect(moment >= created && moment < '2026-05-31' && moment.slice(0, 10) <= closing_date).toBe(true);
      }
    }
    for (const { created, account, won_date, lost_date, closing_date, items, step, is_archived } of opportunities) {
      expect(created >= '2024-05-31' && created < '2026-05-31').toBe(true);
      expect(created >= (space.accounts[account]?.created ?? 'no such account')).toBe(true);
      const closed = won_date ?? lost_date;
      if (closed === undefined) expect(closing_date >= '2026-05-31').toBe(true);
      else {
        expect(closed > created && closed < '2026-05-31').toBe(true);
        expect(closing_date).toBe(closed.slice(0, 10));
      }
      expect(step === 'Won').toBe(won_date !== undefined);
      expect(is_archived).toBe(lost_date !== undefined);
      for (const { amount } of items) expect(amount).toBeGreaterThan(0);
    }
  });

  it('has leads that came to nothing, and open ones that are not old', () => {
    const open = space.leads.filter(({ is_archived }) => !is_archived);
    expect(open.length).toBeGreaterThan(20);
    expect(90 - open.length).toBeGreaterThan(20);
    for (const { created } of open) expect(created > '2026-03-30').toBe(true);
    for (const { created, lost_date, is_archived } of space.leads) {
      expect(lost_date !== undefined).toBe(is_archived);
      expect(created < (lost_date ?? '2026-05-31')).toBe(true);
    }
  });

  it('tells of work that was done, is overdue and is to come', () => {
    const { tasks, appointments } = space;
    const done = tasks.filter(({ status }) => status === 4);
    expect(done.length).toBeGreaterThan(250);
    expect(tasks.filter(({ status, due_date }) => status < 4 && due_date < '2026-05-31').length).toBeGreaterThan(5);
    expect(tasks.filter(({ due_date }) => due_date > '2026-05-31').length).toBeGreaterThan(20);
    for (const { created, modified, start_date, due_date } of tasks) {
      expect(created <= modified && modified < '2026-05-31').toBe(true);
      expect((start_date ?? due_date) <= due_date).toBe(true);
    }
    for (const { created, start_date, end_date } of appointments) {
      expect(created < start_date && start_date < end_date && created < '2026-05-31').toBe(true);
    }
    expect(appointments.filter(({ start_date }) => start_date > '2026-05-31').length).toBeGreaterThan(5);
    expect(appointments.filter(({ recurrence_rule }) => recurrence_rule !== undefined)).toHaveLength(4);
  });
});
