/** Reads what users have to do: what is overdue, and what comes in the next days. */
import type { Client } from '../account/account.js';
import { type AgendaAnswer, type AgendaItem, agendaQuery, type UsersAnswer, usersQuery } from './queries.js';

export interface ReadAgenda {
  /** Open tasks and deals of days that are past, the oldest first. */
  readonly overdue: readonly AgendaItem[];
  /** In the order of their days. */
  readonly coming: readonly AgendaItem[];
  /** There are more users than those whose agendas were read. */
  readonly isCut: boolean;
}

/** As many users as one request may name. */
const usersAtOnce = 100;
const mostUsers = 1_000;

export const keyOf = ({ date, linkedId, __typename }: AgendaItem) => `${date} ${linkedId} ${__typename}`;

/** @param user undefined: all of them @param today `2026-03-09` @throws ApiError */
export async function readAgenda(
  client: Client,
  user: string | undefined,
  today: string,
  signal: AbortSignal,
): Promise<ReadAgenda> {
  // An appointment is in the agendas of all who are invited to it.
  const coming = new Map<string, AgendaItem>();
  const overdue = new Map<string, AgendaItem>();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const add = async (users: readonly string[]) => {
    if (users.length === 0) return;
    const variables = {
      users,
      next: { relative: 'Next30Days', timeZone },
      past: { relative: 'Last365Days', timeZone },
    };
    const answer = await client.graphql<AgendaAnswer>(agendaQuery, variables, { signal });
    for (const item of answer.coming.flatMap(({ items }) => items)) coming.set(keyOf(item), item);
    for (const item of answer.overdue.flatMap(({ items }) => items)) {
      // The period ends with today, which is not over.
      if (item.date < today) overdue.set(keyOf(item), item);
    }
  };
  const isCut = user === undefined ? await forUsers(client, add, signal) : false;
  if (user !== undefined) await add([user]);
  return { overdue: byDay(overdue), coming: byDay(coming), isCut };
}

/** @returns whether there are more users than are asked for */
async function forUsers(
  client: Client,
  add: (users: readonly string[]) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  let after: string | null = null;
  for (let count = 0; count < mostUsers; count += usersAtOnce) {
    const { clients }: UsersAnswer = await client.graphql<UsersAnswer>(
      usersQuery,
      { first: usersAtOnce, after },
      { signal },
    );
    await add(clients.nodes.map(({ id }) => id));
    if (!clients.pageInfo.hasNextPage) return false;
    after = clients.pageInfo.endCursor;
  }
  return true;
}

function byDay(items: ReadonlyMap<string, AgendaItem>): AgendaItem[] {
  return [...items.values()].sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}
