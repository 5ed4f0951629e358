/**
 * Requests over every operation of the documents of REST v100 and v1 and of the GraphQL schema: well formed, nearly so, and hostile.
 */
import { typeDefs } from '@headwater/graphql-types/sdl';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import fc from 'fast-check';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { FuzzRequest } from './request.js';

/** Requests that are under way at the same time. */
export interface FuzzBurst {
  /** Over connections of their own, or over one connection ahead of the answers; left: over their own, which are cut off at once. */
  readonly how: 'concurrent' | 'pipelined' | 'left';
  readonly requests: readonly FuzzRequest[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly $ref?: string;
    readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The texts of bodies as long, wide and deep as they may be, and longer; made once, as making them takes longer than reading them. */
const limitBodies = [
  `[${Array(499_000).fill('1').join(',')}]`,
  `[${Array(249_000).fill('{}').join(',')}]`,
  `{${names(49_000).map((name) => `"${name}":1`)}}`,
  `{${names(499_000).map((name) => `"${name}":1`)}}`,
  `[${names(500).map((one) => `{${names(98).map((name) => `"${one}${name}":1`)}}`)}]`,
  `[${names(5_000).map((one) => `{${names(98).map((name) => `"${one}${name}":1`)}}`)}]`,
  `{"name":"${'x'.repeat(10_000_000)}"}`,
  `{"name":"${'\\u0000😀'.repeat(500_000)}"}`,
  `{"${'n'.repeat(1_000_000)}":1}`,
  `${'['.repeat(199)}${']'.repeat(199)}`,
  '['.repeat(5_000_000),
  `{"name":${'{"a":'.repeat(150)}1${'}'.repeat(150)}}`,
  // Of the searches of REST v1.
  ...['|', 'ü::', '\\\\:'].map((part) => `{"filter":"${part.repeat(60_000)}"}`),
  ...['loadonly', 'sort'].flatMap((name) => [
    `{"${name}":"${names(9_000).join('|')}"}`,
    `{"${name}":"${names(900_000).join('|')}"}`,
  ]),
];

/** Bodies of GraphQL whose documents are long where they mean little, or ask for the same many times. */
const limitOperations = [
  `${'\n'.repeat(400_000)}{ ${names(100).join(' ')} }`,
  `${' '.repeat(4_000_000)}{ ${names(100).join(' ')} }`,
  `{ ${names(4_900).join(' ')} }`,
  `{ ${names(58).map((name) => `${name}: __schema { types { fields { name } } }`)} }`,
  `{ __schema { types { ${names(58).map((name) => `${name}: fields { description }`)} } } }`,
  `{ accounts(first: ${'9'.repeat(4_000_000)}) { totalCount } }`,
].map((query) => JSON.stringify({ query }));

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `k${index}`);
}

/** The head of a request may be a little longer; what is beyond that is answered before it is read. */
const longestAddress = 60_000;
/** As many as an address holds. */
const manyNames = names(5_000).join(',');

const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    '\uD800',
    '😀'.repeat(50),
    'ÅΩ\u202e',
    '%',
    '_',
    '\\',
    "'; DROP TABLE contacts; --",
    '__proto__',
    'constructor',
  ],
  ...[
    'null',
    '-1',
    '1e999',
    '9'.repeat(400),
    '2024-02-30',
    '0000-00-00',
    '[]',
    '{}',
    '../..',
    'x'.repeat(5_000),
    'a.'.repeat(500),
  ],
];

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.1,
    [],
    {},
    [[]],
    [null],
    { __proto__: null },
    { id: {} },
  ),
  fc.constantFrom<unknown>(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.integer({ min: 1, max: 120 }).map((depth) =>
    Array(depth)
      .fill(0)
      .reduce<unknown>((inner) => [inner], 1),
  ),
);

/** @param usual what fits @returns that, and sometimes something hostile */
function mutated(usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: hostileValue });
}

function sometimes<T>(arbitrary: fc.Arbitrary<T>, freq: number): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq });
}

