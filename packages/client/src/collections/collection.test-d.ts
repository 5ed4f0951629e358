/** What the compiler accepts and rejects of collections; checked by compiling, never run. */
import { describe, expectTypeOf, it } from 'vitest';
import { createClient, type EntityTypes, type RecordOf, type Where } from '../index.js';

const settings = { baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' };
const space = createClient(settings);
const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
const { contacts } = space;

type Contact = RecordOf<EntityTypes['Contacts']>;

describe('collections', () => {
  it('1: have the names of the interface with a small letter', () => {
    expectTypeOf(space).toHaveProperty('contacts');
    expectTypeOf(space).toHaveProperty('accountKPIs');
    // @ts-expect-error no such collection
    void space.contact;
  });

  it('2: have the operations of their entity type', () => {
    expectTypeOf(space.activities).toHaveProperty('list');
    // @ts-expect-error a union of tasks and appointments has no records of its own
    void space.activities.create;
    // @ts-expect-error nor can one be deleted
    void space.activities.delete(id);
  });

  it('3: take ids that are texts', () => {
    void contacts.get(id);
    // @ts-expect-error a number
    void contacts.get(7);
  });
});

describe('where accepts', () => {
  it('4: values of the type of the field', () => {
    contacts.list({ where: { last_name: 'Smith', is_archived: false, gender: 2, owner_id: id } });
  });

  it('5: several values', () => {
    contacts.list({ where: { city: ['Leeds', 'York'], gender: [1, 2] } });
  });

  it('6: null where a field can be unset', () => {
    contacts.list({ where: { city: null } });
  });

  it('7: the operators of texts', () => {
    contacts.list({ where: { last_name: { istarts: 'Sm' }, city: { notIeq: ['leeds', 'york'] } } });
  });

  it('8: the operators of moments, by texts and dates', () => {
    contacts.list({
      where: { created: { gte: new Date() }, modified: { between: ['2026-01-01T00:00:00Z', new Date()] } },
    });
  });

  it('9: operators without an operand', () => {
    contacts.list({ where: { city: { notNull: true }, comments: { empty: true } } });
  });

  it('10: conditions on related records, at any depth', () => {
    contacts.list({
      where: { owner: { email: 'x' }, account_relations: { account: { owner: { email: { ends: 'x' } } } } },
    });
  });

  it('11: that a relation is set or not', () => {
    contacts.list({ where: { primary_account: null, social_media: { notNull: true }, tags: { notEmpty: true } } });
  });

  it('12: amounts and their parts', () => {
    space.opportunities.list({ where: { value: { gt: 1000 } } });
    space.opportunities.list({ where: { value: { currency_id: id, value_foreign: { lte: 5 } } } });
  });

  it('13: ids of lists', () => {
    space.clients.list({ where: { unit_member_ids: { notEq: id } } });
  });

  it('14: a condition that was put together before', () => {
    const where: Where<EntityTypes['Contacts']> = { last_name: { istarts: 'Sm' } };
    contacts.list({ where });
  });
});

describe('where rejects', () => {
  it('15: fields that there are not', () => {
    // @ts-expect-error the name is last_name
    contacts.list({ where: { lastname: 'x' } });
  });

  it('16: fields of other collections', () => {
    // @ts-expect-error of accounts
    contacts.list({ where: { industry_id: id } });
  });

  it('17: values of another type', () => {
    // @ts-expect-error a number
    contacts.list({ where: { last_name: 7 } });
    // @ts-expect-error a text
    contacts.list({ where: { is_archived: 'yes' } });
  });

  it('18: values that are none of an enumeration', () => {
    // @ts-expect-error there are 0 to 3
    contacts.list({ where: { gender: 9 } });
  });

  it('19: operators that there are not', () => {
    // @ts-expect-error not an operator
    contacts.list({ where: { last_name: { like: 'x' } } });
  });

  it('20: operators of texts for moments, days, numbers, ids and booleans', () => {
    // @ts-expect-error a moment
    contacts.list({ where: { created: { contains: '2026' } } });
    // @ts-expect-error a day
    space.tasks.list({ where: { due_date: { starts: '2026' } } });
    // @ts-expect-error a number
    contacts.list({ where: { revision: { icontains: '7' } } });
    // @ts-expect-error an id
    contacts.list({ where: { owner_id: { starts: '018' } } });
    // @ts-expect-error a boolean
    contacts.list({ where: { is_archived: { gt: false } } });
  });

  it('21: operators that compare, for lists', () => {
    // @ts-expect-error a list is not greater
    space.clients.list({ where: { unit_member_ids: { gt: id } } });
  });

  it('22: operators without their operand', () => {
    // @ts-expect-error true is no text
    contacts.list({ where: { last_name: { istarts: true } } });
    // @ts-expect-error an object without an operator
    contacts.list({ where: { last_name: {} } });
    // @ts-expect-error undefined would drop the condition
    contacts.list({ where: { last_name: { istarts: undefined } } });
  });

  it('23: one bound where two are needed', () => {
    // @ts-expect-error one bound
    contacts.list({ where: { created: { between: [new Date()] } } });
    // @ts-expect-error not a pair
    contacts.list({ where: { created: { between: new Date() } } });
  });

  it('24: an operand where there is none', () => {
    // @ts-expect-error only true
    contacts.list({ where: { city: { notNull: 'x' } } });
    // @ts-expect-error false is the opposite operator
    contacts.list({ where: { city: { null: false } } });
  });

  it('25: two operators, of which the interface takes one', () => {
    // @ts-expect-error between takes two bounds
    contacts.list({ where: { created: { gte: new Date(), lt: new Date() } } });
  });

  it('25: an operator of a relation or an amount beside conditions on what is in it', () => {
    // @ts-expect-error either of them
    contacts.list({ where: { owner: { notNull: true, email: 'x' } } });
    // @ts-expect-error either of them
    contacts.list({ where: { account_relations: { notEmpty: true, account: { name: 'x' } } } });
    // @ts-expect-error either of them
    space.opportunities.list({ where: { value: { gt: 1000, currency_id: id } } });
  });

  it('26: null where a field is always set', () => {
    // @ts-expect-error every contact has an owner
    contacts.list({ where: { owner_id: null } });
  });

  it('27: unknown fields of related records', () => {
    // @ts-expect-error the name is email
    contacts.list({ where: { owner: { mail: 'x' } } });
    // @ts-expect-error at any depth
    contacts.list({ where: { account_relations: { account: { nam: 'x' } } } });
  });

  it('28: values for relations', () => {
    // @ts-expect-error owner_id takes the id
    contacts.list({ where: { owner: id } });
  });

  it('29: conditions on one of several links as if it were alone', () => {
    space.activityComments.list({ where: { task: { subject: 'x' } } });
    // @ts-expect-error the comment of an appointment has no task
    space.activityComments.list({ where: { task: null } });
  });

  it('29: tags of unions, which belong to each of their entity types in another way', () => {
    space.leads.list({ where: { tags: { tag: { name: 'x' } } } });
    // @ts-expect-error leads or opportunities
    space.leadOppties.list({ where: { tags: { tag: { name: 'x' } } } });
    // @ts-expect-error tasks or appointments
    space.activities.list({ where: { tags: { notEmpty: true } } });
    space.leadOppties.list({ expand: [{ tags: ['tag'] }], where: { account_relations: { account: { name: 'x' } } } });
  });

  it('30: free JSON by value', () => {
    space.fields.list({ where: { options: { notNull: true } } });
    // @ts-expect-error JSON does not compare
    space.fields.list({ where: { options: { eq: 'x' } } });
  });
});

describe('orderBy', () => {
  it('31: accepts fields, turned round too, and those of related records', () => {
    contacts.list({ orderBy: ['last_name', '-created', { owner: '-email' }, { primary_account: { owner: 'email' } }] });
    space.opportunities.list({ orderBy: ['-value'] });
  });

  it('32: rejects unknown names', () => {
    // @ts-expect-error no such field
    contacts.list({ orderBy: ['lastname'] });
    // @ts-expect-error no such field
    contacts.list({ orderBy: ['-lastname'] });
    // @ts-expect-error no such field there
    contacts.list({ orderBy: [{ owner: 'mail' }] });
  });

  it('33: rejects what has no order', () => {
    // @ts-expect-error many records
    contacts.list({ orderBy: ['tags'] });
    // @ts-expect-error many records
    contacts.list({ orderBy: [{ account_relations: 'position' }] });
    // @ts-expect-error a list of ids
    space.clients.list({ orderBy: ['unit_member_ids'] });
    // @ts-expect-error the address of a record
    contacts.list({ orderBy: ['owner'] });
  });
});

describe('expand', () => {
  it('34: makes records of relations, and leaves all others addresses', async () => {
    const contact = await contacts.get(id, { expand: ['owner', 'primary_account', 'account_relations'] });
    expectTypeOf(contact.owner).toEqualTypeOf<RecordOf<EntityTypes['Clients']>>();
    expectTypeOf(contact.primary_account).toEqualTypeOf<RecordOf<EntityTypes['Accounts']> | null>();
    expectTypeOf(contact.account_relations).toEqualTypeOf<RecordOf<EntityTypes['ContactAccountRelations']>[]>();
    expectTypeOf(contact.unit).toEqualTypeOf<string>();
    expectTypeOf(contact.tags).toEqualTypeOf<string[]>();
    // @ts-expect-error not expanded
    void contact.unit.name;
  });

  it('35: goes on through relations', async () => {
    const contact = await contacts.get(id, { expand: [{ account_relations: [{ account: ['owner'] }] }] });
    expectTypeOf(contact.account_relations[0]!.account.owner.email).toEqualTypeOf<string>();
    expectTypeOf(contact.account_relations[0]!.contact).toEqualTypeOf<string>();
  });

  it('36: rejects what is no relation', () => {
    // @ts-expect-error a value
    contacts.list({ expand: ['last_name'] });
    // @ts-expect-error an id
    contacts.list({ expand: ['owner_id'] });
    // @ts-expect-error no such relation
    contacts.list({ expand: ['ownr'] });
    // @ts-expect-error no such relation there
    contacts.list({ expand: [{ owner: ['tags'] }] });
    // @ts-expect-error an object has one relation
    contacts.list({ expand: [{ account_relations: ['account'], primary_account: ['owner'] }] });
  });

  it('37: takes one of several links, or of several entity types', async () => {
    const comment = await space.activityComments.get(id, { expand: ['task'] });
    expectTypeOf(comment.task).toEqualTypeOf<RecordOf<EntityTypes['Tasks']> | null>();
    const activity = await space.activities.get(id, { expand: ['activity_type'] });
    expectTypeOf(activity.activity_type.name).toEqualTypeOf<string>();
  });
});

describe('only', () => {
  it('38: leaves what is named, and the id', async () => {
    const contact = await contacts.get(id, { only: ['last_name', 'created'] });
    expectTypeOf(contact).toEqualTypeOf<{ id: string; last_name: string | null; created: string }>();
    // @ts-expect-error not loaded
    void contact.city;
    const list = contacts.list({ only: ['city'] });
    expectTypeOf(list.pages()).toEqualTypeOf<ReturnType<typeof list.pages>>();
    for await (const page of list.pages())
      expectTypeOf(page.data).toEqualTypeOf<{ id: string; city: string | null }[]>();
  });

  it('39: picks from related records, which are expanded', async () => {
    const contact = await contacts.get(id, { only: ['city', { owner: ['email'] }] });
    expectTypeOf(contact).toEqualTypeOf<{ id: string; city: string | null; owner: { id: string; email: string } }>();
  });

  it('40: joins with expand', async () => {
    const contact = await contacts.get(id, { expand: ['owner', 'unit'], only: ['owner'] });
    expectTypeOf(contact).toEqualTypeOf<{ id: string; owner: RecordOf<EntityTypes['Clients']> }>();
  });

  it('41: rejects unknown names', () => {
    // @ts-expect-error no such field
    contacts.list({ only: ['lastname'] });
    // @ts-expect-error no such field there
    contacts.list({ only: [{ owner: ['mail'] }] });
    // @ts-expect-error a value has no members
    contacts.list({ only: [{ city: ['name'] }] });
  });
});

describe('lists that the compiler does not know', () => {
  it('51: leave open what was loaded and expanded', async () => {
    const only: ('city' | 'title')[] = ['city'];
    const expand: ('owner' | 'unit')[] = ['owner'];
    const contact = await contacts.get(id, { only });
    expectTypeOf(contact.city).toEqualTypeOf<string | null | undefined>();
    const { owner, picture } = await contacts.get(id, { expand });
    expectTypeOf(owner).toEqualTypeOf<string | RecordOf<EntityTypes['Clients']>>();
    expectTypeOf(picture).toEqualTypeOf<string | null>();
  });
});

describe('bodies', () => {
  it('42: accept what can be written', () => {
    void contacts.create({
      owner_id: id,
      last_name: 'Okafor',
      created: new Date(),
      city: null,
      contact_type: { id },
      account_relations: [{ account_id: id, is_primary: true }, id],
    });
    void contacts.update(id, { city: 'Leeds' }, { ifMatch: 7 });
    void space.tasks.update(id, { reminder: null });
  });

  it('43: give back the whole record', async () => {
    expectTypeOf(await contacts.create({ owner_id: id })).toEqualTypeOf<Contact>();
    expectTypeOf(await contacts.update(id, {})).toEqualTypeOf<Contact>();
    expectTypeOf(await contacts.delete(id)).toEqualTypeOf<void>();
  });

  it('44: reject a create without what is required', () => {
    // @ts-expect-error owner_id is required
    void contacts.create({ last_name: 'Okafor' });
    // @ts-expect-error and it is an id
    void contacts.create({ owner_id: null });
    // @ts-expect-error a deal needs a day, a step and an amount
    void space.opportunities.create({ owner_id: id, name: 'Deal' });
  });

  it('45: reject what is worked out by the server', () => {
    // @ts-expect-error the names are joined by the server
    void contacts.create({ owner_id: id, formatted_name: 'Grace' });
    // @ts-expect-error rises by itself
    void contacts.update(id, { revision: 7 });
  });

  it('46: reject values of another type, and unknown members', () => {
    // @ts-expect-error a text
    void contacts.update(id, { last_name: 7 });
    // @ts-expect-error every contact has a sales unit
    void contacts.update(id, { unit_id: null });
    // @ts-expect-error no such member
    void contacts.update(id, { surname: 'x' });
    // @ts-expect-error no such member of a row
    void contacts.update(id, { account_relations: [{ account_id: id, rank: 1 }] });
  });

  it('47: name the revision by its number', () => {
    void contacts.delete(id, { ifMatch: 7 });
    // @ts-expect-error a number
    void contacts.update(id, {}, { ifMatch: '"7"' });
  });
});

describe('date-times', () => {
  it('53: are those of the record that an update is worked out from', () => {
    const dates = createClient({ ...settings, dateTimes: 'date' });
    void dates.contacts.update(id, ({ created, city }) =>
      city === null ? undefined : { created: new Date(+created) },
    );
    // @ts-expect-error no such member
    void contacts.update(id, ({ town }) => ({ city: town }));
    // @ts-expect-error a text
    void contacts.update(id, () => ({ city: 7 }));
  });

  it('48: are texts unless dates are wanted', async () => {
    const dates = createClient({ ...settings, dateTimes: 'date' });
    expectTypeOf((await contacts.get(id)).created).toEqualTypeOf<string>();
    const contact = await dates.contacts.get(id, { expand: ['owner'] });
    expectTypeOf(contact.created).toEqualTypeOf<Date>();
    expectTypeOf(contact.owner.modified).toEqualTypeOf<Date>();
    expectTypeOf((await dates.tasks.get(id)).due_date).toEqualTypeOf<string | null>();
    // @ts-expect-error not a form
    createClient({ ...settings, dateTimes: 'local' });
  });

  it('49: are either where the setting is not known', async () => {
    const dateTimes = 'date' as 'iso' | 'date';
    expectTypeOf((await createClient({ ...settings, dateTimes }).contacts.get(id)).created).toEqualTypeOf<
      string | Date
    >();
  });
});

describe('a space', () => {
  it('50: of which nothing is known takes every path, and answers what the caller says', async () => {
    const { data } = await space.GET<{ data: { id: string }[] }>('/entities/Contacts', {
      params: { query: { first: 1 } },
    });
    expectTypeOf(data).toEqualTypeOf<{ data: { id: string }[] } | undefined>();
    // @ts-expect-error not a path
    void space.GET('entities/Contacts');
  });

  it('52: of which entity types and paths are known has both', async () => {
    interface Paths {
      '/serverTime': {
        get: { parameters: object; responses: { 200: { content: { 'application/json': { now: string } } } } };
      };
    }
    const both = createClient<Pick<EntityTypes, 'Contacts'> & Paths>(settings);
    expectTypeOf((await both.GET('/serverTime')).data).toEqualTypeOf<{ now: string } | undefined>();
    expectTypeOf(await both.contacts.get(id)).toEqualTypeOf<Contact>();
    // @ts-expect-error not among its paths
    void both.GET('/entities/Contacts');
    // @ts-expect-error not among its entity types
    void both.accounts;
    expectTypeOf(createClient<Paths>(settings).accounts).toEqualTypeOf<typeof space.accounts>();
  });
});
