/** What users have to do on which of the next days. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { ColumnChart } from './chart.js';
import { type AgendaAnswer, type AgendaItem, agendaQuery, type UsersAnswer, usersQuery } from './queries.js';

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

const keyOf = ({ date, linkedId, __typename }: AgendaItem) => `${date} ${linkedId} ${__typename}`;

export function Agenda(): JSX.Element {
  const { client } = useSpace();
  const [user, setUser] = useState('');
  const users = useLoaded((signal) => client.graphql<UsersAnswer>(usersQuery, {}, { signal }), [client]);
  const nodes = users.value?.clients.nodes;
  const agenda = useLoaded(
    async (signal) => {
      if (nodes === undefined) return undefined;
      const asked = user === '' ? nodes.map(({ id }) => id) : [user];
      if (asked.length === 0) return [];
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const variables = { users: asked, period: { relative: 'Next30Days', timeZone } };
      const { navigatorAgenda } = await client.graphql<AgendaAnswer>(agendaQuery, variables, { signal });
      // An appointment is in the agendas of all who are invited to it.
      const items = new Map(navigatorAgenda.flatMap(({ items }) => items.map((item) => [keyOf(item), item] as const)));
      return [...items.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
    },
    [client, nodes, user],
  );
  const error = users.error ?? agenda.error;
  return (
    <>
      <label class="check">
        Whose agenda
        <select value={user} onChange={(event) => setUser(event.currentTarget.value)}>
          <option value="">Everybody’s</option>
          {nodes?.map(({ id, formattedName }) => (
            <option key={id} value={id}>
              {formattedName}
            </option>
          ))}
        </select>
      </label>
      <Problem error={error} />
      {agenda.value === undefined && error === undefined && <Busy what="the agenda" />}
      {agenda.value !== undefined && <Days items={agenda.value} />}
    </>
  );
}

function Days({ items }: { readonly items: readonly AgendaItem[] }): JSX.Element {
  if (items.length === 0) return <p class="soft">Nothing is to be done in the next {dayCount} days.</p>;
  const today = new Date();
  const columns = Array.from({ length: dayCount }, (_, index) => {
    const day = new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + index));
    const date = day.toISOString().slice(0, 10);
    const ofDay = items.filter((item) => item.date === date);
    return {
      label: dayName.format(day),
      values: itemTypes.map((type) => ofDay.filter((item) => itemTypeOf(item) === type).length),
    };
  });
  return (
    <>
      <ColumnChart title="Agenda of the next days" series={itemTypes} columns={columns} isStacked format={String} />
      <ul class="agenda">
        {items.slice(0, mostListed).map((item) => {
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
      {items.length > mostListed && <p class="soft">And {items.length - mostListed} more.</p>}
    </>
  );
}