/** Values of headers that mean something, right or not. */
const headerValues: Readonly<Record<string, readonly string[]>> = {
  'Idempotency-Key': ['again', 'once more', 'k'.repeat(255), 'k'.repeat(256)],
  'If-Match': ['*', '"1"', 'W/"1"', '"1", "2"', '1'],
  'If-None-Match': ['*', '"1"', 'W/"1"', '"1", "2"', ','],
  'Last-Event-ID': ['WzAsIDBd', 'WzEsIDBd', 'WzllOTksIC0xXQ==', '1'],
  Range: [
    'bytes=0-0',
    'bytes=5-',
    'bytes=-5',
    'bytes=9-1',
    'bytes=0-1,3-4',
    'bytes=-0',
    `bytes=0-${'9'.repeat(99)}`,
    'lines=1',
  ],
};

/** What fits none of the ids that are there. */
const unknownId = '00000000-0000-4000-8000-00000000beef';

/** Ids of records that are there, by the member that they fit, such as `owner_id`. */
export type KnownIds = Readonly<Record<string, string>>;

class Generator {
  private readonly ids: fc.Arbitrary<string>;

  constructor(private readonly known: KnownIds) {
    this.ids = fc.constantFrom(...Object.values(known), unknownId);
  }

  text(format: string | undefined): fc.Arbitrary<string> {
    switch (format) {
      case 'uuid':
        return this.ids;
      case 'date':
        return fc.constantFrom('2026-01-31', '1970-01-01', '9999-12-31');
      case 'date-time':
        return fc.constantFrom('2026-01-31T10:00:00.000000', '2026-01-31 10:00:00', '0001-01-01T00:00:00Z');
      default:
        return fc.oneof(fc.string({ maxLength: 12 }), this.ids, fc.constantFrom('name', 'Ada', 'owner', 'eq'));
    }
  }

