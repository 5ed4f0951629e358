/**
 * The OpenAPI documents of spaces. A space that has defined nothing has that of the service.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import {
  addedSchemas,
  asJsonObject,
  componentReferences,
  entitySchemas,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  standardPaths,
} from '@headwater/contract';
import { type OpenApiDocument, v100Templates } from '@headwater/openapi-types';
import { digestOf } from '../../http/content/etag.js';
import { Contract } from '../../http/contract.js';
import { once } from '../../http/once.js';
import { Yielder } from '../../records/yielder.js';
import { limitsIn } from '../../rights/field-rights.js';
import { type AddedParts, addedParts } from './added-parts.js';
import { type DocumentProfile, profiledDocument, profiledPart, wholeProfile } from './document-profile.js';
import { type Edit, editText } from './edit-text.js';
import { memberNamesOf, withoutMembers } from './hidden-parts.js';
import { PerSpace } from './per-space.js';

/** A cached document is as long as what the space has added: the rest is shared. A hundred spaces and more. */
const maxFields = 300_000;

/** What the documents of all spaces are made from. */
interface Base {
  readonly text: DocumentText;
  /** Of the text. */
  readonly digest: string;
}

export class SpaceContracts {
  private base: Base | undefined;
  private shared: Contract | undefined;
  private readonly own = new PerSpace(maxFields, (catalog) => once(() => this.make(catalog)));

  private readonly document: OpenApiDocument;

  /** @param system the catalog of spaces that have defined nothing, which `document` was made from */
  constructor(
    document: OpenApiDocument,
    private readonly system: Catalog,
    private readonly profile: DocumentProfile = wholeProfile,
  ) {
    this.document = profiledDocument(document, profile);
  }

  /** @param catalog of the space as the key has it, the same object as long as its fields and entity types are the same */
  async of(space: string, catalog: Catalog): Promise<Contract> {
    if (catalog !== this.system) return this.own.of(`${space} ${limitsIn(catalog)?.key ?? ''}`, catalog)();
    this.shared ??= this.edited([]);
    return this.shared;
  }

  private async make(catalog: Catalog): Promise<Contract> {
    const parts = addedParts(catalog);
    return this.edited(await spaceEdits(this.document, this.written().text, catalog, parts, this.profile));
  }

  /** Written when a document is first requested: a start does not wait for it. */
  private written(): Base {
    if (this.base === undefined) {
      const text = documentText(this.document);
      this.base = { text, digest: digestOf(text.text) };
    }
    return this.base;
  }

  private edited(edits: readonly Edit[]): Contract {
    const { text: document, digest } = this.written();
    const { text, servers } = document;
    const [server] = this.document.servers;
    if (server === undefined) throw new Error(`The document "${this.document.info.title}" has no server`);
    return new Contract({
      before: `${editText(text, edits, 0, servers.start)}[`,
      after: `]${editText(text, edits, servers.end)}`,
      digest: digestOf(digest, JSON.stringify(edits)),
      server,
    });
  }
}

// What the OpenAPI document of a space says beyond that of the service: members of custom fields in the schemas of their entity types,
// and the schemas, paths and tags of entity types of its own. Pure.

/**
 * @param document the one of the service
 * @param text the same
 * @param yielder lets others go on between its parts: a space may have thousands of fields
 * @returns what to change in the text
 */
