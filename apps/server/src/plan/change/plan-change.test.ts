import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { planChange } from './plan-change.js';

const catalog = buildCatalog(entityTypes);
const planOf = (entityType: string, body: Readonly<Record<string, unknown>>) =>
  planChange({ catalog, space: 'demo' }, catalog.existing(entityType), body, 0);
const plan = (body: Readonly<Record<string, unknown>>) => planOf('Contact', body);
const [id, otherId] = ['0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f6', '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f7'] as const;
const linkTo = (collection: string) => `https://crm.example.com/api/v100/rest/spaces/demo/entities/${collection}/${id}`;

describe('a relation to one record', () => {
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['its id', 'Contact', { owner_id: id.toUpperCase() }, { owner_id: id }],
    ['an object', 'Contact', { owner: { id: id.toUpperCase() } }, { owner_id: id }],
    ['a whole record', 'Contact', { owner: { id, email: 'a@b.c', nothing: 1 } }, { owner_id: id }],
    ['an object without a record', 'Contact', { picture: { id: null } }, { picture_id: null }],
    ['null', 'Contact', { picture: null }, { picture_id: null }],
    ['both, of which the id counts', 'Contact', { owner: { id: otherId }, owner_id: id }, { owner_id: id }],
    ['both, though the id is none', 'Contact', { picture_id: null, picture: { id } }, { picture_id: null }],
    ['its link, as answers have it', 'Contact', { owner: linkTo('Clients') }, { owner_id: id }],
    [
      'its link beside the id, which counts',
      'Contact',
      { owner: linkTo('Clients'), owner_id: otherId },
      { owner_id: otherId },
    ],
    ['any text beside the id', 'Contact', { owner: 'https://other/x', owner_id: otherId }, { owner_id: otherId }],
    ['an id under the name of the link', 'Contact', { owner: id.toUpperCase() }, { owner_id: id }],
    ['an object where there is no id member', 'Contact', { social_media: { id } }, { social_media: id }],
    ['an id where there is no id member', 'Contact', { social_media: id }, { social_media: id }],
    [
      'a link where there is no id member',
      'Contact',
      { social_media: linkTo('ContactSocialRelations') },
      { social_media: id },
    ],
    ['null where there is no id member', 'Contact', { social_media: null }, { social_media: null }],
    ['one of several links', 'ActivityRelation', { lead: { id }, oppty: null }, { lead_oppty_id: id }],
    ['null for one of several links', 'ActivityRelation', { oppty: null }, {}],
    [
      'the fitting one of several links',
      'ActivityRelation',
      { lead: linkTo('Leads'), oppty: null },
      { lead_oppty_id: id },
    ],
    ['what is only read', 'Contact', { primary_account: { id } }, {}],
    ['any text for what is only read', 'Contact', { primary_account: 'https://other/x' }, {}],
  ])('is set by %s', (_, entityType, body, values) => {
    const change = planOf(entityType, body);
    expect(change.errors).toEqual([]);
    expect(Object.fromEntries(change.values)).toEqual(values);
  });

  it.each([[{ owner: {} }], [{ owner: { id: 'x' } }], [{ owner: [id] }], [{ owner: 7 }]])(
    'is not set by %j',
    (body) => {
      const change = plan(body);
      expect(change.values.size).toBe(0);
      expect(change.errors).toMatchObject([
        { message: '[owner] must be an object with the id of a record.', field: 'owner' },
      ]);
    },
  );
});

describe('a text that is no link of the space to a record of the relation', () => {
  it.each([linkTo('Accounts'), 'https://other/x', '/x'])('is rejected: %s', (given) => {
    const change = plan({ owner: given, account_relations: [{ account_id: id, contact: given }] });
    expect(change.values.size).toBe(0);
    const message = expect.stringContaining('is neither null nor the link of a record of');
    expect(change.errors).toMatchObject([
      { message, field: 'owner' },
      { message, field: 'account_relations' },
    ]);
    const { errors } = planOf('Account', { sharing_clients: [given] });
    expect(errors).toMatchObject([
      {
        message: '[sharing_clients] item 0 must be an object, an id or the link of a record of this space.',
        field: 'sharing_clients',
      },
    ]);
  });

  it('says nothing when it is the link of another space, but for items of rows', () => {
    const given = `https://crm.example.com/api/v100/rest/spaces/other/entities/Clients/${id}`;
    const { values, errors } = plan({ owner: given });
    expect([values.size, errors.length]).toEqual([0, 0]);
    expect(planOf('Account', { sharing_clients: [given] }).errors.length).toBe(1);
  });

  it('names an option of a choice', () => {
    for (const name of ['https://other/x', '/x', linkTo('Accounts')]) {
      expect(planOf('Account', { industry: name }).optionNames).toMatchObject([{ link: 'industry', name }]);
    }
  });
});

