import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCsvFile, csvFileSize, readLines } from './read-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'headwater-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

function csv(text: string | Uint8Array): string {
  const file = join(folder, 'some.csv');
  writeFileSync(file, text);
  return file;
}

async function lines(text: string, columns: readonly string[] = [], delimiter = ',') {
  const read: unknown[] = [];
  for await (const { number, cells } of readLines(csv(text), { delimiter }, columns)) {
    read.push([number, cells && Object.fromEntries(cells)]);
  }
  return read;
}

describe('readLines', () => {
  it('gives cells by column, with the line in which each record begins', async () => {
    expect(await lines('\ufeffa, b \r\n1,"x\r\ny"\r\n\r\n2,"say ""hi"""\r\n3,\r\n')).toEqual([
      [2, { a: '1', b: 'x\r\ny' }],
      [5, { a: '2', b: 'say "hi"' }],
      [6, { a: '3', b: '' }],
    ]);
  });

  it('reads other delimiters, and quotes inside a cell as they are', async () => {
    expect(await lines('a;b\n1;5" pipe, black\n', ['b'], ';')).toEqual([[2, { a: '1', b: '5" pipe, black' }]]);
  });

  it('gives no cells for a line that does not fit the header, and goes on', async () => {
    expect(await lines('a,b\n1\n1,2,3\n4,5\n')).toEqual([
      [2, undefined],
      [3, undefined],
      [4, { a: '4', b: '5' }],
    ]);
  });

  it('tells how far it is', async () => {
    const file = csv(`a,b\n${'0123456789,abcdefghij\n'.repeat(20_000)}`);
    const read: number[] = [];
    for await (const { bytesRead } of readLines(file, { delimiter: ',' }, ['a'])) read.push(bytesRead);
    expect(read).toHaveLength(20_000);
    expect(read.every((bytes, index) => bytes > (read[index - 1] ?? 0))).toBe(true);
    expect(read.at(-1)).toBe(await csvFileSize(file));
  });

  it.each([
    ['', [], 'is empty; its first line must name the columns'],
    ['a,b\n', ['a', 'c', 'd'], 'has no column "c", "d"; it has a, b'],
    ['a;b\n1;2\n', ['b', 'a'], 'separates its cells by ";", not by ","; set delimiter: ";" in the mapping'],
    ['a;"b, c"\n', ['a'], 'separates its cells by ";"'],
    ['a\tb\n', ['b'], 'separates its cells by "\\t"'],
    ['a,a\n', [], 'has two columns "a"'],
    ['a,b\n1,"open\n2,3\n', [], 'Quote Not Closed'],
  ])('rejects %j', async (text, columns, message) => {
    await expect(lines(text, columns)).rejects.toThrow(message);
  });

  it('reads the encoding that is named', async () => {
    const read = async (text: Buffer, encoding: string) => {
      const file = csv(text);
      await checkCsvFile(file, { delimiter: ',', encoding }, ['a']);
      for await (const { cells } of readLines(file, { delimiter: ',', encoding }, ['a'])) return cells?.get('a');
      return undefined;
    };
    expect(await read(Buffer.from('a\nCaf\xe9 \x80\n', 'latin1'), 'windows-1252')).toBe('Café €');
    expect(await read(Buffer.from('\ufeffa\nCafé\n', 'utf16le'), 'utf-16le')).toBe('Café');
    expect(await read(Buffer.from('\ufeffa\nCafé\n'), 'UTF8')).toBe('Café');
  });

  it.each<[string, number[], string]>([
    ['a\nx', [0xe9, 0x0a], 'is not UTF-8 at byte offset 3, line 2: the byte is 0xE9. Save it as UTF-8, or say how'],
    ['a\nCafé\n', [0xc3], 'is not UTF-8 at byte offset 8, line 3: its last character is cut off.'],
    [
      `a\n${'Café ole\n'.repeat(20_000)}`,
      [0x78, 0xff],
      'is not UTF-8 at byte offset 200003, line 20002: the byte is 0xFF.',
    ],
  ])('says where a file is not of its encoding: %#', async (text, bytes, message) => {
    const file = csv(
      Buffer.concat([Buffer.from(text), Buffer.from(bytes), Buffer.from(bytes.length > 1 ? 'z\n' : '')]),
    );
    await expect(checkCsvFile(file, { delimiter: ',' }, [])).rejects.toThrow(message);
  });

  it('says which file cannot be read', async () => {
    const missing = join(folder, 'missing.csv');
    await expect(readLines(missing, { delimiter: ',' }, []).next()).rejects.toThrow(`cannot read ${missing}`);
    await expect(csvFileSize(missing)).rejects.toThrow(`cannot read ${missing}`);
  });
});
