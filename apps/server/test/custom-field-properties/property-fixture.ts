/**
 * Random records of an entity type with a custom field of each type: written into a space over REST and, as plain objects, for the
 * oracle.
 */
import fc from 'fast-check';
import type { Thing, Value } from '../properties/oracle.js';
import { seed } from '../properties/seed.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { calculatedProperties } from './calculated-properties.js';
import { type Kind, memberOf, type Plain, typeProperties } from './type-properties.js';

/** Where a filter or an order can lead. */
export interface PathProperty {
  readonly path: string;
  readonly kind: Kind | 'id' | 'rows';
  readonly isSortable: boolean;
}

/** The entity type whose records have the fields. */
export interface Owner {
  readonly entityType: string;
  readonly collection: string;
  /** What a record must have besides. */
  readonly required: Json;
}

export interface PropertyFixture {
  readonly collection: string;
  readonly things: readonly Thing[];
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 });
const optionNames = ['Red', 'red', 'Grün'];
const accountCount = 5;

const drawnRecords = fc.record({
  plain: fc.record(Object.fromEntries(typeProperties.map(({ type, values }) => [type, optional<Value>(values)]))),
  price: optional(fc.integer({ min: -4, max: 9 }).map((number) => number * 12.5)),
  choices: fc.record({ dropdown: optional(fc.nat(2)), radio: optional(fc.nat(2)) }),
  several: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  account: optional(fc.nat(accountCount - 1)),
  accounts: fc.uniqueArray(fc.nat(accountCount - 1), { maxLength: 3 }),
  isDeleted: fc.nat(7).map((number) => number === 7),
});

type Drawn = typeof drawnRecords extends fc.Arbitrary<infer One> ? One : never;

/** Records that those of the fixture point at, and that point at them. */
interface Others {
  readonly options: Readonly<Record<'dropdown' | 'radio' | 'several', readonly Thing[]>>;
  readonly accounts: readonly Thing[];
}

export async function makePropertyFixture(space: TestSpace, owner: Owner, count: number): Promise<PropertyFixture> {
  const options = await defineFields(space, owner);
  const accounts = await makeAccounts(space);
  const others = { options, accounts };
  const [drawn = []] = fc.sample(fc.array(drawnRecords, { minLength: count, maxLength: count }), { seed, numRuns: 1 });
  const bodies = drawn.map((one) => ({ ...owner.required, ...bodyOf(space, one, others) }));
  const ids = await batch<string>(space, `${owner.collection}/batch-modify`, bodies);
  await resolveHomes(space, accounts, ids);
  const gone = ids.filter((_, index) => drawn[index]?.isDeleted);
  await batch(space, `${owner.collection}/batch-delete`, gone);
  const shown = await allRecords(space, owner.collection);
  const things = drawn.map((one, index) => thingOf(space, one, shown.get(ids[index] ?? ''), others, ids));
  return { collection: owner.collection, things };
}

