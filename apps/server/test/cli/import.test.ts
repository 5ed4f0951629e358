/**
 * What `headwater import` promises, on small files: updates, look-ups, rejected lines, dry runs, stopping and repeating.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteRecord } from '../../src/records/delete-record.js';
import { systemCall } from '../../src/spaces/system-call.js';
import { databases } from '../fixture.js';
import { headwater } from './headwater.js';
import { newPlace, type Place } from './place.js';
import { SpaceView } from './space-view.js';

const accountsMapping = `version: 1
variables: { owner: admin@example.com }
steps:
  - name: Accounts
    file: accounts.csv
    collection: Accounts
    key: name
    columns:
      since: { date: D.M.YYYY }
    members:
      name: name
      city: city
      created: since
      owner_id: { variable: owner, lookup: { collection: Clients, by: email } }
      industry_id:
        column: industry
        lookup: { collection: Data, by: option_name, where: { data_set_id: 00000000-0000-0000-0000-0000000d0001 } }
`;

const countsOf = (out: string) => {
  const { created, updated, unchanged, rejected, passedOver } = JSON.parse(out).steps[0];
  return { created, updated, unchanged, rejected, passedOver };
};

const header = 'name,city,since,industry\n';

describe.each(databases)('headwater import on %s', (database) => {
  let place: Place;
  let spaceCount = 0;
  const run = (args: readonly string[]) => headwater(args, place);

  beforeAll(async () => {
    place = await newPlace(database);
  });

  afterAll(() => place.drop());

  /** Each test has a space of its own. */
  async function newSpace(): Promise<{ readonly id: string; readonly view: SpaceView }> {
    spaceCount += 1;
    const id = `space-${spaceCount}`;
    await run(['space', 'create', id]);
    return { id, view: await SpaceView.open(place.env, id) };
  }

  async function importAccounts(space: string, csv: string, ...more: string[]) {
    place.write('accounts.csv', csv);
    const mapping = place.write('accounts.yaml', accountsMapping);
    return run(['import', mapping, '--space', space, '--json', ...more]);
  }

  describe('a repeated import', () => {
    it('creates, then changes only what a line says otherwise', async () => {
      const { id, view } = await newSpace();
      const first = await importAccounts(id, `${header}Żuraw,Gdańsk,1.2.2020,Retail\nKestrel,Leeds,,\n`);
      expect(countsOf(first.out)).toMatchObject({ created: 2, updated: 0, unchanged: 0 });
      const second = await importAccounts(id, `${header}Żuraw,Łódź,1.2.2020,Retail\nKestrel,Leeds,,\n`);
      expect(countsOf(second.out)).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
      const [zuraw, kestrel] = await view.list('Account', ['name', 'city', 'created', 'revision']);
      expect(zuraw).toMatchObject({ name: 'Żuraw', city: 'Łódź', created: '2020-02-01T00:00:00.000000' });
      expect(kestrel?.revision).toBeLessThan(zuraw?.revision as number);
      await view.close();
    });

    it('leaves alone what a line does not say', async () => {
      const { id, view } = await newSpace();
      await importAccounts(id, `${header}Kestrel,Leeds,1.2.2020,Retail\n`);
      const second = await importAccounts(id, `${header}Kestrel,,,\n`);
      expect(countsOf(second.out)).toMatchObject({ updated: 0, unchanged: 1 });
      expect((await view.list('Account', ['city']))[0]?.city).toBe('Leeds');
      await view.close();
    });

    it('takes the last of several lines with one key, within a transaction and across', async () => {
      const { id, view } = await newSpace();
      const others = Array.from({ length: 600 }, (_, index) => `Other ${index},,,\n`).join('');
      const said = await importAccounts(id, `${header}Kestrel,Leeds,,\nKestrel,York,,\n${others}Kestrel,Hull,,\n`);
      expect(countsOf(said.out)).toMatchObject({ created: 601, updated: 2, unchanged: 0 });
      const kestrel = (await view.list('Account', ['name', 'city'])).filter(({ name }) => name === 'Kestrel');
      expect(kestrel).toEqual([expect.objectContaining({ city: 'Hull' })]);
      await view.close();
    });

    it('does not bring back what was deleted', async () => {
      const { id, view } = await newSpace();
      await importAccounts(id, `${header}Kestrel,Leeds,,\n`);
      const [kestrel] = await view.list('Account', ['id']);
      const record = { entityType: 'Account', id: String(kestrel?.id), validationLevel: 0 };
      await deleteRecord(view.deps, systemCall(id), record);
      const said = await importAccounts(id, `${header}Kestrel,Leeds,,\n`);
      expect(said.code).toBe(3);
      expect(said.error).toContain('accounts.csv:2: name "": the record with this key was deleted');
      expect(await view.count('Account')).toBe(0);
      await view.close();
    });
  });

  describe('rejected lines', () => {
    const csv = [
      header.trim(),
      'Good,Leeds,,Retail',
      'Bad date,Leeds,31.2.2020,',
      'Bad industry,Leeds,,Retial',
      ',Leeds,,',
      'Too,few',
      `${'x'.repeat(300)},Leeds,,`,
      '"Two bad\nthings",Leeds,soon,Retial',
    ].join('\n');
    const wanted = [
      [3, 'since', '31.2.2020', 'expected a date written D.M.YYYY'],
      [
        4,
        'industry',
        'Retial',
        'no record of Data.option_name, data_set_id 00000000-0000-0000-0000-0000000d0001 matches',
      ],
      [5, 'name', '', 'the key (name) is empty'],
      [6, '', '', 'has more or fewer cells than the header'],
      [7, 'name', 'x'.repeat(300), expect.stringContaining('255')],
      [8, 'since', 'soon', 'expected a date written D.M.YYYY'],
      [8, 'industry', 'Retial', expect.stringContaining('matches')],
    ];

    it('are reported with file, line, column, value and reason, and the others are taken', async () => {
      const { id, view } = await newSpace();
      const report = join(place.folder, 'rejected.jsonl');
      const said = await importAccounts(id, csv, '--report', report);
      expect(said.code).toBe(3);
      expect(countsOf(said.out)).toMatchObject({ created: 1, rejected: 6 });
      const reported = readFileSync(report, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const byLine = reported
        .sort((a, b) => a.line - b.line)
        .map((line) => [line.line, line.column, line.value, line.reason]);
      expect(byLine).toEqual(wanted);
      expect(reported[0]).toMatchObject({ step: 'Accounts', file: 'accounts.csv' });
      expect(JSON.parse(said.out).notFound).toEqual([
        expect.objectContaining({ column: 'industry', text: 'Retial', lines: 2 }),
      ]);
      await view.close();
    });

    it('are reported as CSV that reads back', async () => {
      const { id, view } = await newSpace();
      const report = join(place.folder, 'rejected.csv');
      await importAccounts(id, `${header}"Say ""no""",Leeds,"so\non",\n`, '--report', report);
      expect(readFileSync(report, 'utf8')).toBe(
        'step,file,line,column,value,reason\n' +
          'Accounts,accounts.csv,2,since,"so\non",expected a date written D.M.YYYY\n',
      );
      await view.close();
    });

    it('are all counted, but only the first ten are shown', async () => {
      const { id, view } = await newSpace();
      const said = await importAccounts(id, header + ',Leeds,,\n'.repeat(30));
      expect(countsOf(said.out).rejected).toBe(30);
      expect(said.error.match(/accounts\.csv:\d+:/g)).toHaveLength(10);
      await view.close();
    });
  });

  describe('a dry run', () => {
    it('finds what a run would find and leaves nothing behind', async () => {
      const { id, view } = await newSpace();
      const before = await view.revision();
      const csv = `${header}Kestrel,Leeds,,Retail\nKestrel,York,,\nBad,Leeds,x,\n`;
      const trial = await importAccounts(id, csv, '--dry-run');
      expect(trial.code).toBe(3);
      expect(await view.revision()).toBe(before);
      expect(await view.count('Account')).toBe(0);
      const real = await importAccounts(id, csv);
      expect(JSON.parse(trial.out)).toEqual({ ...JSON.parse(real.out), isDryRun: true });
      expect(countsOf(real.out)).toMatchObject({ created: 1, updated: 1, rejected: 1 });
      await view.close();
    });
  });

  describe('look-ups', () => {
    const mapping = (more: string) => `version: 1
steps:
  - name: Contacts
    file: contacts.csv
    collection: Contacts
    key: [first_name, last_name]
    when: { column: kind, is: [person, 1] }
    members:
      first_name: first
      last_name: last
      gender: { column: gender, map: { w: Female }, otherwise: Unknown }
      owner_id: { value: admin@example.com, lookup: { collection: Clients, by: email } }
      account_relations:
        rows:
          - account_id:
              column: account
              lookup:
                collection: Accounts
                by: name
${more}
            is_primary: { value: yes }
            position: position
`;
    const create = `                create:
                  owner_id: { value: admin@example.com, lookup: { collection: Clients, by: email } }
                  city: town`;
    const contacts =
      'first,last,gender,kind,account,position,town\n' +
      'Ada,Byron,w,person,Analytical Ltd,Analyst,London\n' +
      'Ada,Lovelace,,1,Analytical Ltd,,Ockham\n' +
      'Charles,Babbage,m,person,,,\n' +
      'Engine,,m,machine,Analytical Ltd,,London\n';

    const runContacts = (space: string, text: string) => {
      place.write('contacts.csv', contacts);
      const path = place.write('contacts.yaml', text);
      return run(['import', path, '--space', space, '--json']);
    };

    it('make missing records once, from the first line that names them', async () => {
      const { id, view } = await newSpace();
      const said = await runContacts(id, mapping(create));
      expect(said.code).toBe(0);
      expect(countsOf(said.out)).toEqual({ created: 3, updated: 0, unchanged: 0, rejected: 0, passedOver: 1 });
      expect(JSON.parse(said.out).steps[0].createdForLookups).toBe(1);
      expect(await view.list('Account', ['name', 'city'])).toEqual([
        expect.objectContaining({ name: 'Analytical Ltd', city: 'London' }),
      ]);
      const members = ['formatted_name', 'gender', 'primary_account', 'primary_account_position'];
      const people = (await view.list('Contact', members)).map((person) => members.map((member) => person[member]));
      expect(people).toEqual([
        ['Ada Byron', 2, expect.stringContaining('/Accounts/'), 'Analyst'],
        ['Ada Lovelace', 0, expect.stringContaining('/Accounts/'), null],
        ['Charles Babbage', 0, null, null],
      ]);
      const again = await runContacts(id, mapping(create));
      expect(countsOf(again.out)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
      expect(JSON.parse(again.out).steps[0].createdForLookups).toBe(0);
      await view.close();
    });

    it('reject lines when there is nothing and nothing is to be made', async () => {
      const { id, view } = await newSpace();
      const said = await runContacts(id, mapping(''));
      expect(said.code).toBe(3);
      expect(said.error).toContain('contacts.csv:2: account "Analytical Ltd": no record of Accounts.name matches');
      expect(countsOf(said.out)).toMatchObject({ created: 1, rejected: 2 });
      await view.close();
    });

    it('reject lines when the missing record cannot be made', async () => {
      const { id, view } = await newSpace();
      const said = await runContacts(id, mapping('                create: { city: town }'));
      expect(said.error).toContain('no record of Accounts.name matches, and none can be made: ');
      expect(await view.count('Account')).toBe(0);
      await view.close();
    });

    it('reject lines when several records match', async () => {
      const { id, view } = await newSpace();
      await importAccounts(id, `${header}Analytical Ltd,London,,\n`);
      const twice = accountsMapping.replace('key: name', 'key: city');
      place.write('accounts.csv', `${header}Analytical Ltd,Paris,,\n`);
      await run(['import', place.write('twice.yaml', twice), '--space', id]);
      const said = await runContacts(id, mapping(''));
      expect(said.error).toContain('account "Analytical Ltd": 2 records of Accounts.name match');
      await view.close();
    });
  });

  describe('stopping', () => {
    it('ends after the lines being written, and a repeat does the rest', async () => {
      const { id, view } = await newSpace();
      const lines = Array.from({ length: 1_200 }, (_, index) => `Account ${index},Leeds,,\n`).join('');
      place.write('accounts.csv', header + lines);
      const args = ['import', place.write('accounts.yaml', accountsMapping), '--space', id, '--json'];
      const stop = new AbortController();
      const stopped = await headwater(args, {
        ...place,
        stop: stop.signal,
        isInteractive: true,
        // The first progress comes after the first 500 lines.
        onOutput: () => stop.abort(),
      });
      expect(stopped.code).toBe(130);
      expect(stopped.error).toContain('The same command does the rest.');
      expect(await view.count('Account')).toBe(500);
      const rest = await run(args);
      expect(countsOf(rest.out)).toMatchObject({ created: 700, unchanged: 500 });
      await view.close();
    });
  });

  describe('refusals before anything is written', () => {
    it.each([
      ['a file that is not there', 'no-such.csv', 'cannot read '],
      ['a file without a column that the mapping names', 'short.csv', 'has no column "since", "city", "industry"'],
    ])('%s, also when it belongs to a later step', async (_, name, message) => {
      const { id, view } = await newSpace();
      place.write('accounts.csv', `${header}Kestrel,,,\n`);
      place.write('short.csv', 'name\nKestrel\n');
      const [, step = ''] = accountsMapping.split('steps:\n');
      const mapping = place.write('refused.yaml', accountsMapping + step.replace('accounts.csv', name));
      const said = await run(['import', mapping, '--space', id]);
      expect(said).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
      expect(await view.count('Account')).toBe(0);
      await view.close();
    });

    it.each([
      [['--space', 'nowhere'], 'there is no space "nowhere"'],
      [['--space', 'refusing', '--set', 'x=y'], 'there is no variable "x" to set; the mapping has owner'],
      [['--space', 'refusing', '--set', 'x'], '--set "x" must be a name and a value'],
      [['--space', 'refusing', '--report', '/nowhere/report.csv'], 'cannot write the report'],
      [[], "required option '--space <id>' not specified"],
    ])('%j', async (args, message) => {
      await run(['space', 'create', 'refusing']);
      place.write('accounts.csv', header);
      const said = await run(['import', place.write('accounts.yaml', accountsMapping), ...args]);
      expect(said).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
    });

    it('a mapping with mistakes, naming each', async () => {
      await run(['space', 'create', 'mapped']);
      const mapping = place.write(
        'wrong.yaml',
        accountsMapping.replace('city: city', 'cty: city').replace('by: email', 'by: mail'),
      );
      const said = await run(['import', mapping, '--space', 'mapped']);
      expect(said.code).toBe(2);
      expect(said.error).toContain('steps[0].members.cty: Accounts have no member "cty"');
      expect(said.error).toContain('steps[0].members.owner_id.lookup.by: Clients have no member "mail"');
    });
  });

  describe('what is shown', () => {
    it('is a table with what was mended, for people', async () => {
      const { id, view } = await newSpace();
      const mapping = accountsMapping.replace('columns:', 'columns:\n      city: { map: { Leds: Leeds } }');
      place.write('accounts.csv', `${header}Kestrel,Leds,,\nOwl,Leds,,\n`);
      const said = await run(['import', place.write('mended.yaml', mapping), '--space', id]);
      expect(said.out).toBe(`STEP      COLLECTION  LINES  CREATED  UPDATED  UNCHANGED  REJECTED  PASSED OVER
Accounts  Accounts    2      2        0        0          0         0

Spellings that the mapping mends:
  Accounts, city: "Leds" taken as "Leeds" (2 lines)
`);
      await view.close();
    });
  });
});
