/** What the console has besides records, in a real browser: the overview, definitions, webhooks, keys and the import. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sqlite3 from 'sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser } from '../browser.js';
import { ConsolePage } from './console-page.js';

describe.skipIf(missingBrowser)(`places of the console in a browser${missingBrowser}`, () => {
  let shown: ConsolePage;
  let receiver: Server;
  let received: { readonly type: string; readonly data?: readonly object[] }[] = [];

  beforeAll(async () => {
    shown = await ConsolePage.start();
    receiver = createServer(async (request, response) => {
      received.push(JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  }, 120_000);

  /** Writes into the database as another process does. */
  const write = (text: string, values: readonly unknown[]) =>
    new Promise<void>((resolve, reject) => {
      const database = new sqlite3.Database(shown.server.databaseFile);
      database.run(text, values, (error) => {
        database.close();
        if (error) reject(error);
        else resolve();
      });
    });

  afterAll(async () => {
    receiver.close();
    await shown.close();
  });

  afterEach(() => shown.closePage());

  it('draws key figures, months, the pipeline and the agenda', async () => {
    const page = await shown.openAt('#/');
    const won = page.locator('.tiles > div', { hasText: /^Won/ }).locator('dd').first();
    await expect.poll(async () => Number((await won.textContent())?.replace(/\D/g, ''))).toBeGreaterThan(0);
    for (const chart of ['Won and lost by month', 'Agenda of the next days']) {
      await page.getByRole('img', { name: `${chart}. ` }).waitFor();
    }
    const bars = page.locator('figure rect');
    expect(
      await bars.evaluateAll((all) => all.filter((one) => Number(one.getAttribute('height')) > 20).length),
    ).toBeGreaterThan(5);
    // A step of the pipeline leads to the list of as many deals as it says.
    const step = page.locator('table.bars tbody tr').first();
    const count = await step.locator('td').first().textContent();
    expect(Number(count)).toBeGreaterThan(0);
    await step.getByRole('link').click();
    await page
      .getByRole('status')
      .filter({ hasText: `${count} in total` })
      .waitFor();
  });

  it('says so when a page cannot be drawn, and draws it again', async () => {
    const page = await shown.openAt('#/');
    const answers = /\/entities\/Accounts\?/;
    // As no server of this interface answers.
    await page.route(answers, (route) => route.fulfill({ json: { success: true, data: [null], cursors: {} } }));
    await shown.goTo('#/records/Accounts');
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
    await page.unroute(answers);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('asks for the period and the user that are chosen', async () => {
    const page = await shown.openAt('#/');
    const won = page.locator('.tiles > div', { hasText: /^Won/ }).locator('dd').first();
    await won.waitFor();
    const ofYear = await won.textContent();
    await page.getByLabel('Period').selectOption('Last30Days');
    await expect.poll(() => won.textContent()).not.toBe(ofYear);
    const items = page.locator('.agenda li');
    await items.first().waitFor();
    const ofAll = await items.allTextContents();
    await page.getByRole('combobox', { name: 'Whose agenda' }).fill('Fiona P');
    await page.getByRole('option', { name: 'Fiona Penrose' }).click();
    await expect.poll(() => items.allTextContents()).not.toEqual(ofAll);
  });

  it('defines an entity type and a field with options, which lists and forms have at once', async () => {
    const page = await shown.openAt('#/definitions');
    await page.getByRole('button', { name: 'New entity type' }).click();
    await page.getByLabel('Name of one record').fill('Lorry');
    await page.getByLabel('Name of several records').fill('Lorries');
    await page.getByRole('button', { name: 'Define the entity type' }).click();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Lorries' }).waitFor();

    await page.getByRole('button', { name: 'New field' }).click();
    await page.getByRole('button', { name: 'Define the field' }).click();
    await page.locator('.field', { hasText: 'Name (required)' }).getByRole('alert').waitFor();
    await page.getByLabel('Entity type (required)').selectOption('Lorry');
    await page.getByLabel('Name (required)').fill('Fuel');
    await page.getByLabel('Type (required)', { exact: true }).selectOption('dropdown');
    await page.getByLabel('Options, one a line').pressSequentially('Diesel\nHydrogen');
    await page.getByRole('button', { name: 'Define the field' }).click();
    await page.getByRole('status').filter({ hasText: 'Fuel is defined' }).waitFor();
    await page.getByRole('region', { name: 'Fields' }).getByRole('cell', { name: 'cf_fuel' }).waitFor();

    await shown.goTo('#/records/Lorry/new');
    await page.getByRole('combobox', { name: 'Fuel' }).fill('Hydro');
    await page.getByRole('option', { name: 'Hydrogen' }).waitFor();
  });

  it('shows background work with its progress, and that it is done', async () => {
    const { data } = await shown.ask<{ data: { id: string } }>('/entities/Fields', {
      entity_name: 'Account',
      name: 'Half',
      type_id: 'integer',
      calc_formula: 'IF(ISEMPTY(#city), 1, 2)',
    });
    const shownNow = () =>
      shown.ask<{ data: { recomputation: object | null } }>(`/entities/Fields/${data.id}?load-only=recomputation`);
    await expect.poll(async () => (await shownNow()).data.recomputation, { timeout: 30_000 }).toBeNull();
    const page = await shown.openAt('#/jobs');
    await page.getByText('Nothing is waiting or running').waitFor();

    // A job that another process works at, as a large space has it for minutes.
    await write(
      `INSERT INTO jobs (space_id, subject, action, record_ids, revision, steps_done, done, total, lease_owner, leased_until)
       VALUES ('demo', 'Account', 'recompute-values', ?, 1, 0, 240, 1000, 'another', ?)`,
      [JSON.stringify([data.id]), Date.now() + 600_000],
    );
    await write('UPDATE fields SET recomputation = ? WHERE id = ?', [
      JSON.stringify({ state: 'running', done: 240, total: 1000 }),
      data.id,
    ]);
    await page.getByRole('button', { name: 'Read again' }).click();
    const row = page.getByRole('region', { name: 'Jobs' }).locator('tbody tr');
    await row.filter({ hasText: /^Half of Account.*running.*240 of 1,000$/ }).waitFor();
    const bar = page.getByRole('progressbar', { name: 'Progress of Half of Account' });
    expect(await bar.evaluate((one: HTMLProgressElement) => one.position)).toBeCloseTo(0.24);
    // The page reads on by itself.
    await write('UPDATE fields SET recomputation = ? WHERE id = ?', [
      JSON.stringify({ state: 'running', done: 480, total: 1000 }),
      data.id,
    ]);
    await row.filter({ hasText: '480 of 1,000' }).waitFor();
    await write('UPDATE jobs SET leased_until = 0 WHERE space_id = ?', ['demo']);
    // The worker looks every 15 seconds.
    await page.getByRole('status').filter({ hasText: 'Done: Half of Account.' }).waitFor({ timeout: 90_000 });
    await page.getByText('Nothing is waiting or running').waitFor();
  });

  it('pings a webhook, lists its deliveries, sends them again and pauses it', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const body = { url, insecure_ssl: false, events: ['Account.*'] };
    await shown.ask('/entities/Webhooks', body);
    const page = await shown.openAt('#/webhooks');
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Ping' }).click();
    await page.getByRole('status').filter({ hasText: 'taken with status 200' }).waitFor();
    expect(received.map(({ type }) => type)).toEqual(['ping']);

    const { data } = await shown.ask<{ data: readonly { id: string }[] }>('/entities/Accounts?first=1&load-only=id');
    await shown.ask(`/entities/Accounts/${data[0]?.id}`, { city: 'Ghent' }, 'PATCH');
    await expect.poll(() => received.length).toBe(2);
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByRole('button', { name: 'Send again from here' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.length).toBe(3);
    expect(received[2]?.data).toMatchObject(received[1]?.data ?? []);

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    const paused = await shown.ask<{ data: readonly object[] }>('/entities/Webhooks');
    expect(paused.data).toMatchObject([{ url, is_paused: true }]);
    received = [];
  });

  it('shows keys without what opens the space', async () => {
    const page = await shown.openAt('#/keys');
    const keys = page.getByRole('region', { name: 'Keys' });
    await keys.getByRole('cell', { name: 'dem…' }).waitFor();
    expect(await keys.getByText('demo', { exact: true }).count()).toBe(0);
  });

  it('imports a file: guesses the columns, tries it, writes what is right and says what is wrong', async () => {
    const page = await shown.openAt('#/import');
    const accounts = async () =>
      (
        await shown.ask<{ data: readonly object[] }>(
          '/entities/Accounts?filter[name]=Import&filter-op[name]=starts&order-by=name&load-only=name,city,account_class,owner.formatted_name',
        )
      ).data;
    await page.getByLabel('Into').selectOption('Accounts');
    const text = [
      'name;City;Account class;Notes;Created',
      'Import A;Ghent;Class A;x;2026-03-09T14:05:31Z',
      '"Import; B";"Ghent ""West""";2;"x\r\ny";',
      ';Nowhere;Class A;x;',
      'Import D;Ghent;Class Z;x;',
      'Import F;Ghent;;x;soon',
      'Import G;Ghent;2',
      ...Array.from({ length: 250 }, (_, index) => `Import E${String(index).padStart(3, '0')};Ghent;;x;`),
    ].join('\r\n');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) });
    expect(await page.getByLabel('City', { exact: true }).inputValue()).toBe('city');
    expect(await page.getByLabel('Notes').inputValue()).toBe('');
    const owner = page.getByRole('combobox', { name: 'Owner' });
    await owner.fill('Fiona P');
    await page.getByRole('option', { name: 'Fiona Penrose' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('256 rows, of which 253 can be read').waitFor();
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('status').filter({ hasText: '252 rows would be written, 4 would not' }).waitFor();
    expect(await accounts()).toEqual([]);
    const rejected = page.getByRole('region', { name: 'Rejected rows' }).locator('tbody tr');
    expect(await rejected.allTextContents()).toEqual([
      expect.stringMatching(/^5.*'name' is null or empty/s),
      expect.stringMatching(/^6“Class Z” is no choice of Account class/),
      expect.stringMatching(/^7“soon” is no date-time/),
      expect.stringMatching(/^8The head has 5 columns, this row has 3/),
    ]);

    await page.getByRole('button', { name: 'Import 252 rows' }).click();
    await page.getByRole('status').filter({ hasText: '252 rows are written, 4 are not' }).waitFor();
    const written = await accounts();
    expect(written.slice(0, 2)).toMatchObject([
      { name: 'Import A', city: 'Ghent', account_class: 2, owner: { formatted_name: 'Fiona Penrose' } },
      { name: 'Import E000', account_class: 1 },
    ]);
    expect(
      await shown.ask(`/entities/Accounts?filter[name]=${encodeURIComponent('Import; B')}&load-only=city`),
    ).toMatchObject({ data: [{ city: 'Ghent "West"' }] });
    const total = await shown.ask<{ total: number }>(
      '/entities/Accounts?filter[name]=Import&filter-op[name]=starts&include-total=true&first=1',
    );
    expect(total.total).toBe(252);
  });

  it('ends an import with the batch under way when the page is left', async () => {
    const page = await shown.openAt('#/import');
    await page.getByLabel('Into').selectOption('Accounts');
    const lines = Array.from({ length: 401 }, (_, index) => `Left ${index},Fiona Penrose`);
    await page.getByLabel('CSV file').setInputFiles({
      name: 'accounts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Name,Owner', ...lines].join('\n')),
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('status').filter({ hasText: '401 rows would be written' }).waitFor();

    let sent = 0;
    let goOn = () => {};
    const isHeld = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/batch-modify?*', async (route) => {
      sent += 1;
      await isHeld;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Import 401 rows' }).click();
    await expect.poll(() => sent).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Owner' }).isDisabled()).toBe(true);
    const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isAsked()).toBe(true);

    await shown.goTo('#/keys');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await isAsked()).toBe(false);
    const answered = page.waitForResponse(/batch-modify/);
    goOn();
    await (await answered).finished();
    // The next batch would be sent at once.
    await page.waitForTimeout(500);
    expect(sent).toBe(1);
    const left = '/entities/Accounts?filter[name]=Left&filter-op[name]=starts&include-total=true&first=1';
    expect(await shown.ask(left)).toMatchObject({ total: 200 });
  });
});
