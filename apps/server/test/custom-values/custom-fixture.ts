/**
 * Random records with values in custom fields: written into a space and, as plain objects, for the oracle of the property tests; and random
 * queries over them.
 */
import fc from 'fast-check';
import type { Filter, Operator } from '../../src/request/filter.js';
import type { ListRequest } from '../../src/request/list-request.js';
import type { RecordBody, WriteItem } from '../../src/request/write-request.js';
import {
  answer,
  type Condition,
  equality,
  ordering,
  presence,
  type Query,
  type SortKey,
  search,
  type Thing,
  type Value,
} from '../properties/oracle.js';
import { amounts, dates, dateTimes, integers, texts } from '../properties/scheme.js';
import { seed } from '../properties/seed.js';
import type { CustomSpace, Shown } from './custom-space.js';

export interface CustomFixture {
  readonly contacts: readonly Thing[];
  readonly accounts: readonly Thing[];
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 });
const ratios = fc.constantFrom(-1.5, 0, 0.1, 0.30000000000000004, 3, 1e21, 1e-7);

const contactScheme = fc.record({
  last_name: fc.constantFrom('Abe', 'abe', 'Zoë'),
  created: dateTimes,
  cf_line: optional(texts),
  cf_area: optional(texts),
  cf_count: optional(integers),
  cf_ratio: optional(ratios),
  cf_amount: optional(amounts),
  cf_flag: optional(fc.boolean()),
  cf_day: optional(dates),
  cf_moment: optional(dateTimes),
  price: optional(amounts),
  choice: optional(fc.nat(2)),
  account: optional(fc.nat(3)),
  choices: fc.uniqueArray(fc.nat(2), { maxLength: 3 }),
  isDeleted: fc.nat(7).map((number) => number === 7),
});

const optionNames = ['Red', 'red', 'Grün'];
const accountLines = [null, 'north', 'North', ''];

export async function makeCustomFixture(space: CustomSpace, count: number): Promise<CustomFixture> {
  const options: Thing[] = [];
  for (const option_name of optionNames) {
    const id = await space.newOption(option_name);
    options.push(thing(id, { id, option_name }));
  }
  const accounts: Thing[] = [];
  for (const [index, cf_line] of accountLines.entries()) {
    const body = { name: `Account ${index}`, cf_line };
    const { id } = await space.newAccount(body);
    accounts.push(thing(id, { id, ...body }));
  }
  const [drawn = []] = fc.sample(fc.array(contactScheme, { minLength: count, maxLength: count }), { seed, numRuns: 1 });
  const written = await space.writeAll(
    drawn.map((one): WriteItem => {
      const body = contactBody(space, one, options, accounts);
      return { kind: 'create', entityType: 'Contact', body, validationLevel: 8 };
    }),
  );
  const ids = written.map((outcome) => (outcome.kind === 'done' ? outcome.id : ''));
  const gone = drawn.flatMap(({ isDeleted }, index) => (isDeleted ? [ids[index] ?? ''] : []));
  await space.writeAll(gone.map((id) => ({ kind: 'delete', entityType: 'Contact', id, validationLevel: 0 })));
  const contacts: Thing[] = [];
  for (const [index, one] of drawn.entries()) {
    const record = await space.get('Contact', ids[index] ?? '', { kind: 'rest', expand: { cf_choices: {} } }, true);
    contacts.push(contactThing(space, one, record, options, accounts));
  }
  for (const account of accounts) {
    account.many.cf_contacts = contacts.filter(({ one }) => one.cf_account === account);
  }
  await space.refreshStatistics();
  return { contacts, accounts };
}

type ContactScheme = typeof contactScheme extends fc.Arbitrary<infer One> ? One : never;

