/** The key figures of the company in a period, with how they moved, and its months. */
import type { JSX } from 'preact';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { useCurrencies } from '../ui/use-currencies.js';
import { ColumnChart } from './chart.js';
import { type KeyFigures, keyFiguresQuery, type MonthsAnswer, monthsQuery } from './queries.js';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 }).format;
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format;
const days = (value: number) => `${whole(value)} days`;

interface Tile {
  readonly name: string;
  readonly label: string;
  readonly format: (value: number) => string;
  /** In the base currency. */
  readonly isAmount?: boolean;
}

const tiles: readonly Tile[] = [
  { name: 'WonAmount', label: 'Won', format: whole, isAmount: true },
  { name: 'WinningOppties', label: 'Deals won', format: whole },
  { name: 'OpptyWinRate', label: 'Win rate', format: percent },
  { name: 'OpptyAverageSize', label: 'Average size', format: whole, isAmount: true },
  { name: 'OpptyAverageTimeSpent', label: 'Time to close', format: days },
  { name: 'CreatingOppties', label: 'Deals created', format: whole },
];

const trends: Readonly<Record<string, string>> = { Rising: '▲ rising', Falling: '▼ falling', Stalling: '● stalling' };

export function FigureTiles({ period }: { readonly period: string }): JSX.Element {
  const { client } = useSpace();
  const { base } = useCurrencies();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { value, error } = useLoaded(
    (signal) =>
      client.graphql<KeyFigures>(
        keyFiguresQuery(tiles.map(({ name }) => name)),
        { period: { relative: period, timeZone } },
        { signal },
      ),
    [client, period],
  );
  if (value === undefined) return error === undefined ? <Busy what="key figures" /> : <Problem error={error} />;
  const { total } = value.insights;
  return (
    <dl class="tiles">
      {tiles.map(({ name, label, format, isAmount }) => (
        <div key={name}>
          <dt>{isAmount && base !== undefined ? `${label} in ${base}` : label}</dt>
          <dd>{format(Number(total[name]))}</dd>
          <dd class="soft">{trends[String(total[`${name}Trend`])]}</dd>
        </div>
      ))}
    </dl>
  );
}

const monthCount = 12;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** @returns so many months, the current one last */
function lastMonths(now: Date) {
  return Array.from({ length: monthCount }, (_, index) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthCount + 1 + index, 1));
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
    return { startDate: dayOf(first), endDate: dayOf(last), label: monthName.format(first) };
  });
}

export function MonthsChart(): JSX.Element {
  const { client } = useSpace();
  const { base } = useCurrencies();
  const { value, error } = useLoaded(
    async (signal) => {
      const months = lastMonths(new Date());
      const answer = await client.graphql<MonthsAnswer>(monthsQuery(months), {}, { signal });
      return months.map(({ label }, index) => {
        const { WonAmount = 0, LostAmount = 0 } = answer[`month${index}`]?.total ?? {};
        return { label, values: [WonAmount, LostAmount] };
      });
    },
    [client],
  );
  if (value === undefined) return error === undefined ? <Busy what="the months" /> : <Problem error={error} />;
  const series = [
    { name: 'Won', look: 'look-a' },
    { name: 'Lost', look: 'look-b' },
  ];
  return (
    <ColumnChart
      title="Won and lost by month"
      series={series}
      columns={value}
      format={(amount) => (base === undefined ? whole(amount) : `${whole(amount)} ${base}`)}
    />
  );
}
