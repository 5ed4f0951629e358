/** Columns and bars drawn as SVG. What they show is in their texts as well, for those who cannot see them. */
import type { JSX } from 'preact';

export interface Series {
  readonly name: string;
  /** Class of its rectangles, which gives the colour. */
  readonly look: string;
}

export interface Column {
  readonly label: string;
  /** One for each series. */
  readonly values: readonly number[];
}

interface Props {
  readonly title: string;
  readonly series: readonly Series[];
  readonly columns: readonly Column[];
  /** Series of a column stand on each other instead of beside each other. */
  readonly isStacked?: boolean;
  readonly format: (value: number) => string;
}

const width = 600;
const height = 180;
const below = 20;

export function ColumnChart({ title, series, columns, isStacked = false, format }: Props): JSX.Element {
  const sizeOf = ({ values }: Column) =>
    isStacked ? values.reduce((sum, one) => sum + one, 0) : Math.max(...values, 0);
  const most = Math.max(...columns.map(sizeOf), 0) || 1;
  const slot = width / Math.max(columns.length, 1);
  const each = isStacked ? slot * 0.7 : (slot * 0.7) / series.length;
  const scale = (value: number) => (value / most) * (height - below);
  // Labels that would touch each other are left out.
  const every = Math.ceil(columns.length / 6);
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}. ${describe(series, columns, format)}`}>
        {columns.map(({ label, values }, index) => {
          const sizes = values.map(scale);
          const heightBelow = (at: number) => sizes.slice(0, at).reduce((sum, one) => sum + one, 0);
          return (
            <g key={label}>
              {values.map((value, at) => {
                const size = sizes[at] ?? 0;
                const x = index * slot + slot * 0.15 + (isStacked ? 0 : at * each);
                const y = height - below - size - (isStacked ? heightBelow(at) : 0);
                return (
                  <rect key={series[at]?.name} class={series[at]?.look} x={x} y={y} width={each} height={size}>
                    <title>{`${label}, ${series[at]?.name}: ${format(value)}`}</title>
                  </rect>
                );
              })}
              {index % every === 0 && (
                <text x={index * slot} y={height - 5}>
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        {series.map(({ name, look }) => (
          <span key={name}>
            <svg class="key" viewBox="0 0 1 1" aria-hidden="true">
              <rect class={look} width="1" height="1" />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function describe(series: readonly Series[], columns: readonly Column[], format: (value: number) => string): string {
  return columns
    .filter(({ values }) => values.some((value) => value !== 0))
    .map(
      ({ label, values }) =>
        `${label}: ${values.map((value, at) => `${series[at]?.name} ${format(value)}`).join(', ')}`,
    )
    .join('; ');
}

/** A bar as long as its part of the largest one; its value stands beside it. */
export function Bar({ part }: { readonly part: number }): JSX.Element {
  return (
    <svg class="bar-line" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="look-a" width={100 * part} height="1" />
    </svg>
  );
}
