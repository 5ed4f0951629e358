/** Open opportunities by the step in which they are: how many, and what they are worth. */
import type { JSX } from 'preact';
import type { Client } from '../account/account.js';
import { writeListQuery } from '../list/list-query.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { useCurrencies } from '../ui/use-currencies.js';
import { Bar } from './chart.js';
import {
  type OpenDealsAnswer,
  openDealsQuery,
  openDealsStructure,
  type Pipeline,
  type PipelinesAnswer,
  type Pivot,
  pipelinesQuery,
} from './queries.js';

/** `status` of an opportunity. */
const open = '1';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 }).format;

interface Step {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly value: number;
}

export function Pipelines(): JSX.Element {
  const { client } = useSpace();
  const { value, error } = useLoaded(
    async (signal) => {
      const [deals, pipelines] = await Promise.all([
        client.graphql<OpenDealsAnswer>(openDealsQuery, { structure: openDealsStructure }, { signal }),
        readPipelines(client, signal),
      ]);
      return { measured: openBySteps(deals.evaluateReport.items[0]?.result), pipelines };
    },
    [client],
  );
  if (value === undefined) return error === undefined ? <Busy what="the pipeline" /> : <Problem error={error} />;
  const { measured } = value;
  const pipelines = value.pipelines.map(({ id, name, steps }) => ({
    id,
    name,
    steps: steps.nodes
      .map((step): Step => ({ ...step, ...(measured.get(step.id) ?? { count: 0, value: 0 }) }))
      // The last step is that of won opportunities, which are not open.
      .slice(0, -1),
  }));
  if (pipelines.length === 0) return <p class="soft">The space has no pipeline yet.</p>;
  return (
    <>
      {pipelines.map(({ id, name, steps }) => (
        <PipelineTable key={id} name={name} steps={steps} />
      ))}
    </>
  );
}

async function readPipelines(client: Client, signal: AbortSignal): Promise<readonly Pipeline[]> {
  const all: Pipeline[] = [];
  let after: string | null = null;
  let isMore = true;
  while (isMore) {
    const { pipelines }: PipelinesAnswer = await client.graphql<PipelinesAnswer>(pipelinesQuery, { after }, { signal });
    all.push(...pipelines.nodes);
    after = pipelines.pageInfo.endCursor;
    isMore = pipelines.pageInfo.hasNextPage;
  }
  return all;
}

/** @returns count and value of open opportunities by id of the step */
function openBySteps(pivot: Pivot | undefined): ReadonlyMap<string, Pick<Step, 'count' | 'value'>> {
  const { rows = [], columns = [], cells = [] } = pivot ?? {};
  const ofOpen = cells.filter(({ column }) => columns[column]?.keys[0] === open);
  return new Map(
    ofOpen.map(({ row, values: [count, value] }) => [
      rows[row]?.keys[0] ?? '',
      { count: Number(count), value: Number(value) },
    ]),
  );
}

function PipelineTable({ name, steps }: { readonly name: string; readonly steps: readonly Step[] }): JSX.Element {
  const { base } = useCurrencies();
  const most = Math.max(...steps.map(({ value }) => value), 1);
  const listOf = (step: Step) =>
    addressOf(
      ['records', 'Opportunities'],
      writeListQuery({
        conditions: [
          { member: 'step_id', operator: 'eq', values: [step.id] },
          { member: 'status', operator: 'eq', values: [open] },
        ],
        sort: undefined,
        columns: undefined,
        includeDeleted: false,
        after: undefined,
        before: undefined,
      }),
    );
  return (
    <table class="bars">
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Deals</th>
          <th scope="col">{base === undefined ? 'Worth' : `Worth in ${base}`}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.id}>
            <th scope="row">
              <a href={listOf(step)}>{step.name}</a>
            </th>
            <td>{whole(step.count)}</td>
            <td>{whole(step.value)}</td>
            <td>
              <Bar part={step.value / most} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
