/**
 * Options that others allow, in schema files.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { updateRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { SchemaFixture } from './schema-fixture.js';

const towns = `version: 1
fields:
  Contact:
    cf_land: { name: Land, type_id: dropdown, data_set: [{ option_name: AT, calc_value: 1 }, { option_name: DE, calc_value: 2 }] }
    cf_town:
      name: Town
      type_id: dropdown
      parent_options_field: cf_land
      data_set: [{ option_name: Wien, calc_value: 1, allowed_by: [AT] }]
`;

describe.each(oneDatabase)('on %s', (database) => {
  let place: SchemaFixture;

  beforeAll(async () => {
    place = await SchemaFixture.open(database);
  });
  afterAll(() => place.close());

  it('stay while another option needs them', async () => {
    const space = await place.newSpace();
    await space.apply(towns);
    const without = towns.replace('{ option_name: AT, calc_value: 1 }, ', '').replace('[AT]', '[DE]');
    expect(await space.apply(without, '--delete')).toHaveLength(2);
    const none = towns.replace('{ option_name: AT, calc_value: 1 }, ', '');
    expect(await space.give('apply', none, '--delete')).toMatchObject({ code: 2 });
  });

  it('are left out when no field decides any more', async () => {
    const space = await place.newSpace();
    await space.apply(towns);
    const fields = await space.view.deps.stores.of(space.id);
    const [town] = await space
      .records('Field', ['id', 'api_name'])
      .then((all) => all.filter(({ api_name }) => api_name === 'cf_town'));
    await runWrite(
      { ...space.view.deps, ...fields },
      systemCall(space.id),
      {
        entityType: 'Field',
        id: String(town?.id),
        body: { parent_options_field_id: null },
        validationLevel: 0,
        selection: { kind: 'rest', expand: {} },
      },
      updateRecord,
    );
    const exported = await space.export();
    expect(exported).not.toContain('allowed_by');
    expect(await space.give('diff', exported)).toMatchObject({ code: 0, out: '' });
  });
});
