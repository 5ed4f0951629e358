/**
 * Every write can be tried, and nobody who means to try one writes because of how he said it.
 */
import { v100Document } from '@headwater/openapi-types/v100-document';
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { newLead } from '../lifecycle/lifecycle-space.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly $ref?: string }[];
}

/** They send messages or give passwords, and what they write is not for the body to say. */
const withoutRecords = ['createKey', 'deleteKey', 'rotateKey', 'pingWebhook', 'redeliverWebhook'];

const dryRunParameter = '#/components/parameters/DryRun';

it('is a parameter of all operations that write, and of no others', () => {
  const paths = Object.entries(v100Document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([name]) => name !== 'parameters')
      .map(([method, operation]) => ({ method, name: `${method} ${path}`, operation })),
  );
  const having = operations.filter(({ operation }) =>
    operation.parameters?.some(({ $ref }) => $ref === dryRunParameter),
  );
  const writing = operations.filter(
    ({ method, operation }) => method !== 'get' && !withoutRecords.includes(operation.operationId),
  );
  expect(having.map(({ name }) => name)).toEqual(writing.map(({ name }) => name));
  expect(having.length).toBeGreaterThan(500);
});

onOneDatabase((running) => {
  it.each(['dry-run', 'dry-run=', 'dry-run=yes', 'dry-run=true&dry-run=false', 'dry_run=true', 'dryrun=true'])(
    'rejects ?%s',
    async (query) => {
      const { space } = running;
      const [contact, other, lead] = [await space.newContact(), await space.newContact(), await newLead(space)];
      const opportunity = await space.newOpportunity();
      const body = { last_name: 'Okafor', owner_id: space.ids.ownerId };
      const { revision } = await space.newContact();
      for (const [method, path, sent] of [
        ['POST', 'Contacts', body],
        ['PATCH', `Contacts/${contact.id}`, { city: 'Leeds' }],
        ['DELETE', `Contacts/${contact.id}`, undefined],
        ['PUT', `Contacts/by/id/${contact.id}`, { city: 'Leeds' }],
        ['POST', 'Contacts/batch-modify', [body]],
        ['POST', 'Contacts/batch-delete', [contact.id]],
        ['POST', 'Contacts/batch-restore', [contact.id]],
        ['POST', 'Contacts/merge', { master: { id: contact.id }, secondary_ids: [other.id] }],
        ['POST', `Leads/${lead.id}/qualify`, {}],
        ['POST', `Leads/${lead.id}/reactivate`, undefined],
        ['POST', `Opportunities/${opportunity.id}/reactivate`, undefined],
        ['POST', `Opportunities/${opportunity.id}/back-to-lead`, {}],
      ] as const) {
        const answer = await space.send(method, `${path}?${query}`, { body: sent });
        expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(400);
        expect(answer.body).toMatchObject({ code: 117, message: expect.stringContaining('dry-run') });
      }
      const upload = { body: new Blob(['x']), headers: { 'content-type': 'application/octet-stream' } };
      expect((await space.send('POST', `CloudObjects/upload?filename=a.txt&${query}`, upload)).status).toBe(400);
      expect((await space.newContact()).revision).toBe(revision + 1);
    },
  );

  it('writes when it is false, and reads as if it were not there', async () => {
    const { space } = running;
    const body = { last_name: 'Okafor', owner_id: space.ids.ownerId };
    const written = await space.send('POST', 'Contacts', { body, query: { 'dry-run': false } });
    expect(written.status).toBe(201);
    expect(written.headers.get('dry-run')).toBeNull();
    const { id } = written.body.data as { id: string };
    const read = await space.send('GET', `Contacts/${id}`, { query: { 'dry-run': true } });
    expect(read.status).toBe(200);
    expect(read.headers.get('dry-run')).toBeNull();
    expect(read.headers.get('warning')).toContain('dry-run');
  });
});
