/** Amounts with their currencies, texts of several lines, and lists that are longer than an answer, in a real browser. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser } from '../browser.js';
import { ConsolePage } from './console-page.js';

interface Listed<Item> {
  readonly data: readonly Item[];
}

describe.skipIf(missingBrowser)(`values and long lists of the console in a browser${missingBrowser}`, () => {
  let shown: ConsolePage;

  beforeAll(async () => {
    shown = await ConsolePage.start();
  }, 120_000);

  afterAll(() => shown.close());

  afterEach(() => shown.closePage());

  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it('shows amounts in their own currency, and says in which figures are added up', async () => {
    const { data: currencies } = await shown.ask<Listed<{ id: string; code: string }>>('/entities/Currencies');
    const euro = currencies.find(({ code }) => code === 'EUR')!;
    const { data } = await shown.ask<Listed<{ id: string; name: string; value: { base_value: number } }>>(
      '/entities/Opportunities?first=2&load-only=name,value&filter[status]=1&filter[is_archived]=false',
    );
    const [deal, other] = data as [(typeof data)[number], (typeof data)[number]];
    const open = encodeURIComponent(JSON.stringify(['status', 'eq', '1']));
    const value = { value_foreign: 1000.5, base_value: 1080.25, currency_id: euro.id };
    await shown.ask(`/entities/Opportunities/${deal.id}`, { value }, 'PATCH');

    const page = await shown.openAt(`#/records/Opportunities?columns=value&where=${open}`);
    const row = (name: string) => page.locator('tbody tr', { has: page.getByRole('link', { name, exact: true }) });
    await row(deal.name).getByText('1,000.5 EUR (1,080.25 USD)', { exact: true }).waitFor();
    const inBase = `${other.value.base_value.toLocaleString('en')} USD`;
    await row(other.name).getByText(inBase, { exact: true }).waitFor();

    await shown.goTo(`#/records/Opportunities/${deal.id}`);
    await page.locator('dl.members > div', { hasText: '1,000.5 EUR (1,080.25 USD)' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.locator('.field', { hasText: 'In USD. The record has its amount in EUR' }).waitFor();

    await shown.goTo('#/');
    await page.getByText('Amounts are added up in USD, the base currency').waitFor();
    await page.getByRole('columnheader', { name: 'Worth in USD' }).waitFor();
    await page
      .locator('.tiles > div', { hasText: /^Won in USD[\d,]+/ })
      .first()
      .waitFor();
    await page.getByRole('img', { name: /^Won and lost by month\. .*Won [\d,]+ USD/ }).waitFor();
  });

  it('shows amounts as numbers to a key that may not read currencies', async () => {
    const { data } = await shown.ask<{ data: { token: string; password: string } }>('/keys', {
      scopes: ['Opportunities:read'],
    });
    const page = await shown.open();
    // The overview that comes first asks for them too.
    const rejected = page.waitForResponse((answer) => answer.url().includes('/Currencies') && answer.status() === 403);
    await shown.signIn(data.password, data.token);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await shown.goTo('#/records/Opportunities?columns=value');
    await rejected;
    await expect.poll(() => page.locator('tbody td').first().textContent()).toMatch(/^[\d,.]+$/);
    shown.dropProblems(403);
  });

  it('keeps line breaks, also in a formula whose text is usually one line', async () => {
    const { data } = await shown.ask<Listed<{ id: string }>>('/entities/Accounts?first=1&load-only=id');
    await shown.ask('/entities/Fields', {
      ...{ entity_name: 'Account', name: 'Remark', type_id: 'input', calc_formula: 'COALESCE(#comments, "none")' },
    });
    await shown.ask(`/entities/Accounts/${data[0]?.id}`, { comments: 'Ghent\nBelgium' }, 'PATCH');
    const page = await shown.openAt(`#/records/Accounts/${data[0]?.id}`);
    const remark = page.locator('dl.members > div', { hasText: /^Remark/ }).locator('dd');
    const linesOf = (place: typeof remark) =>
      // biome-ignore lint/performance/useDomNodeTextContent: what is drawn is asked for, which the text does not say
      place.evaluate((one: HTMLElement) => one.innerText.split('\n'));
    expect(await linesOf(remark)).toEqual(['Ghent', 'Belgium']);
    await expect.poll(() => linesOf(page.locator('.history ins').first())).toEqual(['Ghent', 'Belgium']);
    const where = encodeURIComponent(JSON.stringify(['id', 'eq', data[0]?.id]));
    await shown.goTo(`#/records/Accounts?columns=cf_remark&where=${where}`);
    const cell = page.locator('tbody td', { hasText: 'Belgium' });
    await cell.waitFor();
    expect(await linesOf(cell)).toEqual(['Ghent', 'Belgium']);
  });

  it('takes one line where the service takes no more', async () => {
    const page = await shown.openAt('#/records/Memos/new');
    const boxOf = (label: string) =>
      page
        .locator('form')
        .getByLabel(label)
        .evaluate((one) => one.tagName);
    expect(await boxOf('Subject')).toBe('INPUT');
    await shown.goTo('#/records/Accounts/new');
    expect(await boxOf('Comments')).toBe('TEXTAREA');
  });

  it('shows the rest of a list that is longer than an answer', async () => {
    const { data } = await shown.ask<Listed<object>>('/entities/ApiAccesses?first=100');
    await Promise.all(Array.from({ length: 104 }, (_, index) => shown.ask('/keys', { label: `Many ${index}` })));
    const page = await shown.openAt('#/keys');
    const rows = page.getByRole('region', { name: 'Keys' }).locator('tbody tr');
    await page.getByText('The first 100 are shown.').waitFor();
    expect(await rows.count()).toBe(100);
    await page.getByRole('button', { name: 'More keys' }).press('Enter');
    await expect.poll(() => rows.count()).toBe(data.length + 104);
    expect(await page.getByRole('button', { name: 'More keys' }).count()).toBe(0);
  });

  it('says that more records are found than it offers', async () => {
    const page = await shown.openAt('#/records/Opportunities/new');
    const owner = page.getByRole('combobox', { name: 'Owner' });
    await owner.fill('e');
    await page.getByText('There are more: type more of the text.').waitFor();
    await owner.fill('Fiona Pen');
    await expect.poll(() => page.getByRole('listbox', { name: 'Owner: found' }).getByRole('option').count()).toBe(1);
    expect(await page.getByText('There are more').count()).toBe(0);
  });

  it('shows what is overdue first, of more users than one request names', async () => {
    const { data: units } = await shown.ask<Listed<{ id: string }>>('/entities/SalesUnits?first=1&load-only=id');
    const users = Array.from({ length: 100 }, (_, index) => ({
      ...{ last_name: `Extra ${index}`, email: `extra${index}@demo.example` },
      default_unit_id: units[0]?.id,
    }));
    const { data: ids } = await shown.ask<Listed<string>>('/entities/Clients/batch-modify', users);
    const late = { subject: 'Answer what is late', due_date: dayFromNow(-360), owner_id: ids.at(-1) };
    await shown.ask('/entities/Tasks', late);
    await shown.ask('/entities/Tasks', { ...late, subject: 'Is done', due_date: dayFromNow(-361), status: 4 });
    await shown.ask('/entities/Tasks', { ...late, subject: 'Comes next', due_date: dayFromNow(2) });

    const page = await shown.openAt('#/');
    const overdue = page.getByRole('list', { name: 'Overdue' }).getByRole('listitem');
    await overdue.filter({ hasText: 'Answer what is late' }).waitFor();
    expect(await overdue.first().textContent()).toContain('Answer what is late');
    const coming = page.getByRole('list', { name: 'The next days' }).getByRole('listitem');
    const all = page.getByRole('button', { name: /^Show all/ }).last();
    await all.click();
    await coming.filter({ hasText: 'Comes next' }).waitFor();
    const isAbove = await page.evaluate(() => {
      const [one, other] = ['Overdue', 'The next days'].map((label) =>
        document.querySelector(`[aria-label="${label}"]`),
      );
      return one!.getBoundingClientRect().bottom < other!.getBoundingClientRect().top;
    });
    expect(isAbove).toBe(true);

    await page.getByRole('combobox', { name: 'Whose agenda' }).fill('Extra 99');
    await page.getByRole('option', { name: 'Extra 99' }).click();
    await expect.poll(() => overdue.allTextContents()).toEqual([expect.stringContaining('Answer what is late')]);
    await expect.poll(() => coming.allTextContents()).toEqual([expect.stringContaining('Comes next')]);
  });
});
