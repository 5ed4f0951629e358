/**
 * Asks a space for the records that a filter of boxes finds, over GraphQL, and puts such filters together.
 */
import type { FieldOperator, FilterTabInput, SiblingRelationType } from '@headwater/graphql-types';
import type { TestSpace } from '../test-space.js';

export interface Rejection {
  readonly message: string;
  readonly extensions: { readonly code: string };
}

interface Answered<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly Rejection[];
}

/** @returns what came back, errors or not */
export async function send<Data>(
  space: TestSpace,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Answered<Data>> {
  const answer = await fetch(`${space.origin}/api/v100/graphql/spaces/${space.id}`, {
    method: 'POST',
    headers: { authorization: space.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await answer.json()) as Answered<Data>;
}

/** @throws Error when the answer has errors */
export async function ask<Data>(
  space: TestSpace,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const { data, errors } = await send<Data>(space, query, variables);
  if (errors || !data) throw new Error(JSON.stringify(errors));
  return data;
}

/** What a connection is filtered by. */
export interface Filters {
  readonly filterTab?: FilterTabInput;
  readonly profileId?: string;
}

const query = (many: string) => `query ($filterTab: FilterTabInput, $profileId: UUID) {
  found: ${many}(first: 100, filterTab: $filterTab, profileId: $profileId) { nodes { id } }
}`;

type Found = { readonly found: { readonly nodes: readonly { readonly id: string }[] } };

/** @param many member of `Query`: `accounts` @returns ids in their order @throws Error for a rejected filter */
export async function find(space: TestSpace, many: string, filters: Filters): Promise<string[]> {
  const { found } = await ask<Found>(space, query(many), { ...filters });
  return found.nodes.map(({ id }) => id);
}

/** @returns the message of the rejection @throws Error when there is none */
export async function rejectionOf(space: TestSpace, many: string, filters: Filters): Promise<string> {
  const { errors } = await send<Found>(space, query(many), { ...filters });
  const [error] = errors ?? [];
  if (error?.extensions.code !== 'ERROR_PARAMETER_INVALID') throw new Error(`not rejected: ${JSON.stringify(errors)}`);
  return error.message;
}

export type GivenRule = readonly [field: string, operator: FieldOperator | null, ...values: (string | null)[]];

/** @returns rules whose values are alternatives of one part each */
export function rules(...given: readonly GivenRule[]) {
  return given.map(([field, operator, ...values]) => ({ field, operator, values: values.map((value) => [value]) }));
}

/** @returns a tab that has a main box only */
export function mainTab(entity: string, ...given: readonly GivenRule[]): FilterTabInput {
  return { mainBox: { entity, filterFields: rules(...given) } };
}

/** @returns a tab whose main box finds all, with one sibling box */
export function siblingTab(
  entity: string,
  [sibling, kind]: readonly [entity: string, kind: SiblingRelationType],
  ...given: readonly GivenRule[]
): FilterTabInput {
  return {
    mainBox: { entity, filterFields: [] },
    siblingBoxes: [{ id: 'sibling', entity: sibling, relation: { kind }, filterFields: rules(...given) }],
  };
}
