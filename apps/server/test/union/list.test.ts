/**
 * Lists of abstract entity types: the records of several tables as one, each as its own collection shows it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, Sent, TestRecord } from '../test-space.js';
import { fillUnions, type TwoUnions } from './two-unions.js';

onDatabaseInTurn((running) => {
  let made: TwoUnions;
  beforeAll(async () => {
    made = await fillUnions(running.space);
  });

  const list = (collection: string, query: Sent['query'] = {}) => running.space.list(collection, query);
  /** The names of the listed records, in a row. */
  const names = async (collection: string, query: Sent['query'] = {}) =>
    (await list(collection, query)).data.map((record) => record.formatted_name).join('');

  describe('a record', () => {
    const shared = (record: Json, union: Json) => Object.keys(union).filter((name) => name in record);

    it.each([
      ['LeadOppties', ['Leads', 'Opportunities']],
      ['Activities', ['Tasks', 'Appointments']],
    ])(
      'of %s is that of its own collection, and empty where only the other has a member',
      async (union, collections) => {
        const inUnion = new Map((await list(union)).data.map((record) => [record.id, record]));
        const lists = await Promise.all(collections.map((collection) => list(collection)));
        expect(inUnion.size).toBe(lists.reduce((sum, { data }) => sum + data.length, 0));
        const members = new Set(lists.flatMap(({ data }) => Object.keys(data[0] ?? {})));
        for (const record of lists.flatMap(({ data }) => data)) {
          const found: TestRecord = inUnion.get(record.id) ?? { id: '', revision: 0 };
          expect(new Set(Object.keys(found))).toEqual(members);
          for (const name of shared(record, found)) {
            // A day is shown as the moment at which it begins.
            const isDay = name === 'start_date' && String(record[name]).length === 10;
            expect(found[name], name).toEqual(isDay ? `${record[name]}T00:00:00.000000` : record[name]);
          }
          for (const name of Object.keys(found))
            if (!(name in record)) expect([null, []], name).toContainEqual(found[name]);
        }
      },
    );

    it('has an empty list where its own type has no rows, and null where it has no single one', async () => {
      const [lead] = (await list('LeadOppties', { 'filter[table_name]': 'lead' })).data;
      expect(lead).toMatchObject({ product_relations: [], oppty_recurrence: null, value: null, closing_date: null });
    });

    it('says in which table it lives', async () => {
      const kinds = async (collection: string) => (await list(collection)).data.map((record) => record.table_name);
      expect(await kinds('LeadOppties')).toEqual(['lead', 'opportunity', 'lead', 'opportunity', 'lead', 'opportunity']);
      expect(await kinds('Activities')).toEqual(['task', 'appointment', 'task', 'appointment', 'task']);
    });

    it('keeps to the document', async () => {
      // What is compressed is not looked at.
      const headers = { 'accept-encoding': 'identity' };
      const query = { expand: 'tags,owner,account_relations.account' };
      for (const path of [
        'LeadOppties',
        'Activities',
        `LeadOppties/${made.leads[0]?.id}`,
        `Activities/${made.tasks[0]?.id}`,
      ]) {
        expect((await running.space.send('GET', path, { headers, query })).status).toBe(200);
      }
    });

    it('takes one statement, whatever it expands', async () => {
      const expand =
        'owner,unit,lead_type,step,oppty_type,account_relations.account,tags.tag,product_relations.product';
      expect(await running.server.statementsOf(() => list('LeadOppties', { expand }))).toHaveLength(1);
    });
  });

  describe('expand', () => {
    it('shows the records behind a relation that all types have', async () => {
      const { data } = await list('LeadOppties', { expand: 'owner,account_relations.account' });
      for (const { owner_id, owner } of data)
        expect(owner).toEqual(owner_id === null ? null : expect.objectContaining({ id: owner_id }));
      const related = data.map(({ account_relations }) => account_relations);
      expect(related.slice(0, 2)).toEqual(
        Array.from({ length: 2 }, () => [
          expect.objectContaining({ account: expect.objectContaining({ name: 'Harbourline' }) }),
        ]),
      );
    });

    it('takes a relation that one of the types has', async () => {
      const { data } = await list('LeadOppties', { expand: 'lead_type,oppty_type' });
      expect(data.map(({ lead_type }) => (lead_type as Json | null)?.name ?? null)).toEqual([
        'Web',
        null,
        'Web',
        null,
        'Web',
        null,
      ]);
      expect(data.map(({ oppty_type }) => typeof (oppty_type as Json | null)?.id)).toEqual([
        'undefined',
        'string',
        'undefined',
        'string',
        'undefined',
        'string',
      ]);
    });

    it('goes to another type in each, where the relation does', async () => {
      const { data } = await list('Activities', { expand: 'activity_type,tags.tag,reminder' });
      expect(data.map(({ activity_type }) => (activity_type as Json).name).join()).toBe('Call,Visit,Call,Visit,Call');
      const tagged = [expect.objectContaining({ tag: expect.objectContaining({ name: 'Key customer' }) })];
      expect(data.map(({ tags }) => tags)).toEqual([tagged, tagged, [], [], []]);
      expect(data.map(({ reminder }) => (reminder as Json | null)?.set_date)).toEqual([
        '2026-04-01T07:00:00.000000',
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('links to the collection that the record is of', async () => {
      const { data } = await list('Activities');
      expect(data.map(({ activity_type }) => String(activity_type).split('/').at(-2))).toEqual([
        'TaskTypes',
        'AppointmentTypes',
        'TaskTypes',
        'AppointmentTypes',
        'TaskTypes',
      ]);
    });

    it('rejects a relation that none of the types has', async () => {
      const answer = await running.space.send('GET', 'LeadOppties', { query: { expand: 'lead_typ' } });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('lead_type');
    });
  });

  describe('load-only', () => {
    it('cuts to members of any of the types', async () => {
      const { data } = await list('LeadOppties', { 'load-only': 'name,closing_date,lead_type.name', first: 2 });
      expect(data).toEqual([
        { id: made.leads[0]?.id, lead_type: expect.objectContaining({ name: 'Web' }), closing_date: null, name: 'A' },
        { id: made.opportunities[0]?.id, lead_type: null, closing_date: '2026-09-30', name: 'B' },
      ]);
    });
  });

  describe('a filter', () => {
    it.each<[string, Json, string]>([
      ['a member of both', { 'filter[name]': ['A', 'B'] }, 'AB'],
      ['a text whatever its case', { 'filter[name]': 'é', 'filter-op[name]': 'ieq' }, 'É'],
      ['the kind of record', { 'filter[table_name]': 'opportunity' }, 'BDF'],
      ['a member of one of them', { 'filter[closing_date]': '2026-01-31' }, 'D'],
      [
        'what is not there, in records that cannot have it too',
        { 'filter[closing_date]': '', 'filter-op[closing_date]': 'null' },
        'ACÉ',
      ],
      [
        'what differs, in records that cannot have it too',
        { 'filter[closing_date]': '2026-01-31', 'filter-op[closing_date]': 'not-eq' },
        'ABCÉF',
      ],
      ['a bound of a member of one of them', { 'filter[ranking]': '5', 'filter-op[ranking]': 'gt' }, 'É'],
      ['a missing relation', { 'filter[owner_id]': '', 'filter-op[owner_id]': 'null' }, 'C'],
      ['a record behind a relation', { 'filter[owner.email]': '', 'filter-op[owner.email]': 'not-null' }, 'ABDÉF'],
      ['a record behind a relation that one of them has', { 'filter[lead_type.name]': 'Web' }, 'ACÉ'],
      ['rows that both have', { 'filter[account_relations.account.name]': 'Harbourline' }, 'AB'],
      [
        'the count of rows that both have',
        { 'filter[account_relations]': '', 'filter-op[account_relations]': 'empty' },
        'CDÉF',
      ],
      ['an amount', { 'filter[value.base_value]': '1000' }, 'BDF'],
      ['favourites', { 'filter[is_favorite]': false }, 'ABCDÉF'],
    ])('of LeadOppties takes %s', async (_, query, expected) => {
      expect(await names('LeadOppties', query as Sent['query'])).toBe(expected);
    });

    it.each<[string, Json, string]>([
      ['days and moments together', { 'filter[start_date]': '2026-04-01', 'filter-op[start_date]': 'gt' }, 'ABD'],
      ['a day as the moment at which it begins', { 'filter[start_date]': '2026-04-02T00:00:00' }, 'A'],
      [
        'the id of a relation that goes elsewhere in each',
        { 'filter[activity_type]': '', 'filter-op[activity_type]': 'not-null' },
        'ABCDE',
      ],
      ['a member of one of them', { 'filter[location]': 'eed', 'filter-op[location]': 'contains' }, 'B'],
    ])('of Activities takes %s', async (_, query, expected) => {
      expect(await names('Activities', query as Sent['query'])).toBe(expected);
    });

    it('by the id of a relation finds the records of the type that has it', async () => {
      const { activity_type_id } = made.appointments[0] as TestRecord;
      for (const name of ['activity_type_id', 'activity_type', 'activity_type.id']) {
        expect(await names('Activities', { [`filter[${name}]`]: String(activity_type_id) })).toBe('BD');
      }
    });

    it.each([
      [
        'LeadOppties',
        { 'filter[tags.tag.name]': 'x' },
        '"tags" of LeadOppty leads elsewhere in each of its entity types. Ask Leads or Opportunities instead.',
      ],
      ['LeadOppties', { 'filter[tags]': '', 'filter-op[tags]': 'empty' }, 'Ask Leads or Opportunities instead.'],
      ['Activities', { 'filter[activity_type.name]': 'Call' }, 'Ask Tasks or Appointments instead.'],
      ['Activities', { 'order-by': 'activity_type.name' }, 'Ask Tasks or Appointments instead.'],
      ['Activities', { 'filter[activity_typ.name]': 'Call' }, 'has no field'],
    ])('of %s by %j is rejected', async (collection, query, problem) => {
      const answer = await running.space.send('GET', collection, { query });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(JSON.stringify(problem).slice(1, -1));
    });
  });

  describe('an order', () => {
    it.each([
      ['name', 'ABCDFÉ'],
      ['-name', 'ÉFDCBA'],
      ['closing_date,name', 'ACÉDBF'],
      ['-closing_date,name', 'BFDACÉ'],
      ['-table_name,name', 'BDFACÉ'],
      ['-ranking,-id', 'ÉFDCBA'],
      ['owner.email,-name', 'CÉFDBA'],
      ['-id', 'FÉDCBA'],
    ])('of LeadOppties by %s', async (orderBy, expected) => {
      expect(await names('LeadOppties', { 'order-by': orderBy })).toBe(expected);
    });

    it('of Activities puts a day before its first hour', async () => {
      expect(await names('Activities', { 'order-by': 'start_date' })).toBe('ECBAD');
      expect(await names('Activities', { 'order-by': '-start_date' })).toBe('DABCE');
    });
  });

  describe('pages', () => {
    it.each([
      '',
      'name',
      '-closing_date',
      'ranking',
      '-ranking,name',
      'table_name',
      '-modified',
      'value.base_value',
      'owner.email',
    ])('in the order %j join to the whole list, forward and backward', async (orderBy) => {
      const order = orderBy === '' ? {} : { 'order-by': orderBy };
      const whole = await names('LeadOppties', order);
      for (const size of [1, 2, 4]) {
        let forward = '';
        for (let after: string | null = ''; after !== null; ) {
          const page = await list('LeadOppties', { ...order, first: size, ...(after === '' ? {} : { after }) });
          forward += page.data.map((record) => record.formatted_name).join('');
          after = page.page_info.has_next_page ? page.page_info.end_cursor : null;
        }
        expect(forward).toBe(whole);
        let backward = '';
        for (let before: string | null = ''; before !== null; ) {
          const page = await list('LeadOppties', { ...order, last: size, ...(before === '' ? {} : { before }) });
          backward = page.data.map((record) => record.formatted_name).join('') + backward;
          before = page.page_info.has_previous_page ? page.page_info.start_cursor : null;
        }
        expect(backward).toBe(whole);
      }
    });

    it('by limit and offset skip records of both tables', async () => {
      expect(await names('LeadOppties', { 'order-by': 'name', limit: 3, offset: 1 })).toBe('BCD');
    });

    it('have the number of all records that match', async () => {
      expect((await list('LeadOppties', { 'include-total': true, first: 1 })).total).toBe(6);
      const query = { 'include-total': true, 'filter[closing_date]': '', 'filter-op[closing_date]': 'not-null' };
      expect((await list('LeadOppties', query)).total).toBe(3);
    });
  });
});
