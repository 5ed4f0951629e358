/**
 * Promises about which changes a webhook hears of.
 */
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { readObject } from '../../http/json.js';
import { createTwoSteps } from '../two-steps.js';
import { eventsOf, heardUpTo, withWebhook } from './subscribe.js';

const spec = 'v100#/components/schemas/Webhook';
const optionsSpec = `${spec}/properties/options`;

export const webhookChoiceChecks: readonly Check[] = [
  {
    id: 'webhook.events',
    sentence: 'MUST send the events that a webhook names, with `*` for all of an entity type, and no other',
    spec: `${spec}/properties/events`,
    run: (context) =>
      withWebhook(context, { events: ['Account.Create', 'Account.Delete'] }, (some) =>
        withWebhook(context, { events: ['Account.*'] }, async (all) => {
          const { rest, fixtures } = context;
          const id = idOf(await fixtures.create('Account'));
          await rest.update('Accounts', id, { city: 'Graz' });
          await rest.delete('Accounts', id);
          const contact = idOf(await fixtures.create('Contact'));
          const last = idOf(await fixtures.create('Account'));
          const ends = ['Account.Delete', 'Account.Create'];
          const ofAll = await heardUpTo(all, id, contact, last);
          expectEqual(eventsOf(ofAll), ['Account.Create', 'Account.Update', ...ends], 'events of Account.*');
          const ofSome = await heardUpTo(some, id, contact, last);
          expectEqual(eventsOf(ofSome), ['Account.Create', ...ends], 'events of Account.Create and Account.Delete');
        }),
      ),
  },
  {
    id: 'webhook.events.outcomes',
    sentence: 'MUST send moves and outcomes of an opportunity as events of their own',
    spec: `${spec}/properties/events`,
    run: (context) =>
      withWebhook(context, { events: ['Opportunity.Move', 'Opportunity.Won', 'Account.Create'] }, async (webhook) => {
        const { fixtures } = context;
        const { open, won } = await createTwoSteps(fixtures);
        const deal = await fixtures.create('Opportunity', open);
        await fixtures.update('Opportunity', deal, { step_id: won });
        const last = idOf(await fixtures.create('Account'));
        const heard = await heardUpTo(webhook, idOf(deal), last);
        expectEqual(eventsOf(heard), ['Opportunity.Move,Opportunity.Won', 'Account.Create'], 'events');
      }),
  },
  {
    id: 'webhook.events.records',
    sentence: 'MUST send the events of the WebhookEvents of a webhook as well',
    spec: 'v100#/components/schemas/WebhookEvent',
    run: (context) =>
      withWebhook(context, { events: ['Account.Create'] }, async (webhook) => {
        const { fixtures } = context;
        await fixtures.create('WebhookEvent', { webhook_id: webhook.id, event: 'Contact.Create' });
        const contact = idOf(await fixtures.create('Contact'));
        const last = idOf(await fixtures.create('Account'));
        expectEqual(eventsOf(await heardUpTo(webhook, contact, last)), ['Contact.Create', 'Account.Create'], 'events');
      }),
  },
  {
    id: 'webhook.filter',
    sentence: 'MUST send only changes of records that meet `filter` with `filter-op`',
    spec: optionsSpec,
    run: (context) => {
      const tag = context.fixtures.uniqueText();
      const options = { entity: { Account: { filter: { city: tag }, 'filter-op': { city: 'contains' } } } };
      return withWebhook(context, { events: ['Account.*'], options }, async (webhook) => {
        const { rest, fixtures } = context;
        const other = idOf(await fixtures.create('Account', { city: 'Graz' }));
        const id = idOf(await fixtures.create('Account', { city: `in ${tag}` }));
        await rest.update('Accounts', other, { comments: 'x' });
        const last = idOf(await fixtures.create('Account', { city: tag }));
        const heard = await heardUpTo(webhook, other, id, last);
        const ids = heard.map(({ entity_id }) => entity_id);
        expectEqual(ids, [id, last], 'accounts that were heard of');
      });
    },
  },
  {
    id: 'webhook.on-field-change',
    sentence: 'MUST send an update only when it changes one of the members in `on-field-change`',
    spec: optionsSpec,
    run: (context) => {
      const options = { entity: { Account: { 'on-field-change': ['city', 'name'] } } };
      return withWebhook(context, { events: ['Account.Update', 'Account.Delete'], options }, async (webhook) => {
        const { rest, fixtures } = context;
        const id = idOf(await fixtures.create('Account', { city: 'Linz' }));
        await rest.update('Accounts', id, { comments: 'x' });
        await rest.update('Accounts', id, { city: 'Graz', account_class: 3 });
        await rest.update('Accounts', id, { city: 'Graz', account_class: 2 });
        const last = idOf(await fixtures.create('Account'));
        await rest.delete('Accounts', last);
        const heard = await heardUpTo(webhook, id, last);
        expectEqual(eventsOf(heard), ['Account.Update', 'Account.Delete'], 'events');
        const { members } = readObject(heard[0]?.change, 'change');
        expectEqual(readObject(members, 'members').city, { from: 'Linz', to: 'Graz' }, 'members.city');
      });
    },
  },
  {
    id: 'webhook.load-only',
    sentence: 'MUST show the record of a change with `load-only` and `expand`',
    spec: optionsSpec,
    run: (context) => {
      const options = { entity: { Account: { 'load-only': ['id', 'city'] }, Contact: { expand: ['owner'] } } };
      return withWebhook(context, { events: ['Account.Create', 'Contact.Create'], options }, async (webhook) => {
        const { fixtures } = context;
        const id = idOf(await fixtures.create('Account', { city: 'Graz' }));
        const contact = await fixtures.create('Contact');
        const [account, last] = await heardUpTo(webhook, id, idOf(contact));
        expectEqual(account?.record, { id, city: 'Graz' }, 'record with load-only');
        const owner = readObject(readObject(last?.record, 'record').owner, 'owner of the record with expand');
        expectEqual(owner.id, contact.owner_id, 'id of the owner');
      });
    },
  },
  {
    id: 'webhook.related-entity',
    sentence: 'MUST send changes of the rows in `related_entity` as an update of the record that they belong to',
    spec: optionsSpec,
    run: (context) => {
      const options = { related_entity: ['ContactAccountRelation'] };
      return withWebhook(context, { events: ['Contact.Update', 'Account.Create'], options }, async (webhook) => {
        const { fixtures } = context;
        const contact_id = idOf(await fixtures.create('Contact'));
        await fixtures.create('ContactAccountRelation', { contact_id });
        const last = idOf(await fixtures.create('Account'));
        const [first] = await heardUpTo(webhook, contact_id, last);
        const entity = readObject(first?.change, 'change').entity;
        expectEqual([first?.events, entity], [['Contact.Update'], 'ContactAccountRelation'], 'event and changed row');
      });
    },
  },
  {
    id: 'webhook.skip-key',
    sentence: 'MUST leave out what was written with a `Webhook-Skip-Key` of the webhook, and with no other',
    spec: 'v100#/components/parameters/WebhookSkipKey',
    run: (context) => {
      const { rest, fixtures } = context;
      const key = fixtures.uniqueText();
      return withWebhook(context, { events: ['Account.*'], options: { skip_keys: [key] } }, async (webhook) => {
        const id = idOf(await fixtures.create('Account'));
        for (const [city, skip] of [
          ['skipped', key],
          ['heard', `${key}-other`],
        ]) {
          const headers = { 'webhook-skip-key': skip ?? '' };
          expectSuccess(await rest.send('PATCH', 'Accounts', id, { body: { city }, headers }));
        }
        const last = idOf(await fixtures.create('Account'));
        const heard = await heardUpTo(webhook, id, last);
        expectEqual(eventsOf(heard), ['Account.Create', 'Account.Update', 'Account.Create'], 'events');
        const { members } = readObject(heard[1]?.change, 'change');
        expectEqual(readObject(members, 'members').city, { from: 'skipped', to: 'heard' }, 'members.city');
      });
    },
  },
];
