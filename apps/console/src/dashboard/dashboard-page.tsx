/** The overview: key figures, months, the pipeline and the agenda, each asked for by itself. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useCurrencies } from '../ui/use-currencies.js';
import { Agenda } from './agenda.js';
import { FigureTiles, MonthsChart } from './key-figures.js';
import { Pipelines } from './pipeline.js';

const periods = [
  ['Last30Days', 'the last 30 days'],
  ['Last90Days', 'the last 90 days'],
  ['Last365Days', 'the last 365 days'],
  ['ThisMonth', 'this month'],
  ['ThisQuarter', 'this quarter'],
  ['ThisYear', 'this year'],
] as const;

export function DashboardPage(): JSX.Element {
  const { base } = useCurrencies();
  const [period, setPeriod] = useState<string>('Last365Days');
  useEffect(() => {
    document.title = 'Overview · Headwater';
  }, []);
  return (
    <>
      <div class="head">
        <h1>Overview</h1>
        <label class="check">
          Period
          <select value={period} onChange={(event) => setPeriod(event.currentTarget.value)}>
            {periods.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {base !== undefined && (
        <p class="soft">
          Amounts are added up in {base}, the base currency of the space. Those in other currencies count by the
          exchange rate that they were stored with.
        </p>
      )}
      <section aria-label="Key figures">
        <FigureTiles period={period} />
      </section>
      <div class="charts">
        <section class="card">
          <h2>Won and lost by month</h2>
          <MonthsChart />
        </section>
        <section class="card">
          <h2>Open deals by step</h2>
          <Pipelines />
        </section>
        <section class="card">
          <h2>Agenda</h2>
          <Agenda />
        </section>
      </div>
    </>
  );
}