/** @returns what the service answers for each item */
export async function batch<T>(space: TestSpace, path: string, body: readonly unknown[]): Promise<readonly T[]> {
  if (body.length === 0) return [];
  const answer = await space.send('POST', path, { body });
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.text}`);
  return answer.body.data as readonly T[];
}

async function defineFields(space: TestSpace, { entityType }: Owner): Promise<Others['options']> {
  const data_set = optionNames.map((option_name, index) => ({ option_name, calc_value: index }));
  const field = (name: string, type_id: string, settings: Json = {}): Json => {
    return { entity_name: entityType, name, type_id, ...settings };
  };
  const [homeId = ''] = await batch<string>(space, 'Fields/batch-modify', [
    { ...field('home', 'lookup', { lookup: { entity_name: entityType } }), entity_name: 'Account' },
    { ...field('weight', 'integer'), entity_name: 'Account' },
    { ...field('day', 'date'), entity_name: 'Account' },
    ...typeProperties.map(({ type }) => field(type, type)),
    field('price', 'currency_foreign'),
    field('dropdown', 'dropdown', { data_set }),
    field('radio', 'radio', { data_set }),
    field('several', 'multiselect_checkbox', { data_set }),
    field('account', 'lookup', { lookup: { entity_name: 'Account' } }),
    field('accounts', 'lookup', { lookup: { entity_name: 'Account', many: true } }),
    field('number', 'sequence', { sequence_pattern: 'N-{007}' }),
  ]);
  await batch(space, 'Fields/batch-modify', [
    field('guests', 'lookup', { lookup: { entity_name: 'Account', relation_id: homeId } }),
    ...calculatedProperties.flatMap(({ name, type, formula }) =>
      formula === undefined ? [] : [field(name, type, { calc_formula: formula })],
    ),
  ]);
  await batch(
    space,
    'Fields/batch-modify',
    calculatedProperties.flatMap(({ name, rollup }) =>
      rollup === undefined ? [] : [field(name, 'rollup', { rollup })],
    ),
  );
  const optionsOf = async (name: string): Promise<Thing[]> => {
    const query = { 'filter[entity_name]': entityType, 'filter[api_name]': memberOf(name), expand: 'data_set' };
    const [record] = (await space.list('Fields', query)).data;
    const found = record?.data_set as readonly TestRecord[];
    return optionNames.map((option_name) => {
      const id = found.find((option) => option.option_name === option_name)?.id ?? '';
      return plainThing(id, { id, option_name });
    });
  };
  return {
    dropdown: await optionsOf('dropdown'),
    radio: await optionsOf('radio'),
    several: await optionsOf('several'),
  };
}

async function makeAccounts(space: TestSpace): Promise<Thing[]> {
  const bodies = Array.from({ length: accountCount }, (_, index) => ({
    name: ['Abe', 'abe', 'Zoë', 'Ärö', 'b'][index],
    owner_id: space.ids.ownerId,
    cf_weight: index === 3 ? null : index * 2 - 3,
    cf_day: index === 2 ? null : `202${index}-02-0${index + 1}`,
  }));
  const ids = await batch<string>(space, 'Accounts/batch-modify', bodies);
  return bodies.map(({ name, cf_weight, cf_day }, index) => {
    const id = ids[index] ?? '';
    return plainThing(id, { id, name: name ?? null, cf_weight, cf_day });
  });
}

/** All accounts are at home with the first records, two each. */
async function resolveHomes(space: TestSpace, accounts: readonly Thing[], ids: readonly string[]): Promise<void> {
  const bodies = accounts.map(({ id }, index) => ({ id, cf_home_id: ids[homeOf(index)] }));
  await batch(space, 'Accounts/batch-modify', bodies);
}

function homeOf(account: number): number {
  return Math.floor(account / 2);
}

function bodyOf(space: TestSpace, drawn: Drawn, { options, accounts }: Others): Json {
  const { plain, price, choices, several, account } = drawn;
  const idOf = (things: readonly Thing[], index: number | null) => (index === null ? null : things[index]?.id);
  return {
    ...Object.fromEntries(Object.entries(plain).map(([type, value]) => [memberOf(type), value])),
    cf_price: price === null ? null : { base_value: price, value_foreign: price * 2, currency_id: foreignOf(space) },
    cf_dropdown_id: idOf(options.dropdown, choices.dropdown),
    cf_radio_id: idOf(options.radio, choices.radio),
    cf_several: several.map((index) => ({ id: options.several[index]?.id })),
    cf_account_id: idOf(accounts, account),
    cf_accounts: drawn.accounts.map((index) => ({ id: accounts[index]?.id })),
  };
}

function foreignOf(space: TestSpace): string {
  return space.ids.foreignCurrencyId;
}

/** @returns the records, deleted ones too, with their rows, by id */
async function allRecords(space: TestSpace, collection: string): Promise<ReadonlyMap<string, TestRecord>> {
  const query = { first: 100, 'include-deleted': true, expand: 'cf_several,cf_accounts,cf_guests' };
  const { data, page_info } = await space.list(collection, query);
  if (page_info.has_next_page) throw new Error('the records fit a page');
  return new Map(data.map((record) => [record.id, record]));
}

function thingOf(
  space: TestSpace,
  drawn: Drawn,
  record: TestRecord | undefined,
  { options, accounts }: Others,
  ids: readonly string[],
): Thing {
  if (!record) throw new Error('a record that was written is not listed');
  const { plain, price, choices, account, isDeleted } = drawn;
  const at = (things: readonly Thing[], index: number | null) => (index === null ? null : (things[index] ?? null));
  const one = {
    cf_dropdown: at(options.dropdown, choices.dropdown),
    cf_radio: at(options.radio, choices.radio),
    cf_account: at(accounts, account),
  };
  const guests = accounts.filter((_, index) => ids[homeOf(index)] === record.id);
  const values: Record<string, Value> = Object.fromEntries(
    Object.entries(plain).map(([type, value]) => [memberOf(type), value]),
  );
  return {
    id: record.id,
    isDeleted,
    one,
    values: {
      id: record.id,
      ...values,
      cf_price: price,
      'cf_price.value_foreign': price === null ? null : price * 2,
      'cf_price.currency_id': price === null ? null : foreignOf(space),
      ...Object.fromEntries(Object.entries(one).map(([name, target]) => [`${name}_id`, target?.id ?? null])),
      cf_number: record.cf_number as string,
      ...Object.fromEntries(
        calculatedProperties.map(({ name, value }) => [
          memberOf(name),
          value(
            (member) => values[member] ?? null,
            guests.map((guest) => guest.values),
          ),
        ]),
      ),
    },
    many: {
      cf_several: rowsOf(record.cf_several, 'data', options.several, isDeleted),
      cf_accounts: rowsOf(record.cf_accounts, 'record_2', accounts, isDeleted),
      cf_guests: guests,
    },
  };
}

/** Rows as the record shows them: each has an id of its own, and leads to one of the things. */
function rowsOf(shown: unknown, end: string, things: readonly Thing[], isDeleted: boolean): Thing[] {
  return (shown as readonly TestRecord[]).map((row) => {
    const target = things.find(({ id }) => id === row[`${end}_id`]) ?? null;
    const thing = plainThing(row.id, { id: row.id, [`${end}_id`]: target?.id ?? null });
    return { ...thing, isDeleted, one: { [end]: target } };
  });
}

function plainThing(id: string, values: Thing['values']): Thing {
  return { id, isDeleted: false, values, one: {}, many: {} };
}

const sortable = (path: string, kind: PathProperty['kind']): PathProperty => ({ path, kind, isSortable: true });
const unsorted = (path: string, kind: PathProperty['kind']): PathProperty => ({ path, kind, isSortable: false });

export const pathProperties: readonly PathProperty[] = [
  ...typeProperties.map(({ type, kind }) => sortable(memberOf(type), kind)),
  sortable('cf_price', 'amount'),
  sortable('cf_price.value_foreign', 'amount'),
  sortable('cf_price.currency_id', 'id'),
  sortable('cf_dropdown_id', 'id'),
  unsorted('cf_dropdown', 'id'),
  sortable('cf_dropdown.option_name', 'text'),
  sortable('cf_radio_id', 'id'),
  sortable('cf_radio.option_name', 'text'),
  unsorted('cf_several', 'rows'),
  unsorted('cf_several.data_id', 'id'),
  unsorted('cf_several.data.option_name', 'text'),
  sortable('cf_account_id', 'id'),
  sortable('cf_account.name', 'text'),
  sortable('cf_account.cf_weight', 'integer'),
  unsorted('cf_accounts', 'rows'),
  unsorted('cf_accounts.record_2_id', 'id'),
  unsorted('cf_accounts.record_2.cf_day', 'date'),
  unsorted('cf_guests', 'rows'),
  unsorted('cf_guests.name', 'text'),
  unsorted('cf_guests.cf_weight', 'integer'),
  sortable('cf_number', 'text'),
  ...calculatedProperties.map(({ name, kind }) => sortable(memberOf(name), kind)),
];

/** @returns the values that things have at the end of a path */
export function valuesAt(thing: Thing, [name = '', ...rest]: readonly string[]): Plain[] {
  const own = thing.values[[name, ...rest].join('.')];
  if (own !== undefined) return own === null ? [] : [own];
  const next = [thing.one[name], ...(thing.many[name] ?? [])].filter((other) => other !== undefined && other !== null);
  return rest.length === 0 ? next.map(({ id }) => id) : next.flatMap((other) => valuesAt(other, rest));
}
