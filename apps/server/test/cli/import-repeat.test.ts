/**
 * Imports that are repeated, tried or stopped: what a second run finds, and what is left behind.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { createRecord, deleteRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { headwater } from './headwater.js';
import { accountsMapping, countsOf, header, ImportFixture } from './import-fixture.js';

describe.each(oneDatabase)('a repeated import on %s', (database) => {
  let at: ImportFixture;

  beforeAll(async () => {
    at = await ImportFixture.open(database);
  });

  afterAll(() => at.place.drop());

  describe('the second time', () => {
    it('creates, then changes only what a line says otherwise', async () => {
      const { id, view } = await at.newSpace();
      const first = await at.importAccounts(id, `${header}Żuraw,Gdańsk,1.2.2020,Retail\nKestrel,Leeds,,\n`);
      expect(countsOf(first)).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
      const second = await at.importAccounts(id, `${header}Żuraw,Łódź,1.2.2020,Retail\nKestrel,Leeds,,\n`);
      expect(countsOf(second)).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
      const [zuraw, kestrel] = await view.list('Account', ['name', 'city', 'created', 'revision']);
      expect(zuraw).toMatchObject({ name: 'Żuraw', city: 'Łódź', created: '2020-02-01T00:00:00.000000' });
      expect(kestrel?.revision).toBeLessThan(zuraw?.revision as number);
      await view.close();
    });

    it('counts days from the day that --today names', async () => {
      const { id, view } = await at.newSpace();
      at.place.write('relative.csv', 'name,since\nKestrel,-31 09:30\n');
      const relative = accountsMapping
        .replace('accounts.csv', 'relative.csv')
        .replace('D.M.YYYY', 'days HH:mm')
        .replace('      city: city\n', '')
        .replace(/ {6}industry_id:.*/s, '');
      const mapping = at.place.write('relative.yaml', relative);
      const run = (today: string) => at.run(['import', mapping, '--space', id, '--json', '--today', today]);
      expect(countsOf(await run('2026-01-31'))).toMatchObject({ created: 1 });
      expect(countsOf(await run('2026-01-31'))).toMatchObject({ unchanged: 1 });
      expect((await view.list('Account', ['created']))[0]?.created).toBe('2025-12-31T09:30:00.000000');
      const wrong = await run('2026-02-31');
      expect([wrong.code, wrong.error]).toEqual([2, expect.stringContaining('must be a day of the calendar')]);
      await view.close();
    });

    it('leaves alone what a line does not say', async () => {
      const { id, view } = await at.newSpace();
      await at.importAccounts(id, `${header}Kestrel,Leeds,1.2.2020,Retail\n`);
      const second = await at.importAccounts(id, `${header}Kestrel,,,\n`);
      expect(countsOf(second)).toMatchObject({ updated: 0, unchanged: 1 });
      expect((await view.list('Account', ['city']))[0]?.city).toBe('Leeds');
      await view.close();
    });

    it('takes the last of several lines with one key, within a transaction and across', async () => {
      const { id, view } = await at.newSpace();
      const others = Array.from({ length: 600 }, (_, index) => `Other ${index},,,\n`).join('');
      const said = await at.importAccounts(id, `${header}Kestrel,Leeds,,\nKestrel,York,,\n${others}Kestrel,Hull,,\n`);
      expect(countsOf(said)).toMatchObject({ created: 601, updated: 2, unchanged: 0 });
      const kestrel = (await view.list('Account', ['name', 'city'])).filter(({ name }) => name === 'Kestrel');
      expect(kestrel).toEqual([expect.objectContaining({ city: 'Hull' })]);
      await view.close();
    });

    it('rejects lines whose key several records have', async () => {
      const { id, view } = await at.newSpace();
      const [owner] = await view.list('Client', ['id']);
      for (let count = 0; count < 2; count++) {
        await runWrite(
          view.deps,
          systemCall(id),
          {
            entityType: 'Account',
            body: { name: 'Kestrel', owner_id: owner?.id },
            validationLevel: 0,
            selection: { kind: 'rest', expand: {} },
          },
          createRecord,
        );
      }
      const said = await at.importAccounts(id, `${header}Kestrel,York,,\nOwl,York,,\n`);
      expect(said.error).toMatch(/accounts\.csv:2: .*\n {2}name "Kestrel": 2 records have this key/);
      expect(countsOf(said)).toMatchObject({ created: 1, updated: 0, rejected: 1 });
      await view.close();
    });

    it('does not bring back what was deleted', async () => {
      const { id, view } = await at.newSpace();
      await at.importAccounts(id, `${header}Kestrel,Leeds,,\n`);
      const [kestrel] = await view.list('Account', ['id']);
      const record = { entityType: 'Account', id: String(kestrel?.id), validationLevel: 0 };
      await runWrite(view.deps, systemCall(id), record, deleteRecord);
      const said = await at.importAccounts(id, `${header}Kestrel,Leeds,,\n`);
      expect(said.code).toBe(3);
      expect(said.error).toMatch(/accounts\.csv:2: .*\n {2}name "Kestrel": the record with this key was deleted/);
      expect(await view.count('Account')).toBe(0);
      await view.close();
    });
  });

  describe('a dry run', () => {
    it('finds what a run would find and leaves nothing behind', async () => {
      const { id, view } = await at.newSpace();
      const before = await view.revision();
      const csv = `${header}Kestrel,Leeds,,Retail\nKestrel,York,,\nBad,Leeds,x,\n`;
      const trial = await at.importAccounts(id, csv, '--dry-run');
      expect(trial.code).toBe(3);
      expect(await view.revision()).toBe(before);
      expect(await view.count('Account')).toBe(0);
      const real = await at.importAccounts(id, csv);
      expect(JSON.parse(trial.out)).toEqual({ ...JSON.parse(real.out), isDryRun: true });
      expect(countsOf(real)).toMatchObject({ created: 1, updated: 1, rejected: 1 });
      await view.close();
    });
  });

  describe('stopping', () => {
    it('ends after the lines being written, and a repeat does the rest', async () => {
      const { id, view } = await at.newSpace();
      const lines = Array.from({ length: 1_200 }, (_, index) => `Account ${index},Leeds,,\n`).join('');
      at.place.write('accounts.csv', header + lines);
      const args = ['import', at.place.write('accounts.yaml', accountsMapping), '--space', id, '--json'];
      const stop = new AbortController();
      const stopped = await headwater(args, {
        ...at.place,
        stop: stop.signal,
        isInteractive: true,
        // The first progress comes after the first 500 lines.
        onOutput: () => stop.abort(),
      });
      expect(stopped.code).toBe(130);
      expect(stopped.error).toContain('The same command does the rest.');
      expect(await view.count('Account')).toBe(500);
      const rest = await at.run(args);
      expect(countsOf(rest)).toMatchObject({ created: 700, unchanged: 500 });
      await view.close();
    });
  });
});
