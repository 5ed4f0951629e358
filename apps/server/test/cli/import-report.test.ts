/**
 * What an import says: rejected lines, rejections before anything is written, progress and summary.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../fixture.js';
import { headwater } from './headwater.js';
import { accountsMapping, countsOf, header, ImportFixture } from './import-fixture.js';

describe.each(oneDatabase)('an import on %s', (database) => {
  let at: ImportFixture;

  beforeAll(async () => {
    at = await ImportFixture.open(database);
  });

  afterAll(() => at.place.drop());

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
      `${'y'.repeat(300)},Leeds,soon,`,
      ',Leeds,soon,',
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
      [8, 'name', 'Two bad\nthings', '[name] must be a single line.'],
      [10, 'since', 'soon', 'expected a date written D.M.YYYY'],
      [10, 'name', 'y'.repeat(300), expect.stringContaining('255')],
      [11, 'since', 'soon', 'expected a date written D.M.YYYY'],
      [11, 'name', '', 'the key (name) is empty'],
    ];

    it('are reported with file, line, column, value and reason, and the others are taken', async () => {
      const { id, view } = await at.newSpace();
      const report = join(at.place.folder, 'rejected.jsonl');
      const said = await at.importAccounts(id, csv, '--report', report);
      expect(said.code).toBe(3);
      expect(countsOf(said)).toMatchObject({ created: 1, rejected: 8 });
      expect(said.error).toContain(`name "${'x'.repeat(159)}…": `);
      const reported = readFileSync(report, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      // Those of one chunk come in the order of the lines; a line with another number of cells comes at once.
      const byLine = reported
        .sort((a, b) => a.line - b.line)
        .map((line) => [line.line, line.column, line.value, line.reason]);
      expect(byLine).toEqual(wanted);
      expect(reported[0]).toMatchObject({
        ...{ step: 'Accounts', file: 'accounts.csv', text: 'Bad date,Leeds,31.2.2020,' },
      });
      const textOf = (number: number) => reported.find(({ line }) => line === number)?.text;
      expect([textOf(6), textOf(7), textOf(8)]).toEqual([
        'Too,few',
        `${'x'.repeat(159)}…`,
        'Two bad things,Leeds,soon,Retial',
      ]);
      expect(JSON.parse(said.out).notFound).toEqual([
        expect.objectContaining({ column: 'industry', text: 'Retial', lines: 2 }),
      ]);
      await view.close();
    });

    it('are reported as CSV that reads back', async () => {
      const { id, view } = await at.newSpace();
      const report = join(at.place.folder, 'rejected.csv');
      await at.importAccounts(id, `${header}"Say ""no""",Leeds,"so\non",\n`, '--report', report);
      expect(readFileSync(report, 'utf8')).toBe(
        'step,file,line,column,value,reason,text\n' +
          'Accounts,accounts.csv,2,since,"so\non",expected a date written D.M.YYYY,"Say ""no"",Leeds,so on,"\n',
      );
      await view.close();
    });

    it('are all counted, but only the first ten are shown', async () => {
      const { id, view } = await at.newSpace();
      const said = await at.importAccounts(id, header + ',Leeds,,\n'.repeat(30));
      expect(countsOf(said).rejected).toBe(30);
      expect(said.error.match(/accounts\.csv:\d+:/g)).toHaveLength(10);
      await view.close();
    });
  });

  it('reads another encoding, by the option and by the mapping', async () => {
    for (const [name, encoded, args] of [
      ['Café', accountsMapping, ['--encoding', 'windows-1252']],
      ['Zoë', accountsMapping.replace('file:', 'encoding: windows-1252\n    file:'), ['--encoding', 'utf-16le']],
    ] as const) {
      const { id, view } = await at.newSpace();
      writeFileSync(join(at.place.folder, 'accounts.csv'), Buffer.from(`${header}${name},Leeds,,\n`, 'latin1'));
      const said = await at.run(['import', at.place.write('latin.yaml', encoded), '--space', id, ...args]);
      expect(said.code).toBe(0);
      expect((await view.list('Account', ['name'])).map((account) => account.name)).toEqual([name]);
      await view.close();
    }
  });

  describe('rejections before anything is written', () => {
    it.each([
      ['a file that is not there', 'no-such.csv', 'cannot read '],
      ['a file without a column that the mapping names', 'short.csv', 'has no column "since", "city", "industry"'],
      ['a file with another delimiter', 'semicolon.csv', 'separates its cells by ";", not by ","'],
      ['a file in another encoding', 'latin.csv', 'is not UTF-8 at byte offset 28, line 2: the byte is 0xE9'],
    ])('%s, also when it belongs to a later step', async (_, name, message) => {
      const { id, view } = await at.newSpace();
      at.place.write('accounts.csv', `${header}Kestrel,,,\n`);
      at.place.write('short.csv', 'name\nKestrel\n');
      at.place.write('semicolon.csv', header.replaceAll(',', ';'));
      writeFileSync(join(at.place.folder, 'latin.csv'), Buffer.from(`${header}Caf\xe9,,,\n`, 'latin1'));
      const [, step = ''] = accountsMapping.split('steps:\n');
      const mapping = at.place.write('rejected.yaml', accountsMapping + step.replace('accounts.csv', name));
      const said = await at.run(['import', mapping, '--space', id]);
      expect(said).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
      expect(await view.count('Account')).toBe(0);
      await view.close();
    });

    it.each([
      [['--space', 'nowhere'], 'there is no space "nowhere"'],
      [['--space', 'rejecting', '--set', 'x=y'], 'there is no variable "x" to set; the mapping has owner'],
      [['--space', 'rejecting', '--set', 'x'], '--set "x" must be a name and a value'],
      [['--space', 'rejecting', '--report', '/nowhere/report.csv'], 'cannot write the report'],
      [['--space', 'rejecting', '--encoding', 'ebcdic'], '--encoding "ebcdic" cannot be read'],
      [[], "required option '--space <id>' not specified"],
    ])('%j', async (args, message) => {
      await at.run(['space', 'create', 'rejecting']);
      at.place.write('accounts.csv', header);
      const said = await at.run(['import', at.place.write('accounts.yaml', accountsMapping), ...args]);
      expect(said).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
    });

    it('a mapping with errors, naming each', async () => {
      await at.run(['space', 'create', 'mapped']);
      const mapping = at.place.write(
        'wrong.yaml',
        accountsMapping.replace('city: city', 'cty: city').replace('by: email', 'by: mail'),
      );
      const said = await at.run(['import', mapping, '--space', 'mapped']);
      expect(said.code).toBe(2);
      expect(said.error).toContain('steps[0].members.cty: Accounts have no member "cty"');
      expect(said.error).toContain('steps[0].members.owner_id.lookup.by: Clients have no member "mail"');
    });
  });

  describe('what is shown', () => {
    it('is one line drawn again for people, and lines for logs', async () => {
      const { id, view } = await at.newSpace();
      at.place.write('accounts.csv', `${header}Kestrel,Leeds,,\n,Leeds,,\n`);
      const args = ['import', at.place.write('accounts.yaml', accountsMapping), '--space', id];
      const watched = await headwater(args, { ...at.place, isInteractive: true });
      const rejected = 'accounts.csv:3: ,Leeds,,\n  name "": the key (name) is empty\n';
      expect(watched.error).toBe(`${rejected}\r\u001b[2KAccounts: 2 lines, 100 %\r\u001b[2K`);
      const logged = await at.run(args);
      expect(logged.error).toBe(`${rejected}Accounts: 2 lines, 100 %\n`);
      await view.close();
    });

    it('is a table with what was mended, for people', async () => {
      const { id, view } = await at.newSpace();
      const mapping = accountsMapping.replace('columns:', 'columns:\n      city: { map: { Leds: Leeds } }');
      at.place.write('accounts.csv', `${header}Kestrel,Leds,,\nOwl,Leds,,\n`);
      const said = await at.run(['import', at.place.write('mended.yaml', mapping), '--space', id]);
      expect(said.out).toBe(`STEP      COLLECTION  LINES  CREATED  UPDATED  UNCHANGED  REJECTED  PASSED OVER
Accounts  Accounts    2      2        0        0          0         0

Spellings that the mapping mends:
  Accounts, city: "Leds" taken as "Leeds" (2 lines)
`);
      await view.close();
    });
  });
});
