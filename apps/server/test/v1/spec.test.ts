/** What the API answers is what the REST v1 document says: every read of every collection, against its own schema. */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { v1Operations } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { oneDatabase } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(v1Document, 'v1');

  let server: LegacyServer;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    await new RecordMaker(server.server.space, buildCatalog(entityTypes)).createEach();
    for (const { v1Views = [] } of entityTypes) {
      for (const { collection } of v1Views)
        await server.call(`/${collection}`, { method: 'POST', body: { VALUE: 'One', SORT_ORDER: 1 } });
    }
  });

  afterAll(() => server.close());

  /** @returns what is wrong with a body as the answer of a GET at this path of the document */
  function faults(path: string, body: unknown): string {
    const pointer = encodeURI(path.replaceAll('~', '~0').replaceAll('/', '~1'));
    const schema = `v1#/paths/${pointer}/get/responses/200/content/application~1json/schema`;
    const validate = ajv.compile({ $ref: schema });
    return validate(body) ? '' : ajv.errorsText(validate.errors);
  }

  const reads = v1Operations
    .filter(({ method }) => method === 'get')
    .map(({ path }) => path)
    // As long as nobody makes a field with a sequence, there is none.
    .filter((path) => path !== '/{space_name}/FieldSequences/{id}');

  it.each(reads)('%s', async (path) => {
    const collection = path.replace('/{space_name}', '').replace('/{id}', '').replace('{entity}', 'Opportunity');
    const [first] = path.endsWith('/{id}') ? await server.list(`${collection}?limit=1`) : [];
    const { status, body } = await server.call(first === undefined ? collection : `${collection}/${first.ID}`);
    expect(status).toBe(200);
    expect(faults(path, body)).toBe('');
    expect(faults(path, null)).not.toBe('');
  });
});
