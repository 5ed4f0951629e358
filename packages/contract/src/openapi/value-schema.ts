/** The JSON Schema of a value member, as answers show it or as bodies may give it. Pure. */
import type { EnumValue, ValueField } from '../entity-type.js';
import type { JsonObject } from '../json-value.js';
import { valueTypes } from '../value-types.js';

export type Direction = 'answer' | 'body';

/** Items that a body may give a list of plain values. */
const maxListItems = 1_000;

/** Without description and examples; null is allowed where the member can be null. */
export function valueSchema(member: ValueField, direction: Direction): JsonObject {
  if (member.type === 'json') return {};
  if (member.type === 'datetime') {
    const name = direction === 'answer' ? 'DateTime' : 'DateTimeInput';
    return orNull({ $ref: `#/components/schemas/${name}` }, member.nullable);
  }
  if (member.type === 'uuids') return list({ type: 'string', format: 'uuid' }, direction);
  // The bound of a list of texts is that of each text.
  if (member.type === 'strings') return list({ type: 'string', ...bounds(member) }, direction);
  const plain = {
    ...valueTypes[member.type].schema,
    ...bounds(member),
    ...(member.enum && (member.bitMask ? bitMask(member.enum) : enumeration(member.enum, member.nullable))),
  };
  return member.nullable ? { ...plain, type: [String(plain.type), 'null'] } : plain;
}

function list(items: JsonObject, direction: Direction): JsonObject {
  return { type: 'array', ...(direction === 'body' && { maxItems: maxListItems }), items };
}

/** The schema or null. */
export function orNull(schema: JsonObject, nullable: boolean): JsonObject {
  return nullable ? { oneOf: [schema, { type: 'null' }] } : schema;
}

function bounds(member: ValueField): JsonObject {
  return {
    ...(member.maxLength !== undefined && { maxLength: member.maxLength }),
    ...(member.minimum !== undefined && { minimum: member.minimum }),
    ...(member.maximum !== undefined && { maximum: member.maximum }),
    ...(member.format && { format: member.format }),
  };
}

function enumeration(values: readonly EnumValue[], nullable: boolean): JsonObject {
  return {
    enum: [...values.map(({ value }) => value), ...(nullable ? [null] : [])],
    ...(!nullable && { 'x-enum-varnames': values.map(({ label }) => label) }),
  };
}

function bitMask(values: readonly EnumValue[]): JsonObject {
  return { minimum: 0, maximum: values.reduce((sum, { value }) => sum + Number(value), 0) };
}
