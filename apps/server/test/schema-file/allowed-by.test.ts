/**
 * Options that others allow, in schema files.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../fixture.js';
import { SchemaPlace } from './schema-place.js';

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

describe.each(databases)('on %s', (database) => {
  let place: SchemaPlace;

  beforeAll(async () => {
    place = await SchemaPlace.open(database);
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
});
