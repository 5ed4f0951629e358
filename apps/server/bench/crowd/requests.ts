/**
 * What callers of a space ask: three lists to one create.
 */
import { requestBytes } from '../load/request-bytes.js';
import type { Listening } from './server-process.js';

export type Space = Listening['spaces'][number];

export function requestsOf({ space, authorization, owner }: Space): Buffer[] {
  const contacts = `/api/v100/rest/spaces/${space}/entities/Contacts`;
  const body = JSON.stringify({ owner_id: owner, first_name: 'Ann', last_name: 'Crowd' });
  const list = requestBytes({ method: 'GET', path: `${contacts}?first=30` }, authorization);
  const create = requestBytes({ method: 'POST', path: contacts, body }, authorization);
  return [list, list, list, create];
}
