/**
 * A space that has defined an entity type and a field of every type, as the suite finds it.
 */
import type { SpaceAccess } from '../src/run-checks.js';

interface Made {
  readonly id: string;
  readonly data_set_id?: string;
}

/** Makes what checks of a space's own parts need. @throws Error when the server rejects */
export async function defineSpace(baseUrl: string, access: SpaceAccess): Promise<void> {
  const post = async (collection: string, body: object): Promise<Made> => {
    const { space, token, password } = access;
    const answer = await fetch(`${baseUrl}/api/v100/rest/spaces/${space}/entities/${collection}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${token}:${password}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return ((await answer.json()) as { readonly data: Made }).data;
  };
  await post('Entities', { name_singular: 'Vehicle', name_plural: 'Vehicles' });
  const options = [
    { option_name: 'First', calc_value: '1' },
    { option_name: 'Second', calc_value: '2' },
  ];
  const types: Readonly<Record<string, object>> = {
    input: { is_unique: true },
    text_area: {},
    integer: { default_value: '4' },
    float: {},
    currency: {},
    checkbox: {},
    date: {},
    datetime: {},
    url: {},
    email: {},
    phone: {},
    dropdown: { data_set: options },
    radio: { data_set: options },
    multiselect_checkbox: { data_set: options },
    sequence: { sequence_pattern: 'C-{00001}' },
    lookup: { lookup: { entity_name: 'Vehicle', many: false } },
  };
  for (const [type_id, more] of Object.entries(types)) {
    await post('Fields', { entity_name: 'Contact', name: `Custom ${type_id}`, type_id, ...more });
  }
  await post('Fields', { entity_name: 'Contact', name: 'Custom money', type_id: 'currency_foreign' });
  await post('Fields', {
    entity_name: 'Contact',
    name: 'Custom formula',
    type_id: 'currency',
    calc_formula: '#cf_custom_integer * 2',
  });
  await post('Fields', { entity_name: 'Vehicle', name: 'Plate', type_id: 'input' });
  const driver = { entity_name: 'Contact', many: false };
  await post('Fields', { entity_name: 'Vehicle', name: 'Driver', type_id: 'lookup', lookup: driver });
  await defineChoices(post);
}

/** Choices that leave nothing to choose: one without options, and one whose options all need a choice in another field. */
async function defineChoices(post: (collection: string, body: object) => Promise<Made>): Promise<void> {
  const choice = { entity_name: 'Vehicle', type_id: 'dropdown' };
  await post('Fields', { ...choice, name: 'Empty' });
  const country = await post('Fields', { ...choice, name: 'Country' });
  const austria = await post('Data', {
    option_name: 'Austria',
    calc_value: 1,
    sort_order: 1,
    data_set_id: country.data_set_id,
  });
  const data_set = [{ option_name: 'Vienna', calc_value: 1, allowed_by: [austria.id] }];
  await post('Fields', { ...choice, name: 'City', parent_options_field_id: country.id, data_set });
}
