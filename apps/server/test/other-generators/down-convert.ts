/**
 * OpenAPI 3.1 as 3.0, as far as generators of that time need it: what may be null, constants, several types. Relations are shown as
 * addresses, which they are unless a request expands them. Pure; for tests of generators.
 */

type Json = Readonly<Record<string, unknown>>;

/** Words of JSON Schema that 3.0 does not have, and examples, which nothing is generated from. */
const unknownWords = [
  'examples',
  'example',
  'propertyNames',
  'patternProperties',
  'contentMediaType',
  'not',
  'x-enum-varnames',
];

/** @returns a document of 3.0 that describes the same answers, less exactly */
export function downConvert(document: object): object {
  const { openapi: _, info, paths, components } = document as Json;
  const { summary: __, license: ___, ...shownInfo } = info as Json;
  const { schemas, ...others } = components as Json;
  return {
    openapi: '3.0.3',
    info: shownInfo,
    servers: (document as Json).servers,
    security: (document as Json).security,
    paths: convertSchemasIn(paths),
    components: { ...(convertSchemasIn(others) as Json), schemas: mapValues(schemas as Json, convertSchema) },
  };
}

function convertSchemasIn(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convertSchemasIn);
  if (typeof node !== 'object' || node === null) return node;
  const shown = Object.entries(node).filter(([name]) => name !== 'example' && name !== 'examples');
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (name === 'schema') return [name, convertSchema(value)];
      // A body of any type has no schema in 3.1.
      if (name === '*/*' && !('schema' in value)) return [name, { schema: { type: 'string', format: 'binary' } }];
      return [name, convertSchemasIn(value)];
    }),
  );
}

function convertSchema(given: unknown): unknown {
  if (given === true) return {};
  if (typeof given !== 'object' || given === null) return given;
  const { $ref } = given as Json;
  if ($ref !== undefined) return { $ref };
  const schema: Record<string, unknown> = { ...given };
  for (const word of unknownWords) delete schema[word];
  convertConstant(schema);
  convertTypes(schema);
  convertChoices(schema);
  if (schema.type === 'array' || schema.items !== undefined) schema.items = convertSchema(schema.items ?? {});
  if (Array.isArray(schema.allOf)) schema.allOf = schema.allOf.map(convertSchema);
  if (schema.properties) schema.properties = mapValues(schema.properties as Json, convertSchema);
  if (typeof schema.additionalProperties === 'object')
    schema.additionalProperties = convertSchema(schema.additionalProperties);
  return schema;
}

function convertConstant(schema: Record<string, unknown>): void {
  if (!('const' in schema)) return;
  schema.type ??= typeof schema.const;
  if (typeof schema.const === 'string') schema.enum = [schema.const];
  delete schema.const;
}

function convertTypes(schema: Record<string, unknown>): void {
  if (Array.isArray(schema.type)) {
    const [type, ...others] = schema.type.filter((one) => one !== 'null');
    if (schema.type.includes('null')) schema.nullable = true;
    schema.type = type;
    if (others.length > 0) delete schema.type;
  }
  if (!Array.isArray(schema.enum)) return;
  const values = schema.enum.filter((value) => value !== null);
  schema.enum = values;
  // Generators of 3.0 call their constants by numbers that are no names.
  if (values.some((value) => typeof value === 'number')) delete schema.enum;
}

function convertChoices(schema: Record<string, unknown>): void {
  for (const word of ['oneOf', 'anyOf']) {
    const choices = schema[word] as readonly Json[] | undefined;
    if (choices === undefined) continue;
    delete schema[word];
    const [first, ...others] = choices.filter(({ type }) => type !== 'null');
    if (choices.some(({ type }) => type === 'null')) schema.nullable = true;
    if (first !== undefined && others.length === 0) {
      if (first.$ref === undefined) Object.assign(schema, convertSchema(first));
      else schema.allOf = [{ $ref: first.$ref }];
    } else if ([first, ...others].some((one) => one?.$ref === '#/components/schemas/Link')) schema.type = 'string';
  }
}

function mapValues(members: Json, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}
