/** Bodies and answers of the document have every member that the interface's own tables give them, of the type given there. */
import { v100Document } from '@headwater/openapi-types/v100-document';
import { describe, expect, it } from 'vitest';
import { interfaceMembers } from './interface-members.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const schemas = v100Document.components?.schemas as unknown as Readonly<Record<string, Schema>>;

/** @returns the alternatives of a schema, references followed */
function alternatives(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) return alternatives(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const nested = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...nested.flatMap(alternatives)];
}

function typesOf(schema: Schema): string[] {
  return alternatives(schema).flatMap(({ type }) => type ?? []);
}

const has =
  (type: string, format?: string) =>
  (schema: Schema): boolean =>
    alternatives(schema).some(
      (one) => [one.type].flat().includes(type) && (format === undefined || one.format === format),
    );

const isLink = (schema: Schema) => has('string', 'uri')(schema);

const kinds: Readonly<Record<string, (schema: Schema) => boolean>> = {
  text: has('string'),
  uuid: has('string', 'uuid'),
  int: has('integer'),
  bool: has('boolean'),
  time: has('string'),
  link: isLink,
  links: (schema) => alternatives(schema).some(({ items }) => items !== undefined && isLink(items)),
  rows: (schema) => alternatives(schema).some(({ items }) => items !== undefined && has('object')(items)),
  row: has('object'),
  // A constant null has no other type.
  any: (schema) => typesOf(schema).length > 0 || Object.keys(schema).length > 0,
};

function propertiesOf(name: string): Readonly<Record<string, Schema>> {
  return Object.assign({}, ...alternatives(schemas[name] ?? {}).map(({ properties }) => properties ?? {}));
}

function parse(members: string): [string, string][] {
  return members
    .split(/\s+/)
    .filter((member) => member !== '')
    .map((member) => {
      const [name = '', kind = 'text'] = member.split(':');
      return [name, kind];
    });
}

describe.each(Object.entries(interfaceMembers))('%s', (entityType, { written, shown }) => {
  it.each(parse(shown))('shows %s (%s)', (name, kind) => {
    const schema = propertiesOf(entityType)[name];
    expect(schema, name).toBeDefined();
    expect(kinds[kind]?.(schema ?? {}), JSON.stringify(schema)).toBe(true);
  });

  it.runIf(written !== '').each(parse(written))('takes %s (%s)', (name, kind) => {
    const schema = propertiesOf(`${entityType}Create`)[name];
    expect(schema, name).toBeDefined();
    expect(kinds[kind]?.(schema ?? {}), JSON.stringify(schema)).toBe(true);
  });
});