describe('an item of rows', () => {
  const item = (given: unknown) => planOf('Account', { sharing_clients: [given] }).rows.get('sharing_clients')?.items;

  it('that has an id may be a row, or a new one that points at the record with this id', () => {
    expect(item({ id: id.toUpperCase() })).toMatchObject([{ id, mayBe: 'client_id' }]);
    expect(item({ id, role: 2 })).toMatchObject([{ id, mayBe: 'client_id' }]);
    expect(item(linkTo('Clients'))).toMatchObject([{ id, mayBe: 'client_id' }]);
    expect(item(linkTo('AccountSharingClientRelations'))).toMatchObject([{ id, mayBe: 'client_id' }]);
    expect(item(id)).toMatchObject([{ id, mayBe: 'client_id' }]);
  });

  it.each([[{ id, client_id: otherId }], [{ id, client: { id: otherId } }], [{ client_id: id }]])(
    'that says what it points at is no such item: %j',
    (given) => {
      expect(item(given)?.[0]).not.toHaveProperty('mayBe');
      expect(item(given)?.[0]?.id).toBe('id' in given ? id : undefined);
    },
  );

  it('is nothing but a row where the rows have no such shorthand', () => {
    const change = planOf('Task', { reminder: { id } });
    expect(change.rows.get('reminder')?.items).toEqual([expect.not.objectContaining({ mayBe: expect.anything() })]);
  });
});

describe('a row that is alone', () => {
  const items = (given: unknown) => planOf('Task', { reminder: given }).rows.get('reminder')?.items;

  it('is an object, an address or null', () => {
    const [made, ...rest] = items({ set_date: '2027-03-01T08:00:00' }) ?? [];
    expect(rest).toEqual([]);
    expect(made?.id).toBeUndefined();
    expect(made?.change.values.get('set_date')).toBe('2027-03-01T08:00:00.000000');
    expect(items(linkTo('TaskReminders'))).toMatchObject([{ id }]);
    expect(items(null)).toEqual([]);
  });

  it('is not a list', () => {
    expect(planOf('Task', { reminder: [] }).errors).toMatchObject([
      { message: '[reminder] must be an object or null.', field: 'reminder' },
    ]);
  });
});

describe('members that no answer shows', () => {
  it('are written, or unknown when they are hidden', () => {
    expect(planOf('CloudObject', { content: 'QQ==' }).values.get('content')).toBe('QQ==');
    expect(planOf('CloudObject', { storage_key: 'x' })).toMatchObject({
      errors: [{ message: expect.stringContaining('storage_key') }],
    });
  });
});

describe('a body with more errors than anybody reads', () => {
  // Looking for the name that was meant by each of them would take minutes.
  it('is read without a thought about each of them, in itself and in its items', () => {
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`last_nam${index}`, 1]));
    expect(plan(unknown).errors).toHaveLength(101);
    const { errors } = plan({ account_relations: [unknown, unknown] });
    expect(errors.at(-1)).toMatchObject({ message: 'The body has 199900 more errors.', field: null });
    expect(errors[0]?.message).toMatch(/^account_relations\[0\]: /);
    expect(errors).toHaveLength(101);
  });
});

describe('the revision that a body names', () => {
  it.each([
    [7, 7],
    ['7', 7],
    [null, undefined],
    [undefined, undefined],
  ])('%j', (revision, expectedRevision) => {
    expect(plan({ revision })).toMatchObject({ expectedRevision, errors: [] });
  });

  it.each([1.5, '1.5', 'x', '', true, [7], 1e300])('%j is none', (revision) => {
    expect(plan({ revision })).toMatchObject({
      expectedRevision: undefined,
      errors: [{ message: '[revision] must be a whole number.', field: 'revision' }],
    });
  });
});