export async function spaceEdits(
  document: OpenApiDocument,
  text: DocumentText,
  catalog: Catalog,
  { fields, entityTypes }: AddedParts,
  profile: DocumentProfile = wholeProfile,
  yielder = new Yielder(),
): Promise<Edit[]> {
  const collectionOf = (name: string) => catalog.entityType(name)?.collection ?? name;
  const known = document.components.schemas as Readonly<Record<string, JsonObject>>;
  const schemaOf = (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined);
  const ofTypes = await yielder.each(fields, ({ entityType, fields: added }) =>
    Object.entries(profiledPart(addedSchemas(entityType, added, schemaOf, collectionOf), profile)),
  );
  const changed = ofTypes.flat();
  const paths = profiledPart(pathsOf(entityTypes), profile);
  const fresh = await neededSchemas(
    [paths, ...changed.map(([, schema]) => schema)],
    (name) =>
      schemaOf(name) === undefined ? profiledSchema(generatedSchema(catalog, name, collectionOf), profile) : undefined,
    yielder,
  );
  const cut = limitsIn(catalog) === undefined ? changed : withoutHidden(catalog, changed, schemaOf);
  const edits = await yielder.each(cut, ([name, schema]) => {
    const place = text.schema.get(name);
    return place === undefined ? [] : [{ ...place, text: JSON.stringify(schema) }];
  });
  await yielder.pause();
  return [
    ...edits.flat(),
    insertedAtEnd(text.schemas, fresh),
    insertedAtEnd(text.paths, paths),
    { ...text.tags, text: JSON.stringify([...document.tags, ...entityTypes.map(tagOf)].sort(byName)) },
  ];
}

/** @returns the changed schemas, and those of all other entity types with hidden fields, without what the key does not see */
function withoutHidden(
  catalog: Catalog,
  changed: readonly (readonly [string, JsonValue])[],
  schemaOf: (name: string) => JsonObject | undefined,
): (readonly [string, JsonValue])[] {
  const schemas = new Map(changed.map(([name, schema]) => [name, asJsonObject(schema)]));
  for (const [typeName, hidden] of limitsIn(catalog)?.hidden ?? []) {
    const entityType = catalog.entityType(typeName);
    if (entityType === undefined) continue;
    const names = memberNamesOf(entityType, hidden);
    for (const purpose of purposes) {
      const schema = schemas.get(typeName + purpose) ?? schemaOf(typeName + purpose);
      if (schema !== undefined) schemas.set(typeName + purpose, withoutMembers(schema, names));
    }
  }
  return [...schemas];
}

function pathsOf(entityTypes: readonly EntityType[]): Readonly<Record<string, JsonObject>> {
  const standard = standardPaths(v100Templates, entityTypes);
  const types = entityTypes.filter(({ storedIn }) => storedIn === 'CustomEntityType');
  return { ...standard, ...defaultTypePaths(standard, types) };
}

function profiledSchema(schema: JsonObject | undefined, profile: DocumentProfile): JsonObject | undefined {
  return schema && profiledPart(schema, profile);
}

/** Component schemas are called by their entity type and what they are for. */
const purposes = ['', 'Create', 'Update', 'Row', 'Key'];

function generatedSchema(
  catalog: Catalog,
  name: string,
  collectionOf: (name: string) => string,
): JsonObject | undefined {
  for (const purpose of purposes) {
    const entityType = name.endsWith(purpose)
      ? catalog.entityType(name.slice(0, name.length - purpose.length))
      : undefined;
    const schema = entityType && entitySchemas(entityType, collectionOf)[name];
    if (schema !== undefined) return schema;
  }
  return undefined;
}