  restOperation(document: OpenApiDocument, base: string, path: string, method: string): fc.Arbitrary<FuzzRequest> {
    const found = (document.paths as Record<string, Record<string, Operation>>)[path];
    const operation = found?.[method] ?? {};
    const shared = (found as { parameters?: readonly Parameter[] } | undefined)?.parameters ?? [];
    const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolve<Parameter>(document, one));
    const { content = {} } = resolve(document, operation.requestBody ?? {});
    const schema = content['application/json']?.schema;
    const hasBody = Object.keys(content).length > 0;
    const address = fc
      .array(mutated(this.ids), { minLength: 4, maxLength: 4 })
      .map((values) =>
        path
          .replace('/{space_name}', '')
          .replaceAll(/\{\w+\}/g, () => encodeURIComponent(shown(values.pop())) || unknownId),
      );
    return fc
      .record({
        address,
        // One request in two has none, as most of what is said in one is wrong.
        search: fc.oneof(fc.constant(''), this.search(document, parameters)),
        headers: fc.oneof(fc.constant({}), this.headers(parameters)),
        body: this.bodyText(document, schema, hasBody),
      })
      .map(({ address: at, search, ...rest }) => ({
        method: method.toUpperCase(),
        path: `${base}${at}${search}`,
        ...rest,
      }))
      .filter((request) => request.path.length < longestAddress);
  }

  private headers(parameters: readonly Parameter[]): fc.Arbitrary<Readonly<Record<string, string>>> {
    const declared = parameters
      .filter((one) => one.in === 'header')
      .map(({ name = '', example }) => {
        const usual = fc.constantFrom(shown(example ?? ''), ...(headerValues[name] ?? []));
        const value = fc.tuple(mutated(usual), fc.boolean());
        return sometimes(
          value.map(([given, isStream]): [string, string][] => [
            [name, inHeader(shown(given))],
            ...(name === 'Last-Event-ID' && isStream ? [['Accept', 'text/event-stream'] as [string, string]] : []),
          ]),
          2,
        );
      });
    return fc.tuple(...declared).map((given) => Object.fromEntries(given.flatMap((part) => part ?? [])));
  }

  private search(document: OpenApiDocument, parameters: readonly Parameter[]): fc.Arbitrary<string> {
    const declared = parameters
      .filter((one) => one.in === 'query')
      .map(({ name = '', schema = {}, example }) => {
        const usual = fc.oneof(fc.constant(example ?? ''), this.value(document, schema, 2));
        const key = fc.constantFrom(name, `${name}[name]`, `${name}[owner.email]`, `${name}[id][]`);
        const many = fc.constantFrom<unknown>(manyNames, 'a,'.repeat(9_000), 'a.'.repeat(9_000));
        return sometimes(
          fc
            .tuple(key, fc.oneof({ weight: 40, arbitrary: mutated(usual) }, { weight: 1, arbitrary: many }))
            .map(([as, value]) => `${encodeURIComponent(as)}=${encodeURIComponent(shown(value))}`),
          2,
        );
      });
    const broken = sometimes(fc.constantFrom('%zz', '%ff=1', '[=', 'filter[', 'a=%00', '&&&', 'expand=%2e.%2e'), 12);
    return fc.tuple(...declared, broken).map((given) => {
      const parts = given.filter((part) => part !== undefined);
      return parts.length === 0 ? '' : `?${parts.join('&')}`;
    });
  }

  private bodyText(document: OpenApiDocument, schema: Schema | undefined, hasBody: boolean) {
    if (!hasBody) return fc.constant(undefined);
    const usual = mutated(this.value(document, schema ?? {}, 4)).map((value) => JSON.stringify(value) ?? '');
    return fc.oneof(
      { weight: 20, arbitrary: usual },
      { weight: 20, arbitrary: this.fittingRecord(document, schema ?? {}).map((value) => JSON.stringify(value)) },
      { weight: 2, arbitrary: usual.map((text) => text.slice(0, -1)) },
      { weight: 1, arbitrary: fc.constantFrom(...limitBodies) },
      { weight: 1, arbitrary: fc.constantFrom('', '\uFEFF{}', '{"a":1}{"a":1}', 'NaN', '{"id":1,"id":2}') },
    );
  }

  /** Members that must be given and one more, so that some requests change something. */
  private fittingRecord(document: OpenApiDocument, given: Schema): fc.Arbitrary<object> {
    const schema = resolve<Schema>(document, given);
    const properties = propertiesOf(document, schema);
    const needed = properties.filter(([name]) => schema.required?.includes(name));
    return fc.subarray(properties, { maxLength: Math.min(1, properties.length) }).chain((more) => {
      const members = new Map([...more, ...needed]);
      return fc.record(
        Object.fromEntries([...members].map(([name, one]) => [name, this.fittingValue(document, name, one)])),
      );
    });
  }

  private fittingValue(document: OpenApiDocument, name: string, given: Schema): fc.Arbitrary<unknown> {
    const { enum: values, type, format } = resolve<Schema>(document, given);
    if (values) return fc.constantFrom(...values);
    if (format === 'uuid') return name in this.known ? fc.constant(this.known[name]) : this.ids;
    if (type === 'string' && format === undefined) return fc.string({ minLength: 1, maxLength: 12 });
    return this.value(document, given, 2);
  }

  private value(document: OpenApiDocument, given: Schema, depth: number): fc.Arbitrary<unknown> {
    const schema = resolve<Schema>(document, given);
    const choices = schema.oneOf ?? schema.anyOf;
    if (depth === 0) return hostileValue;
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (choices) return fc.oneof(...choices.map((one) => this.value(document, one, depth - 1)));
    const properties = propertiesOf(document, schema);
    const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).find((one) => one !== 'null');
    switch (type) {
      case 'string':
        return mutated(this.text(schema.format));
      case 'integer':
      case 'number':
        return mutated(fc.integer({ min: -2, max: 40 }));
      case 'boolean':
        return mutated(fc.boolean());
      case 'array':
        return mutated(this.list(this.value(document, schema.items ?? {}, depth - 1)));
      default:
        if (properties.length === 0) return hostileValue;
        return fc
          .subarray(properties, { maxLength: Math.min(12, properties.length) })
          .chain((chosen) =>
            fc.record(Object.fromEntries(chosen.map(([name, one]) => [name, this.value(document, one, depth - 1)]))),
          );
    }
  }

  /** Now and then many of one item. */
  private list(item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
    const many = fc.tuple(item, fc.constantFrom(24, 1_000)).map(([one, count]) => Array(count).fill(one));
    return fc.oneof({ weight: 30, arbitrary: fc.array(item, { maxLength: 3 }) }, { weight: 1, arbitrary: many });
  }

  graphqlField(base: string, kind: string, field: GraphQLField<unknown, unknown>): fc.Arbitrary<FuzzRequest> {
    const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
    const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const text = `${kind}${declared && ` (${declared})`} { ${field.name}${given && `(${given})`}${selectionOf(field, 3)} }`;
    const variables = fc.record(Object.fromEntries(field.args.map(({ name, type }) => [name, this.input(type, 4)])));
    return fc
      .oneof(
        { weight: 40, arbitrary: variables.map((values) => JSON.stringify({ query: text, variables: values })) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom(...limitBodies)
            .map((body) => `{"query":${JSON.stringify(text)},"variables":${body}}`),
        },
        { weight: 1, arbitrary: fc.constantFrom(...limitOperations) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...hostileTexts).map((query) => JSON.stringify({ query: `${text} ${query}` })),
        },
        ...longFilters(field),
      )
      .map((body) => ({ method: 'POST', path: base, headers: {}, body }));
  }

  private input(given: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
    if (!isNonNullType(given)) return fc.option(this.inputOf(given, depth), { nil: undefined, freq: 2 });
    return this.inputOf(given.ofType, depth);
  }

  private inputOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
    if (depth === 0) return hostileValue;
    if (isListType(type)) {
      const item = this.input(type.ofType, depth - 1);
      const many = fc.tuple(item, fc.constantFrom(4_000, 40_000)).map(([one, count]) => Array(count).fill(one));
      return fc.oneof(
        { weight: 60, arbitrary: mutated(fc.array(item, { maxLength: 3 })) },
        { weight: 1, arbitrary: many },
      );
    }
    if (isEnumType(type)) return mutated(fc.constantFrom(...type.getValues().map(({ name }) => name)));
    if (!isInputObjectType(type))
      return mutated(
        fc.oneof(this.text('uuid'), this.text(undefined), fc.integer({ min: -2, max: 200 }), fc.boolean()),
      );
    const members = Object.values(type.getFields());
    return fc
      .subarray(members, { maxLength: Math.min(5, members.length) })
      .chain((fields) =>
        fc.record(Object.fromEntries(fields.map(({ name, type: inner }) => [name, this.input(inner, depth - 1)]))),
      );
  }
}

