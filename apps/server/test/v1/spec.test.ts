/** What the door answers is what the REST v1 document says: every read of every collection, against its own schema. */
import { v1Document, v1Operations } from '@headwater/openapi-types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(databases)('REST v1 on %s', (database) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(v1Document, 'v1');

  let server: LegacyServer;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    const [user] = await server.list('/Clients');
    const [stage] = await server.list('/Stages');
    const account = await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: user?.ID, COMMENTS: 'Two\nlines' });
    const relations = [{ ACCOUNT_ID: account, IS_PRIMARY: 1 }];
    await create('Contacts', { SURNAME: 'Smith', OWNER_ID: user?.ID, ACCOUNT_RELATIONS: relations });
    await create('Products', { NAME: 'Pump', ALLOWED_PIPELINES: 1, UNIT_SYMBOL: 'pcs' });
    await create('Opportunities', {
      OPPORTUNITY_NAME: 'Pumps',
      OWNER_ID: user?.ID,
      STAGE: stage?.ID,
      CLOSING_DATE: '2030-01-31',
      OPPORTUNITY_VALUE_FOREIGN: 99.5,
      ACCOUNT_RELATIONS: relations,
    });
  });

  afterAll(() => server.close());

  async function create(collection: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
    const answer = await server.call(`/${collection}`, { method: 'POST', body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { ID: unknown }).ID;
  }

  /** @returns what is wrong with a body as the answer of a GET at this path of the document */
  function faults(path: string, body: unknown): string {
    const pointer = encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'));
    const schema = `v1#/paths/${pointer}/get/responses/200/content/application~1json/schema`;
    const validate = ajv.compile({ $ref: schema });
    return validate(body) ? '' : ajv.errorsText(validate.errors);
  }

  const reads = v1Operations.filter(({ method }) => method === 'get').map(({ path }) => path);

  it.each(reads)('%s', async (path) => {
    const collection = path.replace('/{space_name}', '').replace('/{id}', '').replace('{entity}', 'Opportunity');
    const [first] = path.endsWith('/{id}') ? await server.list(`${collection}?limit=1`) : [];
    const { status, body } = await server.call(first === undefined ? collection : `${collection}/${first.ID}`);
    expect(status).toBe(200);
    expect(faults(path, body)).toBe('');
    expect(faults(path, null)).not.toBe('');
  });
});
