/**
 * The OpenAPI document of a space, its own fields and entity types among it, and what commands read of it.
 */
import { unwrap } from '../unwrap.js';
import { CommandError } from './command.js';
import type { AnyClient } from './connection.js';

/** Parts of a document as it is read here; all else stays unread. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What the value of a member is in JSON. */
type JsonType = 'text' | 'rows' | 'related' | 'other';

/** The members of a collection that can be written, and of which type they are. */
export type WritableMembers = ReadonlyMap<string, JsonType>;

/**
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws CommandError the answer is something else
 */
export async function fetchDocument(client: object): Promise<object> {
  const document: unknown = await unwrap((client as AnyClient).GET('/openapi.json', {}));
  const isDocument = typeof document === 'object' && document !== null && 'openapi' in document && 'paths' in document;
  if (!isDocument || !String(document.openapi).startsWith('3.')) {
    throw new CommandError(`${client} did not answer with an OpenAPI document of version 3`);
  }
  return document;
}

/**
 * What a create in the collection takes.
 * @throws CommandError the space has no such collection, or it takes no creates; what `fetchDocument` throws
 */
export async function fetchWritableMembers(client: AnyClient, collection: string): Promise<WritableMembers> {
  const document = (await fetchDocument(client)) as Document;
  const schema = document.paths[`/entities/${collection}`]?.post?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    const names = Object.entries(document.paths).flatMap(([path, { post }]) =>
      /^\/entities\/[^/{]+$/.test(path) && post?.requestBody ? [path.slice('/entities/'.length)] : [],
    );
    throw new CommandError(`No records can be created in "${collection}". Collections: ${names.join(', ')}.`);
  }
  const { properties = {} } = resolved(document, schema);
  return new Map(Object.entries(properties).map(([name, member]) => [name, jsonTypeOf(document, member)]));
}

const relatedRecord = '#/components/schemas/RelatedRecord';

function jsonTypeOf(document: Document, schema: Schema): JsonType {
  if (schema.$ref === relatedRecord) return 'related';
  const types = typesOf(document, schema);
  if (types.has('array')) return 'rows';
  return types.has('string') && !types.has('number') && !types.has('integer') ? 'text' : 'other';
}

function typesOf(document: Document, schema: Schema): Set<string> {
  const { type = [], allOf = [], anyOf = [], oneOf = [] } = resolved(document, schema);
  const parts = [...allOf, ...anyOf, ...oneOf].flatMap((part) => [...typesOf(document, part)]);
  return new Set([type, parts].flat(2) as string[]);
}

function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}
