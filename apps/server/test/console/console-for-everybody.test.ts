/** Every page of the console at the width of a phone, by day and by night, and by those who cannot see it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser } from '../browser.js';
import { ConsolePage } from './console-page.js';

/** Addresses, and the button that leads to the view from there, if there is one. */
const views: readonly (readonly [address: string, button: string])[] = [
  ['#/', ''],
  ['#/records/Accounts', ''],
  ['#/records/Vehicle', ''],
  ['#/records/Opportunities/new', ''],
  ['#/records/Accounts/ACCOUNT', ''],
  ['#/records/Accounts/ACCOUNT', 'Edit'],
  ['#/records/Accounts/ACCOUNT', 'Delete'],
  ['#/import', ''],
  ['#/definitions', 'New field'],
  ['#/jobs', ''],
  ['#/webhooks', ''],
  ['#/webhooks/WEBHOOK', ''],
  ['#/keys', ''],
  ['#/keys', 'New key'],
  ['#/keys', 'Rotate'],
];

describe.skipIf(missingBrowser)(`the console for everybody${missingBrowser}`, () => {
  let shown: ConsolePage;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    shown = await ConsolePage.start();
    const vehicles = { name_singular: 'Vehicle', name_plural: 'Vehicles', entity_api_name: 'Vehicle' };
    await shown.ask('/entities/Entities', vehicles);
    const accounts = await shown.ask<{ data: readonly { id: string }[] }>('/entities/Accounts?first=1&load-only=id');
    ids.ACCOUNT = accounts.data[0]?.id ?? '';
    const webhook = await shown.ask<{ data: { id: string } }>('/entities/Webhooks', {
      url: `${shown.server.url}/health/live`,
      insecure_ssl: false,
      events: ['Account.*'],
    });
    ids.WEBHOOK = webhook.data.id;
    await shown.ask(`/entities/Webhooks/${ids.WEBHOOK}/ping`, {});
  }, 120_000);

  afterAll(() => shown.close());

  afterEach(() => shown.closePage());

  async function show([address, button]: (typeof views)[number], options: object): Promise<void> {
    const page = await shown.openAt(
      address.replace(/[A-Z]{4,}$/, (name) => ids[name] ?? name),
      options,
    );
    await shown.quiet();
    if (button !== '') await page.getByRole('button', { name: button }).first().click();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('main details.drop')) details.open = true;
    });
  }

  it.each(views)('%s %s fits a phone', async (address, button) => {
    await show([address, button], { viewport: { width: 390, height: 800 } });
    expect(await shown.overflow()).toBeLessThanOrEqual(0);
    if (button === 'Delete' || button === 'Rotate') return;
    await shown.page.getByRole('button', { name: 'Menu' }).click();
    await shown.page.getByRole('link', { name: 'Contacts', exact: true }).waitFor();
    expect(await shown.overflow()).toBeLessThanOrEqual(0);
  });

  it.each(views)('%s %s is for everybody, by day and by night', async (address, button) => {
    await show([address, button], { colorScheme: 'light', bypassCSP: true });
    expect(await shown.violations(), 'light').toEqual([]);
    // The scheme changes nothing but colours (`prefers-color-scheme` in the style sheet), so it needs no page of its own.
    await shown.page.emulateMedia({ colorScheme: 'dark' });
    expect(await shown.violations(['color-contrast']), 'dark').toEqual([]);
  });
});
