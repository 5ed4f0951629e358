/** What is read of the OpenAPI document in which a space describes itself. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly 'x-enum-varnames'?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly readOnly?: boolean;
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}

export interface SpaceDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** @returns the schema of `data` in the answer of an operation; undefined where there is none */
export function answered(operation: unknown): Schema | undefined {
  const { responses } = (operation ?? {}) as Operation;
  return responses?.['200']?.content?.['application/json']?.schema?.properties?.data;
}

/** @returns the last segment of what a schema refers to; undefined for a schema of its own */
export function nameOf(schema: Schema | undefined): string | undefined {
  return schema?.$ref?.split('/').at(-1);
}

/** @returns the schemas one of which holds, without that of null */
export function choicesOf(schema: Schema | undefined): readonly Schema[] {
  const choices = schema?.oneOf ?? schema?.anyOf ?? (schema === undefined ? [] : [schema]);
  return choices.filter(({ type }) => type !== 'null');
}

export function isNullable(schema: Schema): boolean {
  const types = [schema, ...(schema.oneOf ?? schema.anyOf ?? [])].flatMap(({ type = [] }) => type);
  return types.includes('null');
}
