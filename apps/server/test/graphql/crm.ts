/**
 * A few records that belong together, written through GraphQL: two accounts, three contacts that work for them, an opportunity.
 */
import type { GraphqlServer } from './graphql-server.js';

export interface Crm {
  readonly owner: string;
  readonly currency: string;
  readonly step: string;
  readonly accounts: readonly [string, string];
  readonly contacts: readonly [string, string, string];
  readonly opportunity: string;
}

interface Named {
  readonly id: string;
}

export async function writeCrm(server: GraphqlServer): Promise<Crm> {
  const first = await server.query<Record<'clients' | 'currencies' | 'steps', { readonly nodes: readonly [Named] }>>(`{
    clients(first: 1) { nodes { id } }
    currencies(first: 1, filter: { isBase: { eq: true } }) { nodes { id } }
    steps(first: 1, orderBy: [{ field: SORT_ORDER }]) { nodes { id } }
  }`);
  const owner = first.clients.nodes[0].id;
  const create = async (entityType: string, input: object): Promise<string> => {
    const query = `mutation ($input: ${entityType}CreateInput!) { created: create${entityType}(input: $input) { id } }`;
    const { created } = await server.query<{ readonly created: Named }>(query, { input: { ownerId: owner, ...input } });
    return created.id;
  };
  const sitwell = await create('Account', { name: 'Sitwell Housing', city: 'Leeds' });
  const bluth = await create('Account', { name: 'Bluth Company', city: 'Æbeltoft' });
  const works = (accountId: string, isPrimary: boolean, position: string) => ({ accountId, isPrimary, position });
  const michael = await create('Contact', {
    firstName: 'Michael',
    lastName: 'Bluth',
    accountRelations: [works(bluth, true, 'Manager'), works(sitwell, false, 'Adviser')],
  });
  const sally = await create('Contact', {
    firstName: 'Sally',
    lastName: 'Sitwell',
    accountRelations: [works(sitwell, true, 'Owner')],
  });
  const gob = await create('Contact', { firstName: 'Gob' });
  const opportunity = await create('Opportunity', {
    name: 'Model home',
    closingDate: '2025-03-31',
    stepId: first.steps.nodes[0].id,
    value: { baseValue: '1200.50', currencyId: first.currencies.nodes[0].id },
    accountRelations: [{ accountId: bluth, isPrimary: true }],
  });
  return {
    owner,
    currency: first.currencies.nodes[0].id,
    step: first.steps.nodes[0].id,
    accounts: [sitwell, bluth],
    contacts: [michael, sally, gob],
    opportunity,
  };
}
