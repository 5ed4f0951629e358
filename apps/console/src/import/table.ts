/** A CSV file as a table of texts. */
import { parse } from 'csv-parse/browser/esm/sync';

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * @param text with a head; fields are separated by what separates most of the head: a comma, a semicolon or a tab
 * @throws Error a line that cannot be read
 */
export function readTable(text: string): Table {
  const [head = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: head.split(delimiter).length }));
  const { delimiter } = counts.reduce((most, one) => (one.count > most.count ? one : most));
  const lines = parse(text, { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true }) as string[][];
  const [columns = [], ...rows] = lines;
  if (columns.length === 0) throw new Error('The file is empty. Its first line has to name the columns.');
  return { columns: columns.map((name) => name.trim()), rows };
}
