import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { suggestion } from '../../errors/closest-name.js';
import type { Leaf } from '../../errors/validation-error.js';
import { RowsPart } from '../../request/write-request.js';
import { translateBody } from './translate-body.js';

const catalog = buildCatalog(entityTypes);
const id = '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f6';
const otherId = '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f7';
const legacyId = `PY-7FFFFFFF-${id.toUpperCase()}`;

async function translate(entity: string, body: Record<string, unknown>) {
  const leaves: Leaf[] = [];
  const context = {
    catalog,
    findIdByNumber: async (entityType: string, number: number) =>
      entityType === 'Client' && number === 5 ? otherId : undefined,
    reject: (leaf: Leaf) => leaves.push(leaf),
    suggest: (given: string, names: () => Iterable<string>) => suggestion(given, names()),
    pause: async () => {},
  };
  return { body: await translateBody(context, catalog.existing(entity), body), leaves };
}

describe('translateBody', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['Account', { ORGANIZATION: 'Acme', CITY: null }, { name: 'Acme', city: null }],
    ['Account', { IS_UNSUBSCRIBED: 1 }, { is_unsubscribed: true }],
    ['Account', { IS_UNSUBSCRIBED: 0 }, { is_unsubscribed: false }],
    ['Account', { IS_UNSUBSCRIBED: 'maybe' }, { is_unsubscribed: 'maybe' }],
    ['Account', { OWNER_ID: 5 }, { owner_id: otherId }],
    ['Account', { OWNER_ID: '5' }, { owner_id: otherId }],
    ['Account', { OWNER_ID: legacyId }, { owner_id: id }],
    ['Account', { OWNER_ID: 'Ann' }, { owner_id: 'Ann' }],
    ['Account', { PARENT_ACCOUNT_ID: '' }, { parent_account_id: null }],
    ['Account', { PARENT_ACCOUNT_ID: legacyId }, { parent_account_id: id }],
    ['Account', { ACCOUNT_CLASS: '', CITY: '' }, { account_class: null, city: '' }],
    ['Account', { ID: legacyId, MODIFIED: '2024-05-01 10:20:30', REVISION: 7 }, {}],
    ['Task', { REMINDER: null }, { reminder: null }],
    ['Task', { REMINDER: legacyId }, { reminder: { id } }],
    ['Task', { REMINDER: { ID: legacyId, STATUS: 2 } }, { reminder: { id, status: 2 } }],
    ['Webhook', { EVENTS: ['a', 'b'] }, { events: ['a', 'b'] }],
    ['Contact', { CREATED: '2024-05-01 10:20:30' }, { created: '2024-05-01 10:20:30' }],
    [
      'Contact',
      { ACCOUNT_RELATIONS: [{ ID: legacyId, ACCOUNT_ID: legacyId, IS_PRIMARY: 1, REVISION: 3 }] },
      { account_relations: [{ id, account_id: id, is_primary: true }] },
    ],
    ['Contact', { ACCOUNT_RELATIONS: [legacyId] }, { account_relations: [{ id }] }],
    ['Contact', { ACCOUNT_RELATIONS: 'none' }, { account_relations: 'none' }],
    [
      'Opportunity',
      { OPPORTUNITY_VALUE_FOREIGN: 10, CURRENCY_ID: legacyId, STAGE: legacyId },
      { value: { value_foreign: 10, currency_id: id }, step_id: id },
    ],
    ['Opportunity', { OPPORTUNITY_VALUE: null, CURRENCY_ID: '' }, { value: null }],
    [
      'Account',
      { SALES_TEAM: [5] },
      { sharing_clients: new RowsPart([{ role: 2 }], [{ role: 2, id: otherId }], ['SALES_TEAM[0]']) },
    ],
    ['Account', { WATCHERS: null }, { sharing_clients: new RowsPart([{ role: 1 }], [], []) }],
    [
      'Account',
      { WATCHERS: ['5', legacyId, legacyId], SALES_TEAM: ['5'] },
      {
        sharing_clients: new RowsPart(
          [{ role: 2 }, { role: 1 }],
          [
            { role: 2, id: otherId },
            { role: 1, id },
          ],
          ['SALES_TEAM[0]', 'WATCHERS[1]'],
        ),
      },
    ],
  ])('%s %j', async (entity, given, wanted) => {
    expect(await translate(entity, given)).toEqual({ body: wanted, leaves: [] });
  });

  it('gathers every unknown name and number, those inside rows too', async () => {
    const { leaves } = await translate('Contact', {
      FIRSTNAME: 'Ann',
      OWNER_ID: 99,
      ACCOUNT_RELATIONS: [{ PRIMARY: 1 }],
      first_name: 'Ann',
      SALES_TEAM: [5, 98],
      WATCHERS: 5,
    });
    expect(leaves).toEqual([
      { errorName: 'ERROR_UNKNOWN_MEMBER', message: 'Contact has no field "FIRSTNAME". Did you mean "FIRST_NAME"?' },
      { errorName: 'ERROR_RELATIONS_DOESNT_EXIST', message: 'OWNER_ID: there is no Client with the number 99.' },
      {
        errorName: 'ERROR_UNKNOWN_MEMBER',
        message: 'AddressbookRelation has no field "PRIMARY". Did you mean "IS_PRIMARY"?',
      },
      { errorName: 'ERROR_UNKNOWN_MEMBER', message: 'Contact has no field "first_name". Did you mean "FIRST_NAME"?' },
      { errorName: 'ERROR_VALUE_INVALID', message: 'WATCHERS: must be an array.' },
      { errorName: 'ERROR_RELATIONS_DOESNT_EXIST', message: 'SALES_TEAM: there is no Client with the number 98.' },
    ]);
  });

  it('takes names of no catalog for what they are', async () => {
    const { body, leaves } = await translate('Account', JSON.parse('{"__proto__": {"ORGANIZATION": "x"}}'));
    expect(body).toEqual({});
    expect(leaves).toHaveLength(1);
  });
});
