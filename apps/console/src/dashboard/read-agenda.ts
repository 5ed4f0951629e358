/** Reads what users have to do: what is overdue, and what comes in the next days. */
import type { Client } from '../account/account.js';
import {
  type AgendaAnswer,
  type AgendaItem,
  agendaQuery,
  overdueQuery,
  type UsersAnswer,
  usersQuery,
} from './queries.js';

export interface ReadAgenda {
  /** Open tasks and deals of days that are past, the oldest first. */
  readonly overdue: readonly AgendaItem[];
  /** In the order of their days. */
  readonly coming: readonly AgendaItem[];
  /** Why what is overdue is not all there: there may be too much of it for one answer. */
  readonly overdueError: unknown;
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
  let overdueError: unknown;
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const read = async (query: string, users: readonly string[], relative: string) => {
    const variables = { users, period: { relative, timeZone } };
    const { agendas } = await client.graphql<AgendaAnswer>(query, variables, { signal });
    return agendas.flatMap(({ items }) => items);
  };
  const add = async (users: readonly string[]) => {
    if (users.length === 0) return;
    const past = read(overdueQuery, users, 'Last365Days').catch((error) => {
      overdueError = error;
      return [];
    });
    for (const item of await read(agendaQuery, users, 'Next30Days')) coming.set(keyOf(item), item);
    // The period ends with today, which is not over.
    for (const item of await past) if (item.date < today) overdue.set(keyOf(item), item);
  };
  const isCut = user === undefined ? await forUsers(client, add, signal) : false;
  if (user !== undefined) await add([user]);
  return { overdue: byDay(overdue), coming: byDay(coming), overdueError, isCut };
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
