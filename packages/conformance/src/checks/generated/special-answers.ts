/**
 * The operations of REST v100 that only one entity type has, or that belong to none, each carried out once.
 */

import { idOf } from '../../api/record.js';
import type { CheckContext } from '../../check-context.js';
import type { Answer } from '../../http/answer.js';
import type { Query } from '../../http/query.js';
import { withKey } from '../keys.js';

export async function lostLead({ fixtures }: CheckContext): Promise<string> {
  return idOf(await fixtures.update('Lead', await fixtures.create('Lead'), { is_archived: true }));
}

export async function lostOpportunity({ fixtures }: CheckContext): Promise<string> {
  return idOf(await fixtures.update('Opportunity', await fixtures.create('Opportunity'), { is_archived: true }));
}

/** An opportunity whose step is not the last one, which would win it. */
export async function openOpportunity({ fixtures }: CheckContext): Promise<string> {
  const pipeline_id = idOf(await fixtures.create('Pipeline'));
  const [first] = await fixtures.createAll('Step', [
    { pipeline_id, sort_order: 1 },
    { pipeline_id, sort_order: 2 },
  ]);
  const type = await fixtures.create('OpportunityType', { pipeline_id });
  const step_id = first === undefined ? null : idOf(first);
  return idOf(await fixtures.create('Opportunity', { oppty_type_id: idOf(type), step_id }));
}

/** A body with which a lead can be qualified. */
export async function qualification({ fixtures }: CheckContext) {
  const { closing_date = null, value = null, owner_id = null } = await fixtures.body('Opportunity');
  return { closing_date, value, owner_id };
}

/** An address at which nobody answers, whether a server may send there or not. */
const nobody = 'http://127.0.0.1:9/';

/** Reads the change log behind an account that was made and changed. @param shown parameters that show the records beside it */
async function feedAnswers(
  { rest, fixtures }: CheckContext,
  below: (id: string) => string,
  shown: Query = { expand: 'owner' },
): Promise<readonly Answer[]> {
  const id = idOf(await fixtures.create('Account'));
  await rest.update('Accounts', id, { city: 'Graz' });
  const path = below(id);
  return [
    await rest.sendInSpace('GET', path, { query: { first: 1 } }),
    await rest.sendInSpace('GET', path, { query: { first: 50, ...shown } }),
  ];
}

/** Answers by operation id. */
export const specialAnswers: Readonly<Record<string, (context: CheckContext) => Promise<readonly Answer[]>>> = {
  uploadCloudObject: async ({ rest, fixtures }) => {
    const filename = `${fixtures.uniqueText()}.txt`;
    const headers = { 'content-type': 'application/octet-stream' };
    return [await rest.sendBelow('POST', 'CloudObjects', 'upload', { query: { filename }, rawBody: 'text', headers })];
  },
  getCloudObjectContent: async ({ rest, fixtures }) => {
    const id = idOf(await fixtures.create('CloudObject'));
    return [await rest.sendBelow('GET', 'CloudObjects', `${id}/content`)];
  },
  pingWebhook: async ({ rest, fixtures }) => {
    const id = idOf(await fixtures.create('Webhook', { url: nobody }));
    return [await rest.sendBelow('POST', 'Webhooks', `${id}/ping`)];
  },
  redeliverWebhook: async ({ rest, fixtures }) => {
    const webhook = await fixtures.create('Webhook', { url: nobody });
    const body = { cursor: String(webhook.revision) };
    return [await rest.sendBelow('POST', 'Webhooks', `${idOf(webhook)}/redeliver`, { body })];
  },
  listChanges: (context) => feedAnswers(context, () => 'changes'),
  listCollectionChanges: (context) => feedAnswers(context, () => 'entities/Accounts/changes'),
  listRecordChanges: (context) => feedAnswers(context, (id) => `entities/Accounts/${id}/changes`),
  listRecordHistory: (context) => feedAnswers(context, (id) => `entities/Accounts/${id}/history`, {}),
  listAuditEntries: (context) => feedAnswers(context, () => 'entities/AuditEntries', {}),
  revertChanges: async ({ rest, fixtures }) => {
    const account = await fixtures.create('Account');
    const { revision } = await rest.update('Accounts', idOf(account), { city: 'Graz' });
    return [await rest.sendInSpace('POST', `changes/${String(revision)}/revert`)];
  },
  listWebhookDeliveries: async ({ rest, fixtures }) => {
    const id = idOf(await fixtures.create('Webhook', { url: nobody }));
    await rest.sendBelow('POST', 'Webhooks', `${id}/ping`);
    return [await rest.sendInSpace('GET', 'entities/WebhookDeliveries', { query: { 'filter[webhook_id]': id } })];
  },
  qualifyLead: async (context) => {
    const id = idOf(await context.fixtures.create('Lead'));
    const answer = await context.rest.sendBelow('POST', 'Leads', `${id}/qualify`, {
      body: await qualification(context),
    });
    context.rest.noteAs('Opportunities', id);
    return [answer];
  },
  sendOpportunityBack: async (context) => {
    const id = await openOpportunity(context);
    const answer = await context.rest.sendBelow('POST', 'Opportunities', `${id}/back-to-lead`, { body: {} });
    context.rest.noteAs('Leads', id);
    return [answer];
  },
  createKey: (context) => withKey(context, { scopes: ['Accounts:read'] }, async (_, answer) => [answer]),
  rotateKey: (context) =>
    withKey(context, { scopes: ['Accounts:read'] }, async ({ token }) => [
      await context.rest.sendInSpace('POST', `keys/${token}/rotate`, { body: { keep_old_seconds: 60 } }),
    ]),
  deleteKey: (context) =>
    withKey(context, { scopes: ['Accounts:read'] }, async ({ token }) => [
      await context.rest.sendInSpace('DELETE', `keys/${token}`),
    ]),
  reactivateLead: async (context) => [
    await context.rest.sendBelow('POST', 'Leads', `${await lostLead(context)}/reactivate`),
  ],
  reactivateOpportunity: async (context) => [
    await context.rest.sendBelow('POST', 'Opportunities', `${await lostOpportunity(context)}/reactivate`),
  ],
};