/** @returns lists that share one filter with many texts, as long together as a filter may be and longer; none for a field without a filter */
function longFilters(field: GraphQLField<unknown, unknown>): fc.WeightedArbitrary<string>[] {
  const type = field.args.find(({ name }) => name === 'filter')?.type;
  if (!isInputObjectType(type) || type.getFields().or === undefined) return [];
  const texts = Object.values(type.getFields()).filter(
    (member) => isInputObjectType(member.type) && member.type.getFields().contains !== undefined,
  );
  if (texts.length === 0) return [];
  const arbitrary = fc
    .record({
      lists: fc.integer({ min: 1, max: 60 }),
      selection: fc.constantFrom('totalCount', '__typename', 'totalCount __typename', 'nodes { id }'),
      joined: fc.constantFrom('or', 'and'),
      isNegated: fc.boolean(),
      conditions: fc.array(
        fc.tuple(fc.constantFrom(...texts), fc.constantFrom('contains', 'icontains', 'istarts', 'notIeq')),
        { minLength: 1, maxLength: 100, size: 'max' },
      ),
      characters: fc.constantFrom(10_000, 100_000, 499_000, 9_000_000),
      unit: fc.constantFrom('x', 'aÅ', '😀', '%_'),
    })
    .map(({ lists, selection, joined, isNegated, conditions, characters, unit }) => {
      const text = unit.repeat(characters / conditions.length / unit.length);
      const all = {
        [joined]: conditions.map(([{ name }, operator], index) => ({ [name]: { [operator]: `${index}${text}` } })),
      };
      const aliases = names(lists).map((name) => `${name}: ${field.name}(first: 1, filter: $f) { ${selection} }`);
      const query = `query ($f: ${type.name}) { ${aliases.join(' ')} }`;
      return JSON.stringify({ query, variables: { f: isNegated ? { not: all } : all } });
    });
  return [{ weight: 2, arbitrary }];
}

