/**
 * A field of the catalog from what the schemas of a document say of a member. Pure.
 */
import type { CustomField, EnumValue, Field, ReferenceField, ValueField, ValueType } from '@headwater/catalog';
import { isJsonObject, type Json, type JsonObject } from '../http/json.js';

/** What the schemas of an entity type say of one member. */
export interface MemberSchemas {
  readonly name: string;
  /** In answers. */
  readonly answer: JsonObject;
  /** Bodies that make a record can have it. */
  readonly isCreatable: boolean;
  /** Bodies that change a record can have it. */
  readonly isChangeable: boolean;
  readonly isUnique: boolean;
}

/** What the Field record of a custom field adds to it. */
export interface CustomMark extends CustomField {
  readonly dataSet?: string;
}

type Shared = Pick<Field, 'name' | 'description' | 'readOnly' | 'writeOnce' | 'nullable' | 'custom'>;

/**
 * @param link the link that goes with an id member
 * @param mark of a custom field
 */
export function fieldOfSchema(member: MemberSchemas, link: MemberSchemas | undefined, mark?: CustomMark): Field {
  const { answer, name } = member;
  const shared: Shared = {
    name,
    description: String(answer.description ?? ''),
    readOnly: !member.isCreatable && !member.isChangeable,
    writeOnce: member.isCreatable && !member.isChangeable,
    nullable: allows(answer, 'null'),
    ...(mark && { custom: mark }),
  };
  if (link !== undefined) return referenceOf(shared, [link], true, mark);
  if (isLink(answer)) return referenceOf(shared, [member], false, mark);
  const items = isJsonObject(answer.items) ? answer.items : undefined;
  if (items !== undefined && isLink(items)) {
    const [target = ''] = targetsOf(items);
    const rows = {
      kind: 'rows',
      v1Name: null,
      v1Inline: false,
      target,
      via: '',
      on: 'id',
      owned: !shared.readOnly,
    } as const;
    return { ...shared, ...rows };
  }
  if (refersTo(answer, 'Money')) {
    const v1Names = { base_value: name, value_foreign: `${name}_FOREIGN`, currency_id: `${name}_CURRENCY_ID` };
    return { ...shared, kind: 'money', v1Names };
  }
  return plainField(shared, member);
}

/** True for a member that answers show as an address or as the record behind it. */
export function isLink(schema: JsonObject): boolean {
  return refersTo(schema, 'Link');
}

function referenceOf(
  shared: Shared,
  links: readonly MemberSchemas[],
  hasIdMember: boolean,
  mark: CustomMark | undefined,
): ReferenceField {
  const named = links.flatMap(({ name, answer }) => targetsOf(answer).map((target) => ({ name, target })));
  return {
    ...shared,
    kind: 'reference',
    v1Name: links[0]?.name ?? null,
    hasIdMember,
    links: named,
    targets: named.map(({ target }) => target),
    ...(mark?.dataSet !== undefined && { dataSet: mark.dataSet }),
  };
}

function plainField(shared: Shared, { answer, isUnique }: MemberSchemas): ValueField {
  const { maxLength, format } = answer;
  return {
    ...shared,
    kind: 'value',
    v1Name: shared.name,
    type: valueType(answer),
    ...(typeof maxLength === 'number' && { maxLength }),
    ...((format === 'email' || format === 'uri') && { format }),
    ...(isUnique && { unique: true }),
    ...(Array.isArray(answer.enum) && { enum: answer.enum.flatMap(enumValue) }),
  };
}

function enumValue(value: Json): EnumValue[] {
  return typeof value === 'number' || typeof value === 'string' ? [{ value, label: String(value) }] : [];
}

/** Texts with a longer bound have several lines. */
const longestLine = 1_000;

function valueType(schema: JsonObject): ValueType {
  const { format, items, maxLength } = schema;
  if (refersTo(schema, 'DateTime')) return 'datetime';
  if (allows(schema, 'array')) return isJsonObject(items) && items.format === 'uuid' ? 'uuids' : 'strings';
  if (allows(schema, 'integer')) return 'integer';
  if (allows(schema, 'number')) return format === 'double' ? 'float' : 'decimal';
  if (allows(schema, 'boolean')) return 'boolean';
  if (!allows(schema, 'string')) return 'json';
  if (format === 'date') return 'date';
  if (format === 'uuid') return 'uuid';
  return typeof maxLength === 'number' && maxLength > longestLine ? 'text' : 'string';
}

/** Whether values of that JSON type are allowed, at the top or by an alternative. */
function allows(schema: JsonObject, type: string): boolean {
  const own = Array.isArray(schema.type) ? schema.type : [schema.type];
  return own.includes(type) || alternatives(schema).some((one) => one.type === type);
}

function refersTo(schema: JsonObject, name: string): boolean {
  return [schema, ...alternatives(schema)].some((one) => one.$ref === `#/components/schemas/${name}`);
}

/** The entity types behind a link. */
function targetsOf(schema: JsonObject): string[] {
  return alternatives(schema).flatMap(({ $ref }) => {
    const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
    return name === undefined || name === 'Link' ? [] : [name];
  });
}

function alternatives(schema: JsonObject): JsonObject[] {
  return [schema.oneOf, schema.anyOf].flatMap((list: Json | undefined) =>
    Array.isArray(list) ? list.filter(isJsonObject) : [],
  );
}
