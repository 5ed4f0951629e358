/**
 * Writes a table as aligned text or as Markdown. Pure.
 */

export interface Table {
  readonly columns: readonly { readonly title: string; readonly alignment: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
}

export function renderText({ columns, rows }: Table): string {
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ alignment }, index) => {
        const [cell = '', width = 0] = [cells[index], widths[index]];
        return alignment === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function renderMarkdown({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const titles = columns.map(({ title }) => title);
  const rule = columns.map(({ alignment }) => (alignment === 'left' ? '---' : '---:'));
  return [titles, rule, ...rows].map(line).join('\n');
}
