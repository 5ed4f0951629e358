import { describe, expect, it } from 'vitest';
import { type KeptRow, KeptWriteCompiler } from './compile-kept-write.js';
import { postgres } from './dialects/postgres.js';
import { sqlite } from './dialects/sqlite.js';
import type { KeptType } from './value-tables.js';

const row = (value: KeptRow['value'], isHeld = false): KeptRow => ({ fieldId: 'f', recordId: 'r', value, isHeld });

describe.each([sqlite, postgres])('values of new records on $name', (dialect) => {
  const add = (rows: readonly (readonly [KeptType, readonly KeptRow[]])[]) =>
    new KeptWriteCompiler(dialect, 'acme').compileAdd(new Map(rows));

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

  it('that are held, or compared in another form, go by themselves', () => {
    const texts = add([['string', [row('a'), row('b', true), row('Ä')]]]).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('"folded"');
    expect(texts[1]).not.toContain('"folded"');
  });

  it('need no statement where there are none', () => {
    expect(add([['string', []]])).toEqual([]);
  });
});
