/**
 * Pages of 30 contacts through the server's other interfaces. The floor and PostGraphile, which have one each, are asked for the same.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { type ColumnKind, type Columns, contactColumns } from '../floors/plain/columns.js';
import type { BenchCase } from './bench-case.js';
import { graphql, peer, plain } from './languages.js';
import {
  accountSelection,
  contactSelection,
  peerAccountSelection,
  peerContactSelection,
  userSelection,
} from './members.js';
import { newestOrder, owner, reads } from './reads.js';

const unrepeatable = ['modified', 'revision'];

const accounts = `contactAccounts: contactAccountsByContactId { nodes { isPrimary account: accountByAccountId { ${peerAccountSelection} } } }`;

const peerList = peer(
  () => [
    {
      query: `{ contacts: allContacts(first: 30, ${newestOrder}) { nodes { ${peerContactSelection} ${owner} ${accounts} } pageInfo { hasNextPage } } }`,
    },
  ],
  ({ contacts }: Contacts) => contacts.nodes,
);

interface Contacts {
  readonly contacts: { readonly nodes: unknown };
}

export const otherInterfaces: readonly BenchCase[] = [
  {
    name: 'v1',
    title: 'REST v1: newest 30',
    isWrite: false,
    hasSameAnswer: false,
    // Version 1 has numbers for users and units.
    unrepeatable: [...unrepeatable, 'owner_id', 'unit_id'],
    asking: {
      ...reads.find(({ name }) => name === 'newest')!.asking,
      headwater: {
        requests: ({ space }) => [
          { method: 'GET', path: `/rest_services/v1/${space}/Contacts?limit=30&sort=-CREATED` },
        ],
        records: v1Records,
      },
    },
  },
  {
    name: 'graphql',
    title: 'GraphQL: newest 30 with owner and account',
    isWrite: false,
    hasSameAnswer: false,
    unrepeatable,
    asking: {
      headwater: graphql(
        ({ space }) => `/api/v100/graphql/spaces/${space}`,
        () => [
          {
            query:
              `{ contacts(first: 30, orderBy: [{ field: CREATED, direction: DESC }]) { nodes { ${contactSelection} ` +
              `owner { ${userSelection} } primaryAccount { ${accountSelection} } } pageInfo { hasNextPage } } }`,
          },
        ],
        ({ contacts }: Contacts) => contacts.nodes,
      ),
      plain: plain(() => ['?expand=owner,primary_account']),
      postgraphile: {
        ...peerList,
        records: (body) => (peerList.records(body) as PeerContact[]).map(withPrimaryAccount),
      },
    },
  },
];

interface PeerContact {
  readonly contact_accounts: { readonly nodes: readonly { readonly is_primary: boolean; readonly account: unknown }[] };
}

function withPrimaryAccount({ contact_accounts: { nodes }, ...contact }: PeerContact): unknown {
  return { ...contact, primary_account: nodes.find(({ is_primary }) => is_primary)?.account };
}

const catalog = buildCatalog(entityTypes);

/** @returns the records of v1 with the names and values of v100 */
function v1Records(body: string): unknown {
  const names = new Map(
    catalog.members('Contact').map(({ name, field }) => ['v1Name' in field ? field.v1Name : name.toUpperCase(), name]),
  );
  return (JSON.parse(body) as Readonly<Record<string, unknown>>[]).map((record) => {
    const members = Object.entries(record).map(([v1Name, value]) => {
      const name = names.get(v1Name) ?? v1Name.toLowerCase();
      return [name, v1Value((contactColumns as Columns)[name], value)];
    });
    return Object.fromEntries(members);
  });
}

/** Version 1 writes ids in capitals behind a prefix, and booleans as numbers. */
function v1Value(kind: ColumnKind | undefined, value: unknown): unknown {
  if (kind === 'boolean') return value === 1;
  return kind === 'id' && typeof value === 'string' ? value.replace(/^PY-[0-9A-F]+-/, '').toLowerCase() : value;
}
