/**
 * The whole public data set through the command line, on both databases: what an import promises, in figures.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportSummary } from '../../src/import/import-events.js';
import { oneDatabase } from '../fixture.js';
import { crmSalesFolder, exampleMapping, missingCrmSales } from './crm-sales.js';
import { headwater, type Said } from './headwater.js';
import { type Installation, newInstallation } from './installation.js';
import { SpaceView } from './space-view.js';

const timeoutMs = 180_000;

const reason = missingCrmSales === undefined ? '' : ` (skipped: ${missingCrmSales})`;

describe.skipIf(missingCrmSales !== undefined).each(oneDatabase)(`import of crm-sales on %s${reason}`, (database) => {
  let place: Installation;
  let space: SpaceView;
  let revisionBefore: number;
  let trial: Said;
  let first: Said;

  const importFiles = (...more: string[]) =>
    headwater(['import', exampleMapping, '--space', 'acme', '--csv-dir', crmSalesFolder(), '--json', ...more], place);
  const summaryOf = (said: Said): ImportSummary & { readonly isDryRun: boolean } => JSON.parse(said.out);

  beforeAll(async () => {
    place = await newInstallation(database);
    await headwater(['space', 'create', 'acme'], place);
    space = await SpaceView.open(place.env, 'acme');
    revisionBefore = await space.revision();
    trial = await importFiles('--dry-run');
  }, timeoutMs);

  afterAll(async () => {
    await space.close();
    await place.drop();
  });

  it('changes nothing in a dry run, which finds out all the same', async () => {
    expect(trial.code).toBe(0);
    expect(trial.error).toContain('nothing was changed');
    expect(summaryOf(trial).steps.at(-1)).toMatchObject({ created: 8_800, rejected: 0 });
    expect(await space.revision()).toBe(revisionBefore);
    expect(await space.count('Account')).toBe(0);
    expect(await space.count('Opportunity')).toBe(0);
  });

  it(
    'takes every line',
    async () => {
      first = await importFiles();
      expect(first.code).toBe(0);
      const counts = summaryOf(first).steps.map(({ step, created, updated, unchanged, rejected }) => [
        step,
        created,
        updated,
        unchanged,
        rejected,
      ]);
      expect(counts).toEqual([
        ['Regions', 3, 0, 0, 0],
        ['Teams', 6, 0, 0, 0],
        ['Users', 35, 0, 0, 0],
        ['Accounts', 85, 0, 0, 0],
        ['Parent accounts', 0, 15, 0, 0],
        ['Products', 7, 0, 0, 0],
        ['Opportunities', 8_800, 0, 0, 0],
      ]);
      expect(summaryOf(first)).toEqual({ ...summaryOf(trial), isDryRun: false });
    },
    timeoutMs,
  );

  it('gives the figures of the files', async () => {
    expect(await space.count('Account')).toBe(85);
    expect(await space.count('Product')).toBe(7);
    // The first user of the space besides.
    expect(await space.count('Client')).toBe(35 + 1);
    const accounts = await space.list('Account', ['parent_account_id']);
    expect(accounts.filter(({ parent_account_id }) => parent_account_id !== null)).toHaveLength(15);
    const deals = await space.list('Opportunity', ['status', 'value', 'account_relations']);
    const won = deals.filter(({ status }) => status === 3);
    expect(deals).toHaveLength(8_800);
    expect(won).toHaveLength(4_238);
    expect(won.reduce((sum, { value }) => sum + (value as { base_value: number }).base_value, 0)).toBe(10_005_534);
    expect(deals.filter(({ status }) => status === 2)).toHaveLength(2_473);
    expect(deals.filter(({ account_relations }) => (account_relations as unknown[]).length === 0)).toHaveLength(1_425);
  });

  it('says which names it mended and why', () => {
    const { mended, notFound } = summaryOf(first);
    expect(mended).toEqual([
      { step: 'Accounts', column: 'sector', from: 'technolgy', to: 'technology', missingIn: null, lines: 12 },
      { step: 'Accounts', column: 'office_location', from: 'Philipines', to: 'Philippines', missingIn: null, lines: 1 },
      {
        step: 'Opportunities',
        column: 'product',
        from: 'GTXPro',
        to: 'GTX Pro',
        missingIn: 'Products.name',
        lines: 1_480,
      },
    ]);
    expect(notFound).toEqual([]);
  });

  it('keeps the dates of the files and the shape of a deal', async () => {
    const members = ['name', 'description', 'created', 'closing_date', 'won_date', 'lost_date'];
    const deal = (await space.list('Opportunity', [...members, 'owner_id'])).find(({ description }) =>
      String(description).endsWith('1C1I7A6R'),
    );
    const owner = (await space.list('Client', ['email'])).find(({ email }) => email === 'moses.frase@example.com');
    expect(deal).toMatchObject({
      name: 'GTX Plus Basic for Cancity',
      created: '2016-10-20T00:00:00.000000',
      closing_date: '2017-03-01',
      won_date: '2017-03-01T00:00:00.000000',
      lost_date: null,
      owner_id: owner?.id,
    });
  });

  it(
    'finds nothing to do when it is repeated',
    async () => {
      const before = await space.revision();
      const repeated = summaryOf(await importFiles());
      for (const { created, updated, rejected, createdForLookups } of repeated.steps) {
        expect([created, updated, rejected, createdForLookups]).toEqual([0, 0, 0, 0]);
      }
      expect(await space.revision()).toBe(before);
    },
    timeoutMs,
  );
});
