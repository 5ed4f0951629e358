/**
 * What callers of a space ask. Usual: three lists to one create. Heavy: as much as one request may ask for, three queries of sixty lists
 * with relations to one batch.
 */
import { requestBytes } from '../load/request-bytes.js';
import type { Listening } from './server-process.js';

export type Space = Listening['spaces'][number];

export const requestForms = ['usual', 'heavy'] as const;

export type RequestForm = (typeof requestForms)[number];

const lists = 60;
const itemsOfBatch = 500;

export function requestsOf(space: Space, form: RequestForm = 'usual'): Buffer[] {
  return form === 'usual' ? usual(space) : heavy(space);
}

function usual({ space, authorization, owner }: Space): Buffer[] {
  const contacts = contactsOf(space);
  const body = JSON.stringify({ owner_id: owner, first_name: 'Ann', last_name: 'Crowd' });
  const list = requestBytes({ method: 'GET', path: `${contacts}?first=30` }, authorization);
  const create = requestBytes({ method: 'POST', path: contacts, body }, authorization);
  return [list, list, list, create];
}

function heavy({ space, authorization, owner }: Space): Buffer[] {
  const names = ['first_name', 'last_name', 'email'];
  const fields = Array.from({ length: lists }, (_, index) => {
    const filter = `{ or: [${names.map((name) => `{ ${name}: { LIKE: "%n${index}%" } }`).join(' ')}] }`;
    return `l${index}: contacts(first: 100, filter: ${filter}) { totalCount nodes { id last_name owner { id email } } }`;
  });
  const body = JSON.stringify({ query: `{ ${fields.join('\n')} }` });
  const query = requestBytes({ method: 'POST', path: `/api/v100/graphql/spaces/${space}`, body }, authorization);
  const items = Array.from({ length: itemsOfBatch }, (_, index) => ({
    owner_id: owner,
    first_name: 'Ann',
    last_name: `Crowd ${index}`,
  }));
  const path = `${contactsOf(space)}/batch-modify`;
  const batch = requestBytes({ method: 'POST', path, body: JSON.stringify(items) }, authorization);
  return [query, query, query, batch];
}

function contactsOf(space: string): string {
  return `/api/v100/rest/spaces/${space}/entities/Contacts`;
}
