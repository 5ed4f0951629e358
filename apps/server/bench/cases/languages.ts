/**
 * How each contestant is asked, and where its answers have their records.
 */
import { recordId } from '../data/record-id.js';
import type { SpacePlan } from '../data/space-plan.js';
import type { BenchRequest } from '../load/request-bytes.js';
import type { Asking, Target } from './bench-case.js';
import { toSnakeCase } from './members.js';

/** Requests that differ in their record; more than the connections, few enough to be made at once. */
export const variety = 500;

/** @returns the ids of contacts from all over the space */
export function someContacts({ contacts }: SpacePlan): string[] {
  const count = Math.min(variety, contacts);
  return Array.from({ length: count }, (_, index) => recordId('contact', Math.floor((index * contacts) / count)));
}

interface Data<T> {
  readonly data: T;
}

const dataOf = (body: string) => (JSON.parse(body) as Data<unknown>).data;

/** @param path below the space's contacts */
export function rest(paths: (target: Target) => readonly string[]): Asking {
  return {
    requests: (target) => paths(target).map((path) => ({ method: 'GET', path: `${contactsPath(target)}${path}` })),
    records: dataOf,
  };
}

export function restWrites(status: number, requests: (contacts: string, plan: SpacePlan) => BenchRequest[]): Asking {
  return { status, requests: (target) => requests(contactsPath(target), target.plan), records: dataOf };
}

function contactsPath({ space }: Target): string {
  return `/api/v100/rest/spaces/${space}/entities/Contacts`;
}

export function plain(paths: (target: Target) => readonly string[]): Asking {
  return {
    requests: (target) => paths(target).map((path) => ({ method: 'GET', path: `/contacts${path}` })),
    records: dataOf,
  };
}

export function plainWrites(status: number, requests: (contacts: string, plan: SpacePlan) => BenchRequest[]): Asking {
  return { status, requests: ({ plan }) => requests('/contacts', plan), records: dataOf };
}

/** A GraphQL document with the variables of each request. */
export interface Query {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** @param records of the answer's data */
export function graphql(
  path: (target: Target) => string,
  queries: (target: Target) => readonly Query[] | Promise<readonly Query[]>,
  records: (data: never) => unknown,
): Asking {
  return {
    requests: async (target) =>
      (await queries(target)).map((query) => ({ method: 'POST', path: path(target), body: JSON.stringify(query) })),
    records: (body) => {
      const { data, errors } = JSON.parse(body) as { data?: never; errors?: unknown };
      if (errors !== undefined) throw new Error(`an answer with errors: ${body.slice(0, 500)}`);
      return toSnakeCase(records(data as never));
    },
  };
}

export function peer(
  queries: (target: Target) => readonly Query[] | Promise<readonly Query[]>,
  records: (data: never) => unknown,
): Asking {
  return graphql(() => '/graphql', queries, records);
}
