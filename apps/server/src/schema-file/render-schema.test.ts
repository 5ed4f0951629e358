import { expect, it } from 'vitest';
import { parseSchema } from './parse-schema.js';
import { renderSchema } from './render-schema.js';

const text = `
version: 1
kinds:
  Vehicle: { name_singular: Vehicle, name_plural: Vehicles, settings: { b: [1, {x: 2}], a: null } }
types:
  VehicleType: [{ name: Vehicle }, { name: Van, is_readonly: true }]
data_sets:
  Account.industry_id: [{ option_name: "5" }, { option_name: Retail, option_name_translations: { de: Handel } }]
fields:
  Contact:
    cf_colour: { name: Colour, type_id: dropdown, data_set: [{option_name: Red, calc_value: 1}, {option_name: Blue, calc_value: 2.5, option_name_translations: {de: Blau}}], default_value: Red }
    cf_age: { name: Age, type_id: integer, default_value: 5 }
    cf_next: { name: Next, type_id: integer, calc_formula: 'IF(#cf_age > 1, "a", "b")' }
  Account:
    cf_colour: { name: Colour, type_id: radio, data_set: Contact.cf_colour }
    cf_sum: { name: Sum, type_id: rollup, rollup: { relation: cf_v, function: SUM, field: cf_x } }
    cf_v: { name: V, type_id: lookup, lookup: {entity_name: Vehicle, many: true}}
`;
it('x', () => {
  const { schema } = parseSchema(text, 'x');
  const out = renderSchema(schema);
  console.log(out);
  expect(renderSchema(parseSchema(out, 'y').schema)).toBe(out);
});
