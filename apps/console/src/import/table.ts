/** A CSV file as a table of texts. */
import { type Info, parse } from 'csv-parse/browser/esm/sync';

export interface TableRow {
  /** In the file, from 1 on, where the row begins. */
  readonly line: number;
  /** As many as the line has, whatever the head has. */
  readonly cells: readonly string[];
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/**
 * @param file with a head; fields are separated by what separates most of the head: a comma, a semicolon or a tab
 * @throws Error a file that is not UTF-8, or a line that cannot be read
 */
export function readTable(file: ArrayBuffer): Table {
  const text = textIn(file);
  const [names = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: names.split(delimiter).length }));
  const { delimiter } = counts.reduce((most, one) => (one.count > most.count ? one : most));
  const read = parse(text, { delimiter, skip_empty_lines: true, relax_column_count: true, info: true });
  const [head, ...rows] = (read as unknown as { info: Info; record: string[] }[]).map(({ info, record }) => ({
    // The parser counts up to the line where the row ends.
    line: info.lines - (record.join('').split('\n').length - 1),
    cells: record,
  }));
  if (head === undefined) throw new Error('The file is empty. Its first line has to name the columns.');
  return { columns: head.cells.map((name) => name.trim()), rows };
}

function textIn(file: ArrayBuffer): string {
  try {
    // Within quotes the parser counts `\r\n` as two lines.
    return new TextDecoder('utf-8', { fatal: true }).decode(file).replaceAll('\r\n', '\n');
  } catch {
    throw new Error('The file is not in UTF-8. Save it as “CSV UTF-8” in the program that it comes from.');
  }
}
