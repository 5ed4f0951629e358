/**
 * The GraphQL engine: documents parsed, validated and bounded, operations read before they run, errors rendered.
 * Knows no Koa; who asks comes in with the request's context.
 */

import type { Catalog } from '@headwater/catalog';
import { type DocumentNode, GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../errors/api-error.js';
import { parseBoundedJson } from '../../../http/content/read-json-body.js';
import { once } from '../../../http/once.js';
import type { GraphqlRules } from '../../../http/server-deps.js';
import { Yielder } from '../../../records/yielder.js';
import { type FieldLimits, limitsIn } from '../../../rights/field-rights.js';
import { hiddenParts } from '../../contract/hidden-parts.js';
import { PerSpace } from '../../contract/per-space.js';
import { documentsPlugin, idMember } from '../documents/documents-plugin.js';
import { errorsPlugin } from '../errors/render-error.js';
import { maskedSchema } from '../schema/masked-schema.js';
import { buildSchemaIndex, extendSchemaIndex, maskedSchemaIndex, type SchemaIndex } from '../schema/schema-index.js';
import { makeExecutable } from './executable-schema.js';
import { documentLimitsPlugin, documentSizePlugin, introspectionLimitsPlugin } from './limits-plugins.js';
import { type RequestContext, timingPlugin } from './request-context.js';
import { rootCallsPlugin } from './root-calls-plugin.js';

export type Engine = YogaServerInstance<RequestContext, object>;

/**
 * @param endpoint path pattern under which requests arrive
 * @param documents may be those of other engines, too: what a document says does not depend on the schema
 */
export function createEngine(
  schemaIndex: SchemaIndex,
  endpoint: string,
  rules: GraphqlRules,
  documents: KnownDocuments,
): Engine {
  return createYoga<RequestContext>({
    schema: schemaIndex.schema,
    graphqlEndpoint: endpoint,
    parserAndValidationCache: { documentCache: documents.parsed, errorCache: documents.failed },
    // Our own plugin reads the body, within its bounds.
    maxRequestBodySize: false,
    extraParamNames: [idMember],
    plugins: [
      timingPlugin(),
      paramsPlugin(),
      documentsPlugin(rules),
      documentLimitsPlugin(),
      documentSizePlugin(),
      introspectionLimitsPlugin(),
      !rules.introspection && noIntrospectionPlugin(),
      rootCallsPlugin(schemaIndex),
      errorsPlugin(),
    ],
    // A batch would slip past every limit of an operation.
    batching: false,
    // Nothing is uploaded here, and browsers send multipart forms to other origins without asking.
    multipart: false,
    // Our own plugin masks errors; it knows the request.
    maskedErrors: false,
    // Pages for browsers, cross-origin headers and the log are the business of the API and the app.
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
  });
}

/** Rejects queries of the schema itself. */
function noIntrospectionPlugin(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

// The GraphQL engines of spaces. Those that have defined nothing share one; each other has its own, built when its first operation
// comes and kept while its fields and entity types are the same.

/** Their types take two kilobytes for each, so 110 megabytes; those of one space five and a half, most of it for the fields of the service. */
const maxFields = 55_000;

/** Of all applications that the process has. */
const systemIndexes = new WeakMap<Catalog, SchemaIndex>();

/** Building all types takes longer than others may be kept waiting: the first operation waits for them, the start and others do not. */
async function buildSystemIndex(catalog: Catalog): Promise<SchemaIndex> {
  const known = systemIndexes.get(catalog);
  if (known) return known;
  const yielder = new Yielder();
  const index = await buildSchemaIndex(catalog, yielder);
  await makeExecutable(index.schema, index.roots, yielder);
  systemIndexes.set(catalog, index);
  return index;
}

interface BuiltEngine {
  readonly index: SchemaIndex;
  readonly engine: Engine;
}

export class SpaceEngines {
  private shared: Engine | undefined;
  private readonly documents = new KnownDocuments();
  private readonly own = new PerSpace(maxFields, (catalog) => once(() => this.build(catalog)));
  /** Of keys that do not see all fields. */
  private readonly masked = new PerSpace<{ engine?: () => Promise<Engine> }>(maxFields, () => ({}));

  private constructor(
    private readonly system: SchemaIndex,
    private readonly rules: GraphqlRules,
  ) {}

  /**
   * @param catalog of spaces that have defined nothing
   * @param rules all engines keep to
   */
  static async load(catalog: Catalog, rules: GraphqlRules): Promise<SpaceEngines> {
    return new SpaceEngines(await buildSystemIndex(catalog), rules);
  }

  /**
   * @param catalog of the space as the key has it
   * @returns its engine; a promise where it has one of its own
   */
  of(space: string, catalog: Catalog): Engine | Promise<Engine> {
    const limits = limitsIn(catalog);
    if (limits !== undefined) {
      const kept = this.masked.of(`${space} ${limits.key}`, catalog);
      kept.engine ??= once(() => this.mask(space, limits));
      return kept.engine();
    }
    if (catalog !== this.system.catalog)
      return this.own
        .of(space, catalog)()
        .then(({ engine }) => engine);
    this.shared ??= this.open(this.system);
    return this.shared;
  }

  private async build(catalog: Catalog): Promise<BuiltEngine> {
    const yielder = new Yielder();
    const index = await extendSchemaIndex(this.system, catalog, yielder);
    await makeExecutable(index.schema, index.roots, yielder);
    return { index, engine: this.open(index) };
  }

  /** By the types of the space, which are not built again. */
  private async mask(space: string, limits: FieldLimits): Promise<Engine> {
    const isSystem = limits.whole === this.system.catalog;
    const { schema } = isSystem ? this.system : (await this.own.of(space, limits.whole)()).index;
    return this.open(maskedSchemaIndex(maskedSchema(schema, hiddenParts(limits)), limits.catalog));
  }

  private open(schemaIndex: SchemaIndex): Engine {
    return createEngine(schemaIndex, '/api/v100/graphql/spaces/:space', this.rules, this.documents);
  }
}

// Documents that were parsed before, and those that could not be. Bounded by what they hold in memory, as callers choose how long they are
// and how often they differ.

/** Of all documents together. */
const maxBytes = 64 * 1_024 * 1_024;
/** That a parsed document takes for each token, its places included. */
const bytesPerToken = 500;
/** What validating a document may leave with it is not counted: a hundred errors at most. */
const maxDocuments = 1_024;

export class KnownDocuments {
  /** By their text. Long ones, which are parsed without places, are not kept: their texts are long as they hold values. */
  readonly parsed = new LRUCache<string, DocumentNode>({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: (document, text) =>
      document.loc === undefined ? maxBytes + 1 : text.length + bytesPerToken * countTokens(document),
  });

  /** Each is read again: it costs less to find out than to keep. */
  readonly failed = { get: () => undefined, set: () => {} };
}

function countTokens({ loc }: DocumentNode): number {
  let count = 1;
  for (let token = loc?.startToken; token != null; token = token.next ?? undefined) count++;
  return count;
}

/**
 * Reads the parameters of a request to GraphQL: the body of a POST as REST reads bodies, within the same bounds, the query of a GET.
 */
export function paramsPlugin(): Plugin<object, RequestContext> {
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      setRequestParser(async () => {
        try {
          if (request.method === 'GET') return readSearch(new URL(request.url, 'http://localhost').searchParams);
          return requireParams(await serverContext.readBody());
        } catch (error) {
          throw error instanceof ApiError ? toGraphql(error) : error;
        }
      });
    },
  };
}

/** What the parameters hold is checked with those of a GET; a list of operations is rejected with its own words. */
function requireParams(body: unknown): GraphQLParams | GraphQLParams[] {
  if (typeof body === 'object' && body !== null) return body;
  throw badRequest('Missing or invalid JSON data.');
}

function readSearch(search: URLSearchParams): GraphQLParams {
  const params = {
    operationName: search.get('operationName') || undefined,
    query: search.get('query') || undefined,
    variables: readJson(search, 'variables'),
    extensions: readJson(search, 'extensions'),
  };
  return params as GraphQLParams;
}

/** Its type is checked with that of all other parameters. */
function readJson(search: URLSearchParams, name: 'variables' | 'extensions'): unknown {
  const text = search.get(name);
  if (!text) return undefined;
  const value = parseBoundedJson(Buffer.from(text));
  if (value === undefined) throw badRequest(`Expected "${name}" param to be JSON.`);
  return value;
}

/** As the engine rejects other parameters. */
function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
}

/** The status counts for every client: no operation was read. */
function toGraphql({ message, errorName, code, at, status }: ApiError): GraphQLError {
  const place = at === undefined ? {} : { at };
  return new GraphQLError(message, { extensions: { code: errorName, number: code, ...place, http: { status } } });
}
