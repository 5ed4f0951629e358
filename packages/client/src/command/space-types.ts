/**
 * The entity types of a space as a TypeScript module, in the words of `field-types.ts`. Made from the OpenAPI document in which a
 * space describes itself. Pure; must not know a server or a file.
 */

/** What is read of a JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  /** It leads elsewhere in each entity type of a union. */
  readonly 'x-varies'?: boolean;
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}

/** What is read of a document. */
export interface SpaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Collection {
  /** The segment of its path: `Contacts`. */
  readonly name: string;
  readonly entityType: string;
  readonly operations: readonly string[];
}

/**
 * @param types where the module finds the types of fields
 * @param name what the module calls the entity types by collection
 * @returns the module: the same text for the same document
 */
export function spaceTypes(document: SpaceDocument, types: string, name: string): string {
  const schemas = document.components?.schemas ?? {};
  const collections = collectionsOf(document);
  const known = new Set(collections.map(({ entityType }) => entityType));
  const entityTypes = new Map(collections.map((collection) => [collection.entityType, collection]));
  const declarations = [...entityTypes.values()].map((collection) => declare(collection, schemas, known));
  return [
    `import type * as Is from '${types}';`,
    ...declarations,
    `/** Entity types by collection. */\nexport interface ${name} {\n${collections.map((one) => `  ${key(one.name)}: ${typeName(one.entityType)};\n`).join('')}}\n`,
  ].join('\n\n');
}

/** Names of `field-types.ts`. */
type FieldType =
  | 'Text'
  | 'Id'
  | 'Day'
  | 'DateTime'
  | 'Texts'
  | 'Ids'
  | 'Money'
  | 'Json'
  | 'One'
  | 'OneOf'
  | 'OneOfSeveral'
  | 'Many'
  | 'ManyOfSeveral'
  | 'Row';

const methods = [
  ['create', 'post', ''],
  ['get', 'get', '/{id}'],
  ['update', 'patch', '/{id}'],
  ['delete', 'delete', '/{id}'],
] as const;

function collectionsOf({ paths }: SpaceDocument): Collection[] {
  return Object.keys(paths).flatMap((path): Collection[] => {
    const [, name] = /^\/entities\/([^/{}]+)$/.exec(path) ?? [];
    const one = answered(paths[`${path}/{id}`]?.get);
    const entityType = nameOf(one ?? {});
    if (name === undefined || entityType === undefined) return [];
    const isList = nameOf(answered(paths[path]?.get)?.items ?? {}) === entityType;
    const others = methods.filter(([, method, below]) => paths[`${path}${below}`]?.[method] !== undefined);
    return [{ name, entityType, operations: [...(isList ? ['list'] : []), ...others.map(([operation]) => operation)] }];
  });
}

