/** Records as text: a table for people, CSV, JSON or NDJSON for programs. */
import { stringify } from 'csv-stringify/sync';
import { plainLine } from './command.js';

export const formats = ['table', 'json', 'ndjson', 'csv'] as const;

export type AnyRecord = Readonly<Record<string, unknown>>;

/** Gets the records in parts, in their order. The first part says which columns there are. */
export interface Renderer {
  render(records: readonly AnyRecord[]): string;
  end(): string;
}

/**
 * @param only the members that are wanted; undefined: those of the first part
 * @param columns of the terminal; undefined: cells are not cut
 */
export function rendererOf(format: string, only: readonly string[] | undefined, columns: number | undefined): Renderer {
  switch (format) {
    case 'ndjson':
      return { render: ndjsonOf, end: () => '' };
    case 'csv':
      return new CsvRenderer(only);
    case 'json':
      return new JsonRenderer();
    default:
      return new TableRenderer(only, columns);
  }
}

export function ndjsonOf(records: readonly AnyRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

class JsonRenderer implements Renderer {
  private isEmpty = true;

  render(records: readonly AnyRecord[]): string {
    const texts = records.map((record, at) => `${this.isEmpty && at === 0 ? '[' : ','}\n  ${JSON.stringify(record)}`);
    this.isEmpty &&= records.length === 0;
    return texts.join('');
  }

  end(): string {
    return this.isEmpty ? '[]\n' : '\n]\n';
  }
}

class CsvRenderer implements Renderer {
  constructor(private names: readonly string[] | undefined) {}
  private hasHead = false;

  render(records: readonly AnyRecord[]): string {
    this.names ??= records[0] && Object.keys(records[0]);
    const names = this.names;
    if (names === undefined) return '';
    const head = this.hasHead ? '' : csvLine(names);
    this.hasHead = true;
    return head + csvOf(records, names);
  }

  end(): string {
    return '';
  }
}

export function csvLine(cells: readonly string[]): string {
  return stringify([cells]);
}

/** No value is an empty cell; numbers, booleans, lists and objects are as in JSON. */
export function csvOf(records: readonly AnyRecord[], names: readonly string[]): string {
  return stringify(records.map((record) => names.map((name) => cellOf(record[name]))));
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const widestCell = 40;

class TableRenderer implements Renderer {
  private widths: readonly (readonly [name: string, width: number])[] | undefined;

  constructor(
    private readonly only: readonly string[] | undefined,
    private readonly columns: number | undefined,
  ) {}

  render(records: readonly AnyRecord[]): string {
    if (records.length === 0) return '';
    const head = this.widths === undefined ? 1 : 0;
    this.widths ??= this.measure(records);
    const rows = [...(head ? [Object.fromEntries(this.widths.map(([name]) => [name, name]))] : []), ...records];
    return rows.map((row) => `${this.line(row)}\n`).join('');
  }

  end(): string {
    return this.widths === undefined ? 'No records.\n' : '';
  }

  private measure(records: readonly AnyRecord[]): readonly (readonly [string, number])[] {
    const names = this.only ?? membersWithValues(records);
    const all = names.map((name) => {
      const longest = Math.max(name.length, ...records.map((record) => [...plainLine(cellOf(record[name]))].length));
      return [name, this.columns === undefined ? longest : Math.min(longest, widestCell)] as const;
    });
    if (this.only || this.columns === undefined) return all;
    let left = this.columns;
    const fitting = all.filter(([, width], at) => {
      left -= at === 0 ? width : width + 2;
      return left >= 0;
    });
    return fitting.length > 0 ? fitting : all.slice(0, 1);
  }

  private line(row: AnyRecord): string {
    const cells = (this.widths ?? []).map(([name, width]) => {
      const text = [...plainLine(cellOf(row[name]))];
      return text.length > width ? `${text.slice(0, width - 1).join('')}…` : text.join('').padEnd(width);
    });
    return cells.join('  ').trimEnd();
  }
}

/** Those that say something: neither addresses of other records nor what is unset in all. */
function membersWithValues(records: readonly AnyRecord[]): string[] {
  const names = Object.keys(records[0] ?? {});
  const says = (value: unknown) =>
    value !== null && value !== undefined && value !== false && value !== 0 && value !== '' && !isAddress(value);
  return ['id', ...names.filter((name) => name !== 'id' && records.some((record) => says(record[name])))];
}

function isAddress(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isAddress);
  return typeof value === 'string' && /^https?:\/\/\S+\/entities\/\S+$/.test(value);
}
