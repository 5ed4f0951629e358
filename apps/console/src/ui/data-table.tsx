/** A table of things that are no records of one entity type: heads, and a cell for each. */
import type { ComponentChildren, JSX } from 'preact';

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Heads with what stands below them. */
  readonly columns: Readonly<Record<string, (row: Row) => ComponentChildren>>;
}

export function DataTable<Row>({ label, rows, keyOf, columns }: Props<Row>): JSX.Element {
  const heads = Object.entries(columns);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {heads.map(([head, draw]) => (
                <td key={head}>{draw(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
