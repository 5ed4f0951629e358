/** Keys that are made, rotated and taken back in the console, in a real browser. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser } from '../browser.js';
import { ConsolePage } from './console-page.js';

interface Made {
  readonly token: string;
  readonly password: string;
}

describe.skipIf(missingBrowser)(`keys in the console in a browser${missingBrowser}`, () => {
  let shown: ConsolePage;

  beforeAll(async () => {
    shown = await ConsolePage.start();
  }, 120_000);

  afterAll(() => shown.close());

  afterEach(() => shown.closePage());

  const made = async (body: object) => (await shown.ask<{ data: Made }>('/keys', body)).data;

  /** @returns the status of a request with a key */
  async function statusOf({ token, password }: Made, collection: string, body?: object): Promise<number> {
    const url = `${shown.server.url}/api/v100/rest/spaces/demo/entities/${collection}`;
    const headers = { authorization: `Basic ${btoa(`${token}:${password}`)}`, 'content-type': 'application/json' };
    return (await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).status;
  }

  async function openWith({ token, password }: Made): Promise<typeof shown.page> {
    const page = await shown.open();
    await shown.signIn(password, token);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await shown.goTo('#/keys');
    return page;
  }

  /** @returns what the page shows of a key just made or rotated, which it shows no more afterwards */
  async function copied(): Promise<Made> {
    const card = shown.page.getByRole('region', { name: 'The key and its password' });
    await card.getByText('shown only this once').waitFor();
    const token = await card.getByLabel('Token', { exact: true }).inputValue();
    const password = await card.getByLabel('Password', { exact: true }).inputValue();
    const values = () =>
      shown.page.locator('input').evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value));
    expect(await values()).toContain(password);
    // Another key would take its place.
    expect(await shown.page.getByRole('button', { name: /^(New key|Rotate|Take back)/ }).count()).toBe(0);
    await card.getByRole('button', { name: 'I have copied it' }).click();
    await card.waitFor({ state: 'detached' });
    expect(await values()).not.toContain(password);
    return { token, password };
  }

  it('makes a key, says at the member what is wrong with it, and shows its password once', async () => {
    const page = await shown.openAt('#/keys', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('What it is for').fill('Web form');
    const scopes = page.getByLabel('What it may do');
    expect(await scopes.getAttribute('aria-describedby')).toContain('field-scopes-help');
    await scopes.fill('Accounts:read\nLeads:write');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const field = page.locator('.field', { has: scopes });
    await field.getByRole('alert').filter({ hasText: '"write" is not an action' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-scopes');

    await scopes.fill('Accounts:read\nLeads:create');
    await page.getByLabel('Fields that it does not see').fill('Accounts.nothing');
    await page.getByLabel('Where it may be used').fill('127.0.0.0/8\n::1');
    await page.getByLabel('It ends').fill('2090-01-31T12:00');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page
      .locator('.field', { hasText: 'does not see' })
      .getByRole('alert')
      .filter({ hasText: 'nothing' })
      .waitFor();
    await page.getByLabel('Fields that it does not see').fill('Accounts.comments');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('button', { name: 'Copy the password' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
    const clipboard = await page.evaluate(() => navigator.clipboard.readText());
    const key = await copied();
    expect(key.password).toBe(clipboard);
    shown.dropProblems(400);
    expect([
      await statusOf(key, 'Accounts?first=1'),
      await statusOf(key, 'Contacts?first=1'),
      await statusOf(key, 'Accounts', { name: 'By a key' }),
    ]).toEqual([200, 403, 403]);
    const row = page.getByRole('region', { name: 'Keys' }).locator('tbody tr', { hasText: 'Web form' });
    for (const text of ['Accounts:read Leads:create without Accounts.comments', '127.0.0.0/8, ::1', '2090']) {
      await row.getByText(text).waitFor();
    }
  });

  it('makes a key of a user', async () => {
    const page = await shown.openAt('#/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('What it is for').fill('Of a user');
    await page.getByRole('combobox', { name: 'User for whom it acts' }).fill('Fiona P');
    await page.getByRole('option', { name: 'Fiona Penrose' }).click();
    await page.getByLabel('It may no more than this user').selectOption('Yes');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = await copied();
    await page.getByRole('cell', { name: /^as its user:/ }).waitFor();
    expect(await statusOf(key, 'ApiAccesses')).toBe(403);
    await page.close();
    const other = await openWith(key);
    await other.getByRole('alert').filter({ hasText: 'ApiAccesses:read' }).waitFor();
    await other.getByRole('button', { name: 'New key' }).click();
    await other.getByRole('button', { name: 'Make the key' }).click();
    await other.getByRole('alert').filter({ hasText: 'ApiAccesses:create' }).waitFor();
    shown.dropProblems(403);
  });

  it('rotates a key, whose old password ends when that was chosen, and takes it back', async () => {
    const key = await made({ label: 'Rotated', scopes: ['Accounts:read'] });
    const page = await shown.openAt('#/keys');
    await page.getByRole('button', { name: 'Rotate Rotated' }).click();
    await page.getByLabel('How long the old password is taken').selectOption('For an hour');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const second = await copied();
    expect([second.token, await statusOf(second, 'Accounts'), await statusOf(key, 'Accounts')]).toEqual([
      key.token,
      200,
      200,
    ]);
    await page.getByRole('cell', { name: /^active; the password before until/ }).waitFor();
    await page.getByRole('button', { name: 'Rotate Rotated' }).click();
    await page.getByLabel('How long the old password is taken').selectOption('It ends at once');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const third = await copied();
    await expect.poll(() => statusOf(second, 'Accounts'), { timeout: 10_000 }).toBe(401);
    expect(await statusOf(third, 'Accounts')).toBe(200);

    const row = page.getByRole('region', { name: 'Keys' }).locator('tbody tr', { hasText: 'Rotated' });
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('status').filter({ hasText: 'Rotated is taken back' }).waitFor();
    await row.waitFor({ state: 'detached' });
    await expect.poll(() => statusOf(third, 'Accounts'), { timeout: 10_000 }).toBe(401);
  });

  it('goes on with the new password of its own key, and signs out when that key is taken back', async () => {
    const key = await made({ label: 'Own' });
    const page = await openWith(key);
    await page.getByRole('cell', { name: 'Own (yours)' }).waitFor();
    await page.getByRole('button', { name: 'Rotate Own' }).click();
    await page.getByLabel('How long the old password is taken').selectOption('It ends at once');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const { password } = await copied();
    await expect.poll(() => statusOf(key, 'Accounts'), { timeout: 10_000 }).toBe(401);
    await shown.goTo('#/records/Accounts');
    await page.locator('tbody tr').first().waitFor();
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('headwater-space'))).toContain(password);

    await shown.goTo('#/keys');
    await page.getByRole('button', { name: 'Take back Own' }).click();
    await page.getByRole('dialog').getByText('you are signed out').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('says which rights a key lacks to make others, and what a key may not give', async () => {
    const page = await openWith(await made({ label: 'Reader', scopes: ['*:read'] }));
    await page
      .getByText('lacks the rights ApiAccesses:create, ApiAccesses:update, ApiAccesses:delete, so some things')
      .waitFor();
    await page.getByRole('cell', { name: 'Reader (yours)' }).waitFor();
    expect(await page.getByRole('button', { name: /^(New key|Rotate|Take back)/ }).count()).toBe(0);
    await page.close();

    const other = await openWith(await made({ label: 'Maker', scopes: ['ApiAcc*:read,create', 'Leads:read'] }));
    await other.getByText('lacks the rights ApiAccesses:update, ApiAccesses:delete').waitFor();
    await other.getByRole('button', { name: 'New key' }).click();
    await other.getByLabel('What it may do').fill('Leads:delete');
    await other.getByRole('button', { name: 'Make the key' }).click();
    await other.getByRole('alert').filter({ hasText: 'the right Leads:delete' }).waitFor();
    shown.dropProblems(403);
  });
});
