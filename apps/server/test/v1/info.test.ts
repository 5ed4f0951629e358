import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  let server: LegacyServer;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
  });

  afterAll(() => server.close());

  it.each(['', '/'])('names the collections at the space itself (%j)', async (path) => {
    const { status, headers, body } = await server.call(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual(expect.arrayContaining(['Accounts', 'Contacts', 'Opportunities', 'Stages']));
  });

  it('names the entity of each collection', async () => {
    const { body } = await server.call('/entityPublic');
    expect(body).toMatchObject({ Accounts: 'Account', Stages: 'Stage', AddressbookRelations: 'AddressbookRelation' });
  });

  it('answers the other calls', async () => {
    expect((await server.call('/teamPipelineUrl')).body).toBe(server.url);
    expect((await server.call('/teamPipelineVersion')).body).toBe(100);
    expect((await server.call('/errorCodes')).body).toMatchObject({
      '117': expect.stringContaining('ERROR_PARAMETER'),
    });
    const moment = (await server.call('/serverAPIUtcDateTime')).body;
    expect(moment).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(Math.abs(Date.parse(`${String(moment).replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(60_000);
  });

  describe('getFields', () => {
    it('describes every field of an entity', async () => {
      const { status, body } = await server.call('/getFields/Opportunity');
      expect(status).toBe(200);
      const fields = new Map(
        (body as { API_NAME: string; REQUIRED: boolean }[]).map((field) => [field.API_NAME, field]),
      );
      expect(fields.get('OPPORTUNITY_NAME')).toEqual({
        ID: expect.stringMatching(/^PY-7FFFFFFF-[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
        API_NAME: 'OPPORTUNITY_NAME',
        NAME: expect.any(String),
        TYPE: 'string',
        PL_TYPE: 'input',
        CUSTOM: false,
        READONLY: false,
        REQUIRED: true,
        DEFAULT: null,
        DESCRIPTION: expect.any(String),
        CHOICES: null,
        CALC_FORMULA: null,
        MIN_VALUE: null,
        MAX_VALUE: null,
      });
      const required = [...fields.values()].filter(({ REQUIRED }) => REQUIRED).map(({ API_NAME }) => API_NAME);
      expect(required).toEqual(['CLOSING_DATE', 'OPPORTUNITY_NAME', 'OWNER_ID', 'STAGE', 'OPPORTUNITY_VALUE_FOREIGN']);
      expect(fields.get('STATUS')).toMatchObject({
        READONLY: true,
        CHOICES: expect.arrayContaining([{ ID: 3, VALUE: 'Won' }]),
      });
      expect(fields.get('RANKING')).toMatchObject({ MIN_VALUE: 0, MAX_VALUE: 100 });
      expect([...fields.keys()]).toEqual(
        expect.arrayContaining(['OPPORTUNITY_VALUE', 'OPPORTUNITY_VALUE_FOREIGN', 'CURRENCY_ID']),
      );
    });

    it.each([
      ['Opportunity', ['OPPORTUNITY_VALUE', 'OPPORTUNITY_VALUE_FOREIGN', 'CURRENCY_ID'], null],
      ['Contact', ['cf_budget', 'cf_budget_FOREIGN', 'cf_budget_CURRENCY_ID'], '5'],
    ])('says of the parts of an amount of %s what records show', async (entity, names, usual) => {
      const [amount, foreign, currency] = names;
      const body = { entity_name: 'Contact', name: 'Budget', type_id: 'currency_foreign', default_value: '5' };
      if (usual !== null)
        await server.write((context) =>
          writeRecord(context, { kind: 'create', entityType: 'Field', body, validationLevel: 0 }),
        );
      const fields = await server.list(`/getFields/${entity}`);
      const shown = fields.filter(({ API_NAME }) => names.includes(String(API_NAME)));
      expect(shown.map(({ API_NAME, TYPE, DEFAULT }) => [API_NAME, TYPE, DEFAULT])).toEqual([
        [amount, 'number', usual],
        [foreign, 'number', usual],
        [currency, 'string', null],
      ]);
    });

    it('lists the options of a field, however many there are', async () => {
      const choicesOf = async () => {
        const [field] = await server.list('/getFields/Account?filter=API_NAME::INDUSTRIES_ID');
        return field?.CHOICES as { ID: string; VALUE: string }[];
      };
      const before = await choicesOf();
      const [industry] = await server.list(`/Data?filter=ID::${before[0]?.ID}`);
      expect(industry?.VALUE).toBe(before[0]?.VALUE);
      const data_set_id = String(industry?.DATA_SET_ID).replace('PY-7FFFFFFF-', '');
      await server.write(async (context) => {
        for (let sort_order = 1000; sort_order > 800; sort_order -= 1) {
          const body = { data_set_id, option_name: `Branch ${sort_order}`, sort_order };
          await writeRecord(context, { kind: 'create', entityType: 'Data', body, validationLevel: 0 });
        }
      });
      const after = await choicesOf();
      expect(after).toHaveLength(before.length + 200);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.at(-1)?.VALUE).toBe('Branch 1000');
    });

    it('takes a filter', async () => {
      expect((await server.call('/getFields/Account?filter=CUSTOM::TRUE')).body).toEqual([]);
      expect(await server.list('/getFields/Account?filter=API_NAME::ORGANIZATION')).toHaveLength(1);
      expect((await server.call('/getFields/Account?filter=COSTUM::TRUE')).status).toBe(400);
    });

    it('knows entities by their REST v1 names', async () => {
      expect((await server.call('/getFields/Stage')).status).toBe(200);
      expect(await server.call('/getFields/Step')).toMatchObject({ status: 404, body: { errorcode: 2006 } });
    });
  });

  it('says what it does not know', async () => {
    expect(await server.call('/Acounts')).toMatchObject({
      status: 404,
      body: { errorcode: 2006, message: 'There is no collection "Acounts". Did you mean "Accounts"?' },
    });
    expect((await server.call('/Users')).body).toMatchObject({
      message: 'There is no collection "Users". Did you mean "Clients"?',
    });
    expect((await server.call('/getFields/Account/ID')).status).toBe(404);
    expect((await server.call('/%E0%A4%A')).status).toBe(404);
  });

  it('names the methods that an address takes', async () => {
    const answer = await server.call('/Accounts', { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 405, body: { errorcode: 9004 } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect((await server.call('/entityPublic', { method: 'POST', body: {} })).headers.get('allow')).toBe('GET, HEAD');
  });
});