/** As a text that an address can hold. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return Buffer.from(text).toString();
}

/** As a text that a header can hold. */
function inHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();
}

function resolve<T extends object>(document: OpenApiDocument, given: T & { readonly $ref?: string }): T {
  if (given.$ref === undefined) return given;
  const found = given.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  return resolve(document, found as T);
}

function propertiesOf(document: OpenApiDocument, schema: Schema): [string, Schema][] {
  const inner = (schema.allOf ?? []).flatMap((one) => propertiesOf(document, resolve<Schema>(document, one)));
  return [...Object.entries(schema.properties ?? {}), ...inner];
}

export function selectionOf({ type }: GraphQLField<unknown, unknown>, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (!isObjectType(named)) return ' { __typename }';
  const fields = Object.values(named.getFields()).filter((field) =>
    field.args.every((one) => !isNonNullType(one.type)),
  );
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type))).slice(0, 8);
  const below =
    depth === 0
      ? []
      : fields.filter((field) => !leaves.includes(field) && isObjectType(getNamedType(field.type))).slice(0, 2);
  return ` { __typename ${[...leaves, ...below].map((field) => `${field.name}${selectionOf(field, depth - 1)}`).join(' ')} }`;
}

/** Ends the key or the user that the requests come from. */
const isFatal = (path: string, method: string) => /\/(ApiAccesses|Clients)\b/.test(path) && method !== 'get';

/**
 * @param space in whose addresses they are
 * @param ids which the requests name
 */
export function fuzzRequests(space: string, ids: KnownIds): fc.Arbitrary<FuzzRequest | FuzzBurst> {
  const generator = new Generator(ids);
  const rest = (document: OpenApiDocument, base: string) =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      methods
        .filter((method) => method in (operations as object) && !isFatal(path, method))
        // What makes something comes more often: most of it is rejected.
        .flatMap((method) => (method === 'post' ? [method, method, method] : [method]))
        .map((method) => () => generator.restOperation(document, base, path, method)),
    );
  const schema = buildSchema(typeDefs);
  const graphql = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {})
      .filter(({ name }) => !/(Client|ApiAccess)s?$/.test(name) || type === schema.getQueryType())
      .map(
        (field) => () =>
          generator.graphqlField(
            `/api/v100/graphql/spaces/${space}`,
            type === schema.getQueryType() ? 'query' : 'mutation',
            field,
          ),
      ),
  );
  const request = fc.oneof(
    fc.constantFrom(...rest(v100Document, `/api/v100/rest/spaces/${space}`)).chain((make) => make()),
    fc.constantFrom(...rest(v1Document, `/rest_services/v1/${space}`)).chain((make) => make()),
    fc.constantFrom(...graphql).chain((make) => make()),
  );
  const burst = fc.record({
    how: fc.constantFrom<FuzzBurst['how']>('concurrent', 'pipelined', 'left'),
    requests: fc
      .array(request, { minLength: 2, maxLength: 24, size: 'max' })
      .map((requests) => requests.filter(isBrief)),
  });
  return fc.oneof({ weight: 30, arbitrary: request }, { weight: 1, arbitrary: burst });
}

/** Many of those with long bodies may be rejected for what they hold together; a stream keeps those behind it waiting for ever. */
function isBrief({ headers, body = '' }: FuzzRequest): boolean {
  return body.length < 1_000_000 && headers.Accept === undefined;
}
