/**
 * Pages of 30 contacts, and one contact.
 */
import { createdOf } from '../data/invent-rows.js';
import { recordId } from '../data/record-id.js';
import type { SpacePlan } from '../data/space-plan.js';
import { contactMembers } from '../floors/plain/columns.js';
import type { Asking, BenchCase, Target } from './bench-case.js';
import { peer, plain, rest, someContacts } from './languages.js';
import { peerAccountSelection, peerContactSelection, peerUserSelection } from './members.js';

const read = { isWrite: false, unrepeatable: ['modified', 'revision'] } as const;

export const newestOrder = 'orderBy: [CREATED_DESC, ROW_ID_DESC]';

/** @param more members that are asked for besides those of the floor */
function peerList(args: string, more = ''): Asking {
  const query = `{ contacts: allContacts(first: 30, ${args}) { nodes { ${peerContactSelection} ${more} } pageInfo { hasNextPage } } }`;
  return peer(() => [{ query }], nodesOf);
}

const nodesOf = ({ contacts }: { readonly contacts: { readonly nodes: unknown } }) => contacts.nodes;

export const owner = `owner: userByOwnerId { ${peerUserSelection} }`;

const relations = `contactAccounts: contactAccountsByContactId { nodes { contactId accountId isPrimary position relationship account: accountByAccountId { ${peerAccountSelection} } } }`;

const expansion = 'expand=owner,account_relations.account';

/** So many are newer than those of the deep page, in a space that has as many. */
const depth = 50_000;

/** @returns the place of the contact that the deep page begins after */
function deepPlace({ contacts }: SpacePlan): number {
  return contacts - Math.min(depth, Math.floor(contacts / 2));
}

const deepCursor = (plan: SpacePlan) => {
  const place = deepPlace(plan);
  const values = [createdOf(place).replace('Z', '000'), recordId('contact', place)];
  return encodeURIComponent(Buffer.from(JSON.stringify(values)).toString('base64'));
};

async function peerCursor({ plan, ask }: Target): Promise<string> {
  const id = recordId('contact', deepPlace(plan));
  const query = `{ contacts: allContacts(first: 1, ${newestOrder}, filter: { rowId: { equalTo: "${id}" } }) { edges { cursor } } }`;
  const { body } = await ask({ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) });
  const { data } = JSON.parse(body) as { data: { contacts: { edges: readonly { cursor: string }[] } } };
  return data.contacts.edges[0]!.cursor;
}

const newestPath = '?order-by=-created';

export const reads: readonly BenchCase[] = [
  {
    ...read,
    name: 'newest',
    title: 'Newest 30, all members',
    hasSameAnswer: true,
    asking: {
      headwater: rest(() => [newestPath]),
      plain: plain(() => ['']),
      postgraphile: peerList(newestOrder),
    },
  },
  {
    ...read,
    name: 'load-only',
    title: "Newest 30, the floor's 45 members",
    hasSameAnswer: false,
    asking: {
      headwater: rest(() => [`${newestPath}&load-only=${contactMembers.join(',')}`]),
      plain: plain(() => ['']),
      postgraphile: peerList(newestOrder),
    },
  },
  {
    ...read,
    name: 'expand',
    title: 'Newest 30 with owner and accounts',
    hasSameAnswer: true,
    asking: {
      headwater: rest(() => [`${newestPath}&${expansion}`]),
      plain: plain(() => ['?expand=owner,accounts']),
      postgraphile: {
        ...peerList(newestOrder, `${owner} ${relations}`),
        records: (body) => flattened(peerList('').records(body) as PeerContact[]),
      },
    },
  },
  {
    ...read,
    name: 'filter',
    title: '30 with a last name that begins with "Sm" in any case, in Vienna, by last name',
    hasSameAnswer: false,
    asking: {
      headwater: rest(() => [
        '?filter[last_name]=Sm&filter-op[last_name]=istarts&filter[city]=Vienna&order-by=last_name',
      ]),
      plain: plain(() => ['?city=Vienna&last_name=Sm']),
      postgraphile: peerList(
        'orderBy: [LAST_NAME_ASC, ROW_ID_ASC], filter: { lastName: { startsWithInsensitive: "Sm" }, city: { equalTo: "Vienna" } }',
      ),
    },
  },
  {
    ...read,
    name: 'get',
    title: 'Get by id',
    hasSameAnswer: true,
    asking: {
      headwater: rest(({ plan }) => someContacts(plan).map((id) => `/${id}`)),
      plain: plain(({ plan }) => someContacts(plan).map((id) => `/${id}`)),
      postgraphile: peer(
        ({ plan }) =>
          someContacts(plan).map((id) => ({
            query: `query ($id: UUID!) { contact: contactByRowId(rowId: $id) { ${peerContactSelection} } }`,
            variables: { id },
          })),
        ({ contact }: { readonly contact: unknown }) => contact,
      ),
    },
  },
  {
    ...read,
    name: 'deep',
    title: `30 after the newest ${depth.toLocaleString('en')}`,
    hasSameAnswer: true,
    asking: {
      headwater: rest(({ plan }) => [`${newestPath}&after=${deepCursor(plan)}`]),
      plain: plain(({ plan }) => {
        const place = deepPlace(plan);
        return [`?created=${createdOf(place)}&id=${recordId('contact', place)}`];
      }),
      postgraphile: peer(async (target) => {
        const after = await peerCursor(target);
        const page = `contacts: allContacts(first: 30, ${newestOrder}, after: $after)`;
        const query = `query ($after: Cursor!) { ${page} { nodes { ${peerContactSelection} } pageInfo { hasNextPage } } }`;
        return [{ query, variables: { after } }];
      }, nodesOf),
    },
  },
];

interface PeerContact {
  readonly contact_accounts: { readonly nodes: readonly { readonly is_primary: boolean }[] };
}

/** Its relations as REST shows them, the primary one first. */
function flattened(contacts: readonly PeerContact[]): unknown {
  return contacts.map(({ contact_accounts: { nodes }, ...contact }) => ({
    ...contact,
    account_relations: nodes.toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary)),
  }));
}
