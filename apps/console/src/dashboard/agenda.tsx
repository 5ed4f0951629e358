/** What users have to do: what is overdue first, then what comes on which of the next days. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { input } from '../record/inputs.js';
import { ValueInput } from '../record/value-input.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { ColumnChart } from './chart.js';
import type { AgendaItem } from './queries.js';
import { keyOf, readAgenda } from './read-agenda.js';

const itemTypes = [
  {
    name: 'Appointments',
    look: 'look-a',
    types: ['AgendaAppointment', 'AgendaRecurrentAppointmentVirtualOccurence'],
    collection: 'Appointments',
  },
  { name: 'Tasks', look: 'look-b', types: ['AgendaDueDateTask'], collection: 'Tasks' },
  {
    name: 'Deals',
    look: 'look-c',
    types: ['AgendaOpportunityClosingDate', 'AgendaOpportunityVelocity'],
    collection: 'Opportunities',
  },
];

const dayCount = 30;
const mostListed = 12;
const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const itemTypeOf = ({ __typename }: AgendaItem) => itemTypes.find(({ types }) => types.includes(__typename));

/** Today and the days that follow, where the browser is, as dates. */
function nextDays(): readonly Date[] {
  const now = new Date();
  return Array.from(
    { length: dayCount },
    (_, index) => new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + index)),
  );
}

const dateOf = (day: Date | undefined) => day?.toISOString().slice(0, 10) ?? '';

const userInput = input('user', 'Whose agenda', {
  kind: 'relation',
  links: [{ name: 'client', target: 'Client' }],
  help: 'Empty: everybody’s.',
});

export function Agenda(): JSX.Element {
  const { client } = useSpace();
  const [user, setUser] = useState<unknown>(null);
  const { value, error } = useLoaded(
    (signal) => readAgenda(client, typeof user === 'string' ? user : undefined, dateOf(nextDays()[0]), signal),
    [client, user],
  );
  return (
    <>
      <ValueInput id="agenda-user" label={userInput.label} member={userInput} value={user} onChange={setUser} />
      <Problem error={error} />
      {value === undefined && error === undefined && <Busy what="the agenda" />}
      {value?.isCut && <p class="soft">These are the agendas of the first 1,000 users. Choose one to see another.</p>}
      <Problem error={value?.overdueError} />
      {value !== undefined && value.overdue.length > 0 && (
        <>
          <h3>Overdue: {value.overdue.length.toLocaleString()}</h3>
          <Items label="Overdue" items={value.overdue} />
        </>
      )}
      {value !== undefined && <Days items={value.coming} />}
    </>
  );
}

function Days({ items }: { readonly items: readonly AgendaItem[] }): JSX.Element {
  if (items.length === 0) return <p class="soft">Nothing is to be done in the next {dayCount} days.</p>;
  const columns = nextDays().map((day) => {
    const ofDay = items.filter(({ date }) => date === dateOf(day));
    return {
      label: dayName.format(day),
      values: itemTypes.map((type) => ofDay.filter((item) => itemTypeOf(item) === type).length),
    };
  });
  return (
    <>
      <h3>The next {dayCount} days</h3>
      <ColumnChart title="Agenda of the next days" series={itemTypes} columns={columns} isStacked format={String} />
      <Items label="The next days" items={items} />
    </>
  );
}

function Items({ label, items }: { readonly label: string; readonly items: readonly AgendaItem[] }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ul class="agenda" aria-label={label}>
        {(isWhole ? items : items.slice(0, mostListed)).map((item) => {
          const type = itemTypeOf(item);
          return (
            <li key={keyOf(item)}>
              <span class="soft">{dayName.format(new Date(item.date))}</span>{' '}
              {type === undefined ? (
                item.name
              ) : (
                <a href={addressOf(['records', type.collection, item.linkedId])}>{item.name}</a>
              )}
            </li>
          );
        })}
      </ul>
      {items.length > mostListed && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${items.length.toLocaleString()}`}
        </button>
      )}
    </>
  );
}