function tagOf({ collection, description }: EntityType): { readonly name: string; readonly description: string } {
  return { name: collection, description };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

// The address of the record types of an entity type that a space has defined: without an id it answers one record, the default type;
// all of them are listed among the records of `CustomEntityTypes`. Pure.

/** Names one record, which here none needs. */
const idParameter = '#/components/parameters/Id';

/**
 * @param paths with the standard operations of the types
 * @returns the path items that differ
 */
export function defaultTypePaths(
  paths: Readonly<Record<string, JsonObject>>,
  types: readonly EntityType[],
): Record<string, JsonObject> {
  return Object.fromEntries(
    types.flatMap((type) => {
      const path = `/entities/${type.collection}`;
      const get = paths[`${path}/{id}`]?.get;
      return isJsonObject(get) ? [[path, { ...asJsonObject(paths[path]), get: getDefault(get, type) }]] : [];
    }),
  );
}

function getDefault(get: JsonObject, { name, collection }: EntityType): JsonObject {
  const parameters = Array.isArray(get.parameters) ? get.parameters : [];
  const { 'x-operation': _, ...operation } = get;
  return {
    ...operation,
    operationId: `getDefault${name}`,
    tags: [collection],
    summary: 'Get the default type',
    description: 'Answers the type that records get when they name none; all types are in CustomEntityTypes.',
    parameters: parameters.filter((parameter) => asJsonObject(parameter).$ref !== idParameter),
  };
}

// Gathers the schemas that new parts of a document refer to and that it has not yet. Pure.

/**
 * @param parts what refers to schemas; what those refer to is followed
 * @param make gives a schema that the document lacks; undefined for those that it has
 * @param yielder lets others go on between the parts
 * @returns the schemas made, by name
 */
export async function neededSchemas(
  parts: readonly JsonValue[],
  make: (name: string) => JsonObject | undefined,
  yielder = new Yielder(),
): Promise<Record<string, JsonObject>> {
  const made: Record<string, JsonObject> = {};
  const seen = new Set<string>();
  const waiting = (await yielder.each(parts, componentReferences)).flat();
  for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
    const { kind, name } = reference;
    if (kind !== 'schemas' || seen.has(name)) continue;
    seen.add(name);
    const schema = make(name);
    if (schema === undefined) continue;
    await yielder.pause();
    made[name] = schema;
    waiting.push(...componentReferences(schema));
  }
  return made;
}

// An OpenAPI document as one JSON text that knows the positions of its parts, so that a changed document can be made without writing
// all of it again. Knows no space.

/** From the first character of a part to behind its last one. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface DocumentText {
  readonly text: string;
  readonly servers: TextRange;
  readonly tags: TextRange;
  readonly paths: TextRange;
  readonly schemas: TextRange;
  /** Of `components.schemas`, by name. */
  readonly schema: ReadonlyMap<string, TextRange>;
}

/** @returns the text that JSON.stringify gives, and the places in it */
export function documentText(document: OpenApiDocument): DocumentText {
  let text = '';
  const write = (value: unknown): TextRange => {
    const start = text.length;
    text += JSON.stringify(value);
    return { start, end: text.length };
  };
  /** Writes an object whose members `writeMember` writes; gives what that gives, by name. */
  const writeObject = <T>(value: object, writeMember: (value: unknown, name: string) => T): Map<string, T> => {
    const written = new Map<string, T>();
    text += '{';
    for (const [name, member] of Object.entries(value)) {
      text += `${written.size === 0 ? '' : ','}${JSON.stringify(name)}:`;
      written.set(name, writeMember(member, name));
    }
    text += '}';
    return written;
  };
  let schema: ReadonlyMap<string, TextRange> = new Map();
  let schemas: TextRange | undefined;
  const writeComponents = (value: unknown, kind: string): TextRange => {
    if (kind !== 'schemas') return write(value);
    const start = text.length;
    schema = writeObject(document.components.schemas ?? {}, write);
    schemas = { start, end: text.length };
    return schemas;
  };
  const parts = writeObject(document, (value, name): TextRange => {
    const start = text.length;
    if (name !== 'components') return write(value);
    writeObject(document.components, writeComponents);
    return { start, end: text.length };
  });
  const [servers, tags, paths] = [parts.get('servers'), parts.get('tags'), parts.get('paths')];
  if (!servers || !tags || !paths || !schemas) {
    throw new Error(`The document "${document.info.title}" lacks servers, tags, paths or schemas`);
  }
  return { text, servers, tags, paths, schemas, schema };
}

/** @param range of an object that has members @returns the change that adds members behind those that are there */
export function insertedAtEnd({ end }: TextRange, members: Readonly<Record<string, unknown>>): Edit {
  const texts = Object.entries(members).map(([name, member]) => `,${JSON.stringify(name)}:${JSON.stringify(member)}`);
  return { start: end - 1, end: end - 1, text: texts.join('') };
}
