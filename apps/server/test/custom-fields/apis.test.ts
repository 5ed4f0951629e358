/** Fields that a space has defined, seen through the other APIs: REST v1 and GraphQL; and what the tutorial of the interface does. */
import { describe, expect, test } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

const legacyId = ({ id }: TestRecord) => `PY-7FFFFFFF-${id.toUpperCase()}`;

onOneDatabase((running) => {
  const create = (body: Json) => running.space.create('Fields', { entity_name: 'Contact', ...body });

  describe('REST v1', () => {
    const call = async (path: string, method = 'GET', body?: Json) => {
      const url = `${running.server.origin}/rest_services/v1/${running.space.id}/${path}`;
      const headers = { authorization: running.space.authorization, 'content-type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, body: (await answer.json()) as TestRecord & TestRecord[] };
    };

    test('describes them, and only them as custom', async () => {
      const field = await create({ name: 'Shoe size', type_id: 'integer', default_value: '42' });
      const data_set = [{ option_name: 'Red', calc_value: 1 }];
      await create({ name: 'Color', type_id: 'dropdown', data_set });
      const { body } = await call('getFields/Contact?filter=CUSTOM::TRUE');
      expect(body).toMatchObject([
        {
          API_NAME: 'cf_shoe_size',
          NAME: 'Shoe size',
          TYPE: 'integer',
          PL_TYPE: 'integer',
          CUSTOM: true,
          READONLY: false,
          DEFAULT: '42',
          CHOICES: null,
        },
        { API_NAME: 'cf_color', NAME: 'Color', PL_TYPE: 'dropdown', CUSTOM: true, CHOICES: [{ VALUE: 'Red' }] },
      ]);
      expect(body[0]?.ID).toContain(field.id.toUpperCase());
    });

    test('shows of several values the options and records that are chosen, and takes them so', async () => {
      const data_set = ['Chess', 'Rowing'].map((option_name) => ({ option_name, calc_value: 1 }));
      const field = await create({ name: 'Hobbies', type_id: 'multiselect_checkbox', data_set });
      const lookup = (entity_name: string) => ({ type_id: 'lookup', lookup: { entity_name, many: true } });
      await create({ name: 'Deals', ...lookup('Opportunity') });
      await create({ name: 'Fans', ...lookup('Client') });
      const { data: options } = await running.space.list('Data', { 'filter[data_set_id]': String(field.data_set_id) });
      const [chess, rowing] = options.map(({ id }) => `PY-7FFFFFFF-${id.toUpperCase()}`);
      const deal = `PY-7FFFFFFF-${(await running.space.newOpportunity()).id.toUpperCase()}`;
      const given = { cf_hobbies: [rowing], cf_deals: [deal], cf_fans: [1] };
      const made = await call('Contacts', 'POST', { OWNER_ID: 1, FIRST_NAME: 'Ada', ...given });
      expect(made).toMatchObject({ status: 201, body: given });
      const path = `Contacts/${made.body.ID}`;
      expect((await call(path)).body).toMatchObject(given);
      const idsOf = async (filter: string) => (await call(`Contacts?filter=${filter}`)).body.map(({ ID }) => ID);
      expect(await idsOf(`cf_hobbies::${rowing}`)).toEqual([made.body.ID]);
      expect(await idsOf(`cf_hobbies::${chess}`)).toEqual([]);
      expect(await idsOf(`cf_deals::${deal}`)).toEqual([made.body.ID]);
      expect(await idsOf('cf_fans::1')).toEqual([made.body.ID]);
      expect((await call(path, 'PUT', (await call(path)).body)).status).toBe(200);
      await call(path, 'PUT', { cf_hobbies: [chess, rowing], cf_fans: [] });
      const changed = (await call(path)).body;
      expect([...(changed.cf_hobbies as string[])].sort()).toEqual([chess, rowing].sort());
      expect(changed).toMatchObject({ cf_deals: [deal], cf_fans: [] });
      const { body: infos } = await call('getFields/Contact?filter=API_NAME::cf_hobbies');
      const choices = [{ VALUE: 'Chess' }, { VALUE: 'Rowing' }];
      expect(infos).toMatchObject([{ PL_TYPE: 'multiselect_checkbox', TYPE: 'array', CHOICES: choices }]);
    });

    test('takes the other side of a lookup back as it was shown, and rejects all else with the field to set', async () => {
      const field = await create({ name: 'Patron', type_id: 'lookup', lookup: { entity_name: 'Account' } });
      const lookup = { entity_name: 'Contact', relation_id: field.id };
      await create({ entity_name: 'Account', name: 'Wards', type_id: 'lookup', lookup });
      const accounts = [await running.space.newAccount(), await running.space.newAccount()] as const;
      const path = `Accounts/${legacyId(accounts[0])}`;
      const pointing = () => running.space.newContact({ cf_patron_id: accounts[0].id });
      const wards = [await pointing(), await pointing()].map(legacyId);
      const other = legacyId(await running.space.newContact());
      const shown = (await call(path)).body;
      expect([...(shown.cf_wards as string[])].sort()).toEqual([...wards].sort());
      const objects = wards.map((ID) => ({ ID }));
      // Each of them is a change, which the revision that was shown would keep from coming after the one before.
      const { REVISION: _, ...members } = shown;
      for (const cf_wards of [shown.cf_wards, (shown.cf_wards as string[]).toReversed(), objects]) {
        const answer = await call(path, 'PUT', { ...members, cf_wards });
        expect(answer).toMatchObject({ status: 200, body: { cf_wards: shown.cf_wards } });
      }
      const message =
        'cf_wards: [cf_wards] cannot be changed here: it shows the records whose cf_patron leads to this one. ' +
        'Set cf_patron of Contact there, or leave it out.';
      const rejected = { status: 422, body: { errorcode: 40000, message } };
      for (const cf_wards of [[], null, '', [other], [...wards, other], wards.slice(1), [{ ID: other }], 7, ['none']]) {
        expect(await call(path, 'PUT', { cf_wards, CITY: 'Bonn' }), JSON.stringify(cf_wards)).toEqual(rejected);
        expect(await call('Accounts', 'POST', { ID: shown.ID, cf_wards }), JSON.stringify(cf_wards)).toEqual(rejected);
      }
      const unchanged = (await call(path)).body;
      expect(unchanged).toEqual({ ...shown, MODIFIED: unchanged.MODIFIED, REVISION: unchanged.REVISION });
      const made = { ORGANIZATION: 'New', OWNER_ID: 1 };
      expect((await call('Accounts', 'POST', { ...made, cf_wards: [] })).status).toBe(201);
      expect(await call('Accounts', 'POST', { ...made, cf_wards: [other] })).toEqual(rejected);
      // The field that the rejection names is the one to write.
      const set = { cf_patron: legacyId(accounts[0]) };
      expect(await call(`Contacts/${other}`, 'PUT', set)).toMatchObject({ status: 200, body: set });
      expect((await call(path)).body.cf_wards).toHaveLength(3);
    });

    test('writes, shows and finds their values under their own names', async () => {
      await create({ name: 'Team', type_id: 'input' });
      const made = await call('Contacts', 'POST', {
        SURNAME: 'Okafor',
        OWNER_ID: 1,
        cf_team: 'Blue',
      });
      const names = Object.keys(made.body);
      expect([made.status, names]).toEqual([201, expect.arrayContaining(['cf_team'])]);
      expect((await call('Contacts?filter=cf_team::Blue&loadonly=ID|cf_team')).body).toMatchObject([
        { cf_team: 'Blue' },
      ]);
      expect((await call('Contacts?sort=-cf_team&limit=1')).body).toMatchObject([{ cf_team: 'Blue' }]);
      const wrong = await call('Contacts', 'POST', { SURNAME: 'X', OWNER_ID: 1, cf_team: 'x'.repeat(300) });
      expect(wrong.status).toBe(422);
      expect(JSON.stringify(wrong.body)).toContain('cf_team');
    });
  });

  test('GraphQL has them as members', async () => {
    await create({ name: 'Desk', type_id: 'integer' });
    const contact = await running.space.newContact({ cf_desk: 12 });
    const query = `{ contact(id: "${contact.id}") { cf_desk } }`;
    const answer = await fetch(`${running.server.origin}/api/v100/graphql/spaces/${running.space.id}`, {
      method: 'POST',
      headers: { authorization: running.space.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).toEqual({ data: { contact: { cf_desk: 12 } } });
  });

  test('lists are filtered and sorted by them, as step 4 of the tutorial does', async () => {
    await create({ name: 'Score', type_id: 'integer' });
    for (const score of [3, 1, null, 2]) await running.space.newContact({ last_name: 'Ranked', cf_score: score });
    const scores = async (query: Record<string, string>) => {
      const { data } = await running.space.list('Contacts', { 'filter[last_name]': 'Ranked', ...query });
      return data.map(({ cf_score }) => cf_score);
    };
    expect(await scores({ 'order-by': 'cf_score' })).toEqual([null, 1, 2, 3]);
    expect(await scores({ 'filter[cf_score]': '2', 'filter-op[cf_score]': 'gte', 'order-by': '-cf_score' })).toEqual([
      3, 2,
    ]);
  });
});