function contactBody(
  space: CustomSpace,
  { price, choice, account, choices, isDeleted: _, ...plain }: ContactScheme,
  options: readonly Thing[],
  accounts: readonly Thing[],
): RecordBody {
  return {
    ...plain,
    owner_id: space.ids.owner,
    cf_price: price === null ? null : { base_value: price, value_foreign: price * 2, currency_id: space.ids.foreign },
    cf_choice_id: choice === null ? null : options[choice]?.id,
    cf_account_id: account === null ? null : accounts[account]?.id,
    cf_choices: choices.map((index) => ({ data_id: options[index]?.id })),
  };
}

function contactThing(
  space: CustomSpace,
  { price, choice, account, choices: _, isDeleted, ...plain }: ContactScheme,
  record: Shown,
  options: readonly Thing[],
  accounts: readonly Thing[],
): Thing {
  const rows = record.cf_choices as readonly Shown[];
  return {
    ...thing(record.id, {
      id: record.id,
      ...plain,
      cf_price: price,
      'cf_price.value_foreign': price === null ? null : price * 2,
      'cf_price.currency_id': price === null ? null : space.ids.foreign,
      cf_choice_id: choice === null ? null : (options[choice]?.id ?? null),
      cf_account_id: account === null ? null : (accounts[account]?.id ?? null),
    }),
    isDeleted,
    one: {
      cf_choice: choice === null ? null : (options[choice] ?? null),
      cf_account: account === null ? null : (accounts[account] ?? null),
    },
    many: {
      cf_choices: rows.map((row) => {
        const data = options.find(({ id }) => id === row.data_id) ?? null;
        return { ...thing(row.id, { id: row.id, data_id: data?.id ?? null }), isDeleted, one: { data } };
      }),
    },
  };
}

function thing(id: string, values: Record<string, Value>): Thing {
  return { id, isDeleted: false, values, one: {}, many: {} };
}

type Kind = 'text' | 'integer' | 'float' | 'amount' | 'boolean' | 'date' | 'dateTime' | 'id' | 'rows';

const paths = {
  Contact: {
    ...{ cf_line: 'text', cf_area: 'text', cf_count: 'integer', cf_ratio: 'float', cf_amount: 'amount' },
    ...{ cf_flag: 'boolean', cf_day: 'date', cf_moment: 'dateTime', cf_price: 'amount' },
    ...{ 'cf_price.value_foreign': 'amount', 'cf_price.currency_id': 'id', cf_choice_id: 'id', cf_choice: 'id' },
    ...{
      'cf_choice.option_name': 'text',
      cf_account_id: 'id',
      'cf_account.name': 'text',
      'cf_account.cf_line': 'text',
    },
    ...{ cf_choices: 'rows', 'cf_choices.data_id': 'id', 'cf_choices.data.option_name': 'text', last_name: 'text' },
    ...{ 'cf_account.cf_contacts.cf_count': 'integer', created: 'dateTime' },
  },
  Account: {
    ...{ cf_line: 'text', 'cf_contacts.cf_count': 'integer', 'cf_contacts.cf_line': 'text', cf_contacts: 'rows' },
    ...{ 'cf_contacts.cf_choice.option_name': 'text', 'cf_contacts.last_name': 'text', name: 'text' },
  },
} as const satisfies Record<string, Readonly<Record<string, Kind>>>;

export type Listed = keyof typeof paths;

const sortable: Readonly<Record<Listed, readonly string[]>> = {
  Contact: [
    ...['cf_line', 'cf_area', 'cf_count', 'cf_ratio', 'cf_amount', 'cf_flag', 'cf_day', 'cf_moment', 'cf_price'],
    ...[
      'cf_price.value_foreign',
      'cf_choice_id',
      'cf_choice.option_name',
      'cf_account.cf_line',
      'last_name',
      'created',
    ],
  ],
  Account: ['cf_line', 'name'],
};

function operatorsOf(kind: Kind): readonly Operator[] {
  if (kind === 'rows') return [...presence, 'eq', 'not-eq'];
  if (kind === 'boolean') return [...presence, ...equality];
  return [...presence, ...equality, ...ordering, ...(kind === 'text' ? search : [])];
}

