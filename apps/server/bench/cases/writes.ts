/**
 * Creates and updates of contacts.
 */
import { newContactBody } from '../data/contact-body.js';
import { fullName, type Person } from '../data/invent-contact.js';
import { unitId } from '../data/invent-rows.js';
import type { SpacePlan } from '../data/space-plan.js';
import { positions, remarks } from '../data/words.js';
import type { BenchRequest } from '../load/request-bytes.js';
import type { BenchCase } from './bench-case.js';
import { peer, plainWrites, restWrites, someContacts, variety } from './languages.js';
import { peerContactSelection, toCamelCase } from './members.js';

const unrepeatable = ['modified', 'revision'];

function bodies({ contacts }: SpacePlan, count: number): Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, index) => newContactBody(contacts + index));
}

/** What the server works out, PostGraphile is given. */
function peerBody(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const all = { ...body, formatted_name: fullName(body as unknown as Person), unit_id: unitId };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [toCamelCase(name), value]));
}

const creates = (path: string, plan: SpacePlan) =>
  bodies(plan, variety).map((body): BenchRequest => ({ method: 'POST', path, body: JSON.stringify(body) }));

interface Change {
  readonly id: string;
  readonly body: { readonly position: string | undefined; readonly comments: string | undefined };
}

/** Each record is met again with other values, so that every update changes something. */
function changes(plan: SpacePlan): Change[] {
  return [0, 1].flatMap((turn) =>
    someContacts(plan).map((id) => ({ id, body: { position: positions[turn], comments: remarks[turn] } })),
  );
}

const updates = (path: string, plan: SpacePlan) =>
  changes(plan).map(({ id, body }): BenchRequest => {
    return { method: 'PATCH', path: `${path}/${id}`, body: JSON.stringify(body) };
  });

const batchSize = 100;
const batchVariety = 20;

const batches = (path: string, plan: SpacePlan) =>
  Array.from({ length: batchVariety }, (_, index): BenchRequest => {
    const from = { ...plan, contacts: plan.contacts + index * batchSize };
    return { method: 'POST', path, body: JSON.stringify(bodies(from, batchSize)) };
  });

const batchNames = Array.from({ length: batchSize }, (_, index) => `c${index}`);
const batchQuery =
  `mutation (${batchNames.map((name) => `$${name}: ContactInput!`).join(', ')}) ` +
  `{ ${batchNames.map((name) => `${name}: createContact(input: { contact: $${name} }) { contact { rowId } }`).join(' ')} }`;

/** Ids differ; how many there are does not. */
const countOf = (ids: unknown) => Object.keys(ids as object).length;

export const writes: readonly BenchCase[] = [
  {
    name: 'create',
    title: 'Create with 20 members',
    isWrite: true,
    hasSameAnswer: true,
    unrepeatable: [...unrepeatable, 'id', 'created'],
    asking: {
      headwater: restWrites(201, creates),
      plain: plainWrites(201, creates),
      postgraphile: peer(
        ({ plan }) =>
          bodies(plan, variety).map((body) => ({
            query: `mutation ($contact: ContactInput!) { createContact(input: { contact: $contact }) { contact { ${peerContactSelection} } } }`,
            variables: { contact: peerBody(body) },
          })),
        ({ createContact }: { readonly createContact: { readonly contact: unknown } }) => createContact.contact,
      ),
    },
  },
  {
    name: 'update',
    title: 'Update of two members',
    isWrite: true,
    hasSameAnswer: true,
    unrepeatable,
    asking: {
      headwater: restWrites(200, updates),
      plain: plainWrites(200, updates),
      postgraphile: peer(
        ({ plan }) =>
          changes(plan).map(({ id, body }) => ({
            query: `mutation ($id: UUID!, $patch: ContactPatch!) { updateContact: updateContactByRowId(input: { rowId: $id, contactPatch: $patch }) { contact { ${peerContactSelection} } } }`,
            variables: { id, patch: body },
          })),
        ({ updateContact }: { readonly updateContact: { readonly contact: unknown } }) => updateContact.contact,
      ),
    },
  },
  {
    name: 'batch',
    title: `${batchSize} creates in one request`,
    isWrite: true,
    hasSameAnswer: false,
    unrepeatable: [],
    asking: {
      headwater: withCount(restWrites(200, (path, plan) => batches(`${path}/batch-modify`, plan))),
      plain: withCount(plainWrites(200, (path, plan) => batches(`${path}/batch`, plan))),
      postgraphile: peer(
        ({ plan }) =>
          Array.from({ length: batchVariety }, (_, index) => {
            const from = { ...plan, contacts: plan.contacts + index * batchSize };
            const values = bodies(from, batchSize).map((body, item) => [batchNames[item], peerBody(body)]);
            return { query: batchQuery, variables: Object.fromEntries(values) };
          }),
        countOf,
      ),
    },
  },
];

function withCount(asking: BenchCase['asking']['plain']): BenchCase['asking']['plain'] {
  return { ...asking, records: (body) => countOf(asking.records(body)) };
}