/** The schema of `data` in the answer of a GET. */
function answered(operation: unknown): Schema | undefined {
  return (operation as Operation | undefined)?.responses?.['200']?.content?.['application/json']?.schema?.properties
    ?.data;
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

function declare(
  { entityType, operations }: Collection,
  schemas: Readonly<Record<string, Schema>>,
  known: ReadonlySet<string>,
): string {
  const shown = schemas[entityType] ?? {};
  const shownMembers = shown.properties ?? {};
  // The id is what an address or a row is found by, and the revision has a place of its own beside the body.
  const ofBody = (name: string) => {
    const { id: _, revision: __, ...members } = schemas[`${entityType}${name}`]?.properties ?? {};
    return members;
  };
  const created = operations.includes('create') ? ofBody('Create') : {};
  const changed = operations.includes('update') ? ofBody('Update') : {};
  const isSet = (name: string) => name in created || name in changed;
  const group = (isIn: (name: string) => boolean): string => {
    const names = [...new Set([...Object.keys(shownMembers), ...Object.keys(created), ...Object.keys(changed)])].filter(
      isIn,
    );
    if (names.length === 0) return 'object';
    const members = names.map((name) => {
      const schema = shownMembers[name] ?? created[name] ?? changed[name] ?? {};
      const type = typeOf(name, schema, { members: shownMembers, body: changed[name] ?? created[name], known });
      return `${comment(schema.description, '    ')}    ${key(name)}: ${type};\n`;
    });
    return `{\n${members.join('')}  }`;
  };
  const required = (schemas[`${entityType}Create`]?.required ?? []).filter((name) => name in created);
  return [
    `${comment(shown.description, '')}export interface ${typeName(entityType)} {`,
    `  operations: ${union(operations)};`,
    `  required: ${operations.includes('create') ? union(required) : 'never'};`,
    `  fields: ${group((name) => name in shownMembers && name in changed)};`,
    `  once: ${group((name) => name in shownMembers && name in created && !(name in changed))};`,
    `  shown: ${group((name) => name in shownMembers && !isSet(name))};`,
    `  sent: ${group((name) => !(name in shownMembers) && isSet(name))};`,
    '}',
  ].join('\n');
}

interface Surroundings {
  readonly members: Readonly<Record<string, Schema>>;
  /** The member in bodies. */
  readonly body: Schema | undefined;
  readonly known: ReadonlySet<string>;
}

function typeOf(name: string, schema: Schema, around: Surroundings): string {
  const choices = schema.oneOf ?? schema.anyOf ?? [schema];
  const isNullable = choices.some(({ type }) => type === 'null') || [schema.type].flat().includes('null');
  const orNull = isNullable ? ' | null' : '';
  const targets = targetsOf(choices, around.known);
  if (targets.length > 0) {
    const type = relationType(name, targets, around);
    return `${is(type, targets)}${type === 'OneOf' ? '' : orNull}`;
  }
  const rows = targetsOf(schema.items?.oneOf ?? schema.items?.anyOf ?? [], around.known);
  if (rows.length > 0) return is(schema['x-varies'] ? 'ManyOfSeveral' : 'Many', rows);
  const plain = choices.find(({ type }) => type !== 'null') ?? schema;
  return `${valueType(plain)}${orNull}`;
}

/** Entity types beside the address. */
function targetsOf(choices: readonly Schema[], known: ReadonlySet<string>): string[] {
  const names = choices.map((choice) => nameOf(choice) ?? '');
  return names.includes('Link') ? names.filter((target) => known.has(target)) : [];
}

function relationType(name: string, targets: readonly string[], { members, body }: Surroundings): FieldType {
  if (targets.length > 1) return 'OneOfSeveral';
  if (body?.anyOf?.some((choice) => nameOf(choice) === 'RowReference')) return 'Row';
  return isOneOfLinks(name, members) ? 'OneOf' : 'One';
}

/**
 * Links that share an id member have none of their own name, and that id member has no link of its own name: `task` and `appointment`
 * of `activity_id`.
 */
function isOneOfLinks(name: string, members: Readonly<Record<string, Schema>>): boolean {
  const isLink = (schema: Schema | undefined) =>
    (schema?.oneOf ?? schema?.anyOf)?.some((choice) => nameOf(choice) === 'Link');
  if (`${name}_id` in members) return false;
  return Object.keys(members).some((other) => {
    const isShared = other.endsWith('_id') && !isLink(members[other.slice(0, -'_id'.length)]);
    return (
      isShared &&
      (members[other]?.description ?? '') !== '' &&
      members[other]?.description === members[name]?.description
    );
  });
}

function valueType(schema: Schema): string {
  if (schema.enum) return union(schema.enum.filter((value) => value !== null));
  switch (nameOf(schema)) {
    case 'DateTime':
    case 'DateTimeInput':
      return is('DateTime');
    case 'Money':
    case 'MoneyInput':
      return is('Money');
  }
  const [type] = [schema.type].flat().filter((one) => one !== 'null');
  switch (type) {
    case 'string':
      return is(schema.format === 'uuid' ? 'Id' : schema.format === 'date' ? 'Day' : 'Text');
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return listType(schema.items);
    default:
      return is('Json');
  }
}

function listType(items: Schema = {}): string {
  if (items.type !== 'string') return is('Json');
  return is(items.format === 'uuid' ? 'Ids' : 'Texts');
}

function is(type: FieldType, targets: readonly string[] = []): string {
  return `Is.${type}${targets.length > 0 ? `<${targets.map(typeName).join(' | ')}>` : ''}`;
}

function union(values: readonly (string | number)[]): string {
  const literals = values.map((value) =>
    typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value),
  );
  return literals.join(' | ') || 'never';
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Names that the module has besides those of entity types. */
const taken: readonly string[] = ['Is', 'Space', 'EntityTypes'];

/** A space may have chosen it for an entity type: letters and digits. */
function typeName(entityType: string): string {
  return taken.includes(entityType) ? `${entityType}_` : entityType;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}