function operandsOf(things: readonly Thing[], path: string, kind: Kind): fc.Arbitrary<Exclude<Value, null>> {
  const there = [...new Set(things.flatMap((one) => valuesAt(one, path.split('.'))))];
  const own = there.length === 0 ? fc.constant('') : fc.constantFrom(...there);
  switch (kind) {
    case 'text':
      return fc.oneof(
        texts,
        own.map((text) => String(text).toUpperCase()),
        own.map((text) => [...String(text)].slice(0, 2).join('')),
      );
    case 'integer':
      return integers;
    case 'float':
      return ratios;
    case 'amount':
      return amounts;
    case 'boolean':
      return fc.boolean();
    case 'date':
      return dates;
    case 'dateTime':
      return dateTimes;
    case 'id':
    case 'rows':
      return there.length === 0 ? fc.constant('00000000-0000-0000-0000-000000000000') : own;
  }
}

function valuesAt(one: Thing, [name = '', ...rest]: readonly string[]): Exclude<Value, null>[] {
  const path = [name, ...rest].join('.');
  const own = one.values[path];
  if (own !== undefined) return own === null ? [] : [own];
  const next = [one.one[name], ...(one.many[name] ?? [])].filter((other) => other !== undefined && other !== null);
  return rest.length === 0 ? next.map(({ id }) => id) : next.flatMap((other) => valuesAt(other, rest));
}

function conditions(things: readonly Thing[], listed: Listed): fc.Arbitrary<Condition> {
  return fc.constantFrom(...Object.entries<Kind>(paths[listed])).chain(([path, kind]) =>
    fc.constantFrom(...operatorsOf(kind)).chain((operator) => {
      const least = presence.includes(operator) ? 0 : operator === 'between' ? 2 : 1;
      const most = equality.includes(operator) ? 3 : least;
      const operands = fc.array(operandsOf(things, path, kind), { minLength: least, maxLength: most });
      return operands.map((given) => ({ path, operator, operands: given }));
    }),
  );
}

/** Conditions that all hold, of which some holds, or of which not all hold. */
export type Joint = 'and' | 'or' | 'not';

export interface CustomQuery extends Query {
  readonly joint: Joint;
}

export function customQueries(things: readonly Thing[], listed: Listed): fc.Arbitrary<CustomQuery> {
  const keys: fc.Arbitrary<SortKey> = fc.record({
    path: fc.constantFrom(...sortable[listed]),
    descending: fc.boolean(),
  });
  return fc.record({
    conditions: fc.array(conditions(things, listed), { maxLength: 3 }),
    joint: fc.constantFrom('and', 'and', 'or', 'not'),
    order: fc.uniqueArray(keys, { maxLength: 3, selector: ({ path }) => path }),
    includeDeleted: fc.boolean(),
  });
}

export function customAnswer(things: readonly Thing[], query: CustomQuery): Thing[] {
  const all = answer(things, { ...query, conditions: [] });
  const found = query.conditions.map((condition) => new Set(answer(things, { ...query, conditions: [condition] })));
  return all.filter((one) => {
    const holds = found.map((some) => some.has(one));
    if (query.joint === 'or') return holds.length === 0 || holds.some(Boolean);
    return query.joint === 'and' ? holds.every(Boolean) : holds.length === 0 || !holds.every(Boolean);
  });
}

export function requestOf({ conditions: given, joint, order, includeDeleted }: CustomQuery): Partial<ListRequest> {
  const filters = given.map(({ path, operator, operands }): Filter => {
    return { kind: 'condition', path: path.split('.'), operator, operands, at: path };
  });
  const all: Filter = { kind: joint === 'or' ? 'or' : 'and', filters };
  return {
    filter: filters.length === 0 ? null : joint === 'not' ? { kind: 'not', filter: all } : all,
    sort: order.map(({ path, descending }) => ({ path: path.split('.'), descending, at: path })),
    includeDeleted,
    selection: { kind: 'rest', expand: {}, only: { id: {} } },
  };
}
