/**
 * Spaces whose contacts are the same but for their custom fields: none, a hundred of which some have a value, a hundred with values.
 */
import { createSpaceWithKey, type RunningServer } from '@headwater/server';
import { inventPerson } from '../data/invent-contact.js';
import { recordId } from '../data/record-id.js';
import { SpaceClient } from '../data/space-client.js';

export const variants = ['none', 'some', 'all'] as const;
export type Variant = (typeof variants)[number];

export const variantTitles: Readonly<Record<Variant, string>> = {
  none: 'no custom fields',
  some: '100 custom fields, 20 of them set',
  all: '100 custom fields, all set',
};

export const fieldCount = 100;
const someStep = 5;
export const contactCount = 1_000;

/** A hundred fields are ten of each. */
const types = [
  'input',
  'input',
  'input',
  'integer',
  'currency',
  'float',
  'checkbox',
  'date',
  'datetime',
  'dropdown',
] as const;

export function fieldName(index: number): string {
  return `cf_trait_${index}`;
}

/** Text for the update of a record. */
export const firstTextField = fieldName(0);

/** What bodies name. */
export interface Named {
  readonly ownerId: string;
  /** Ids of what dropdowns offer; none where there is no dropdown. */
  readonly options: readonly string[];
}

export function contactBody(variant: Variant, contact: number, { ownerId, options }: Named): object {
  const step = { none: fieldCount, some: someStep, all: 1 }[variant];
  const values = Array.from({ length: variant === 'none' ? 0 : fieldCount }, (_, index) => index)
    .filter((index) => index % step === 0)
    .map((index) => memberOf(index, contact, options));
  return { owner_id: ownerId, ...inventPerson(contact), ...Object.fromEntries(values) };
}

function memberOf(index: number, contact: number, options: readonly string[]): [string, unknown] {
  const name = fieldName(index);
  const number = contact * fieldCount + index;
  const day = `20${20 + (contact % 10)}-0${(index % 9) + 1}-1${contact % 9}`;
  switch (types[index % types.length]) {
    case 'integer':
      return [name, number];
    case 'currency':
      return [name, number + 0.25];
    case 'float':
      return [name, number / 8];
    case 'checkbox':
      return [name, contact % 2 === 0];
    case 'date':
      return [name, day];
    case 'datetime':
      return [name, `${day}T12:30:00Z`];
    case 'dropdown':
      return [`${name}_id`, options[contact % options.length]];
    default:
      return [name, `Trait ${index} of ${contact}`];
  }
}

/** Makes a space with its fields and contacts, as callers would. */
export async function makeSpace(server: RunningServer, space: string, variant: Variant): Promise<Named> {
  const client = new SpaceClient(server.url, space, await createSpaceWithKey(server, space));
  const named = {
    ownerId: (await client.first('Clients')).id,
    options: variant === 'none' ? [] : await defineFields(client),
  };
  const contacts = Array.from({ length: contactCount }, (_, contact) => ({
    id: recordId('contact', contact),
    ...contactBody(variant, contact, named),
  }));
  await client.ask('POST', 'Contacts/batch-modify?validation-level=8', contacts);
  return named;
}

/** All dropdowns share a set. */
async function defineFields(client: SpaceClient): Promise<readonly string[]> {
  let set: { readonly data_set_id?: unknown } | undefined;
  for (let index = 0; index < fieldCount; index++) {
    const type_id = types[index % types.length];
    const field = { entity_name: 'Contact', name: `Trait ${index}`, type_id };
    if (type_id === 'dropdown') {
      const { data_set_id } = await define(client, { ...field, ...(set ?? { data_set: optionSet }) });
      set = { data_set_id };
    } else await define(client, field);
  }
  const options = await client.ask('GET', `Data?filter[data_set_id]=${String(set?.data_set_id)}`);
  return (options as readonly { readonly id: string }[]).map(({ id }) => id);
}

const optionSet = ['Oak', 'Ash', 'Elm'].map((option_name, index) => ({ option_name, calc_value: index + 1 }));

async function define(client: SpaceClient, field: object): Promise<{ readonly data_set_id: unknown }> {
  return (await client.ask('POST', 'Fields', field)) as { readonly data_set_id: unknown };
}
