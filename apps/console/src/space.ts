/** The space that the tab is signed in to, for all parts of the page. */

import { unwrap } from '@headwater/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Account, type Client, clientOf } from './account/account.js';
import { type Contract, contractOf, type GivenNames } from './contract/contract.js';
import type { SpaceDocument } from './contract/document.js';

export interface Space {
  readonly name: string;
  readonly client: Client;
  readonly contract: Contract;
  readonly account: Account;
  /** Reads the contract again, after it has been changed. */
  readonly reload: () => void;
  /** Goes on with another password of the same key. */
  readonly changePassword: (password: string) => void;
  readonly signOut: () => void;
}

/** What is known of a space once it has been opened. */
export type OpenSpace = Pick<Space, 'name' | 'client' | 'contract'>;

export const SpaceContext = createContext<Space | undefined>(undefined);

export function useSpace(): Space {
  const space = useContext(SpaceContext);
  if (space === undefined) throw new Error('This part of the page is for those who are signed in.');
  return space;
}

/** @throws ApiError what the space answers to a key that does not fit */
export async function openSpace(account: Account): Promise<OpenSpace> {
  const client = clientOf(account);
  // In the form for answers that `load-only` cuts: the shortest one.
  const document = await unwrap(
    client.GET<SpaceDocument>('/openapi.json', { params: { query: { 'load-only': true } } }),
  );
  return { name: account.space, client, contract: contractOf(document, await readNames(client)) };
}

interface NamedField {
  readonly entity_name: string;
  readonly api_name: string;
  readonly name: string;
}

interface NamedEntity {
  readonly entity_api_name: string;
  readonly name_plural: string;
}

/** What people call custom fields and entity types; nothing where the key may not read that. */
async function readNames(client: Client): Promise<GivenNames> {
  const ownFields = { filter: { api_name: 'cf_' }, 'filter-op': { api_name: 'starts' } };
  const ownTypes = { 'filter-op': { entity_api_name: 'not-null' } };
  const [fields, entities] = await Promise.all([
    allOf<NamedField>(client, '/entities/Fields', { ...ownFields, 'load-only': 'entity_name,api_name,name' }),
    allOf<NamedEntity>(client, '/entities/Entities', { ...ownTypes, 'load-only': 'entity_api_name,name_plural' }),
  ]);
  return new Map([
    ...fields.map(({ entity_name, api_name, name }) => [`${entity_name}.${api_name}`, name] as const),
    ...entities.map(({ entity_api_name, name_plural }) => [entity_api_name, name_plural] as const),
  ]);
}

async function allOf<Item>(client: Client, path: `/${string}`, query: object): Promise<Item[]> {
  const found: Item[] = [];
  try {
    for await (const one of client.records<Item>(path, { params: { query: { ...query } } })) found.push(one);
  } catch {
    // Names are a convenience: the contract has labels of its own.
  }
  return found;
}
