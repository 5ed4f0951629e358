import { describe, expect, it } from 'vitest';
import { postgres, sqlite } from '../dialects/dialect.js';
import { CustomValueCompiler, type CustomValueRow } from './compile-custom-write.js';
import type { CustomValueType } from './value-tables.js';

const row = (value: CustomValueRow['value'], isHeld = false): CustomValueRow => ({
  fieldId: 'f',
  recordId: 'r',
  value,
  isHeld,
});

describe.each([sqlite, postgres])('values of new records on $name', (dialect) => {
  const add = (rows: readonly (readonly [CustomValueType, readonly CustomValueRow[]])[]) =>
    new CustomValueCompiler(dialect, 'acme').compileAdd(new Map(rows));

  it('are added to any number of tables by one statement', () => {
    const rows = [['string', [row('a')]] as const, ['integer', [row(1)]] as const, ['boolean', [row(true)]] as const];
    const [statement, ...others] = add(rows);
    expect(others).toEqual([]);
    const bound = statement?.values.filter((value) => value !== null);
    const isTrue = dialect === sqlite ? '1' : 'true';
    expect(bound).toEqual(['acme', '{"r":{"f":"a"}}', '{"r":{"f":1}}', `{"r":{"f":${isTrue}}}`]);
  });

  it('go to one table by the plain statement, in which nothing can be in the way', () => {
    const [statement] = add([['integer', [row(1)]]]);
    expect(statement?.text).toContain(`${dialect.insertOfMany} "custom_integers"`);
    expect(statement?.text).not.toContain('ON CONFLICT');
  });

  it.each([
    ['held', 'string', row('b', true)],
    ['held', 'integer', row(2, true)],
    ['compared in another form', 'string', row('Ä')],
  ] as const)('that are %s go by themselves (%s)', (_, type, other) => {
    const plain = row(type === 'string' ? 'a' : 1);
    const [apart, together, ...more] = add([[type, [plain, other]]]);
    expect(more).toEqual([]);
    expect(apart).toEqual(new CustomValueCompiler(dialect, 'acme').compileSet(type, [other]));
    expect(together).toEqual(add([[type, [plain]]])[0]);
  });

  it('need no statement where there are none', () => {
    expect(add([['string', []]])).toEqual([]);
  });
});

describe.each([sqlite, postgres])('values of stored records on $name', (dialect) => {
  const compiler = new CustomValueCompiler(dialect, 'acme');

  it('take the place of those that are there, with what is held and compared', () => {
    const { text, values } = compiler.compileSet('string', [row('Ä', true), row('b')]);
    const [, changed] = text.split(' DO UPDATE SET ');
    expect(changed).toBe('"value" = excluded."value", "is_held" = excluded."is_held", "folded" = excluded."folded"');
    const isHeld = (held: boolean) => dialect.encode('boolean', held);
    const rows = [
      ['f', 'r', 'Ä', isHeld(true), 'ä'],
      ['f', 'r', 'b', isHeld(false), null],
    ];
    expect(values).toEqual(['acme', dialect.encodeRows(rows)]);
  });

  it('are given up where they are held, and forgotten wherever they are', () => {
    const custom = ['"space_id"', '"field_id"', '"record_id"'];
    const namesIn = (text: string) => text.slice(text.indexOf(' WHERE ')).match(/"\w+"/g);
    expect(namesIn(compiler.compileRelease('string', ['f'], ['r']).text)).toEqual([...custom, '"is_held"']);
    expect(namesIn(compiler.compileForget('string', ['f'], ['r']).text)).toEqual(custom);
    expect(namesIn(compiler.compileClear('string', [{ fieldId: 'f', recordId: 'r' }]).text)).toEqual(custom);
  });
});
