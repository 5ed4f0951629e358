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
    expect(sizes).toEqual({ units: 4, users: 12, products: 8, accounts: 200, contacts: 500, opportunities: 300 });
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
  });

  it('tells a believable history of two years that ends today', () => {
    const { opportunities } = space;
    const won = opportunities.filter(({ won_date }) => won_date !== undefined);
    const lost = opportunities.filter(({ lost_date }) => lost_date !== undefined);
    expect(won.length).toBeGreaterThan(90);
    expect(lost.length).toBeGreaterThan(70);
    expect(300 - won.length - lost.length).toBeGreaterThan(20);
    for (const { created, account, won_date, lost_date, closing_date, value, step, is_archived } of opportunities) {
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
      expect(value).toBeGreaterThan(0);
    }
  });
});
