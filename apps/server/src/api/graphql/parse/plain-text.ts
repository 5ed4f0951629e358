/**
 * Whether the JSON text that the core writes of a selection is the answer, letter by letter: then nobody need read and write it again.
 * Knows no database.
 */
import { type GraphQLOutputType, getNamedType, isListType, isNonNullType, isObjectType, isScalarType } from 'graphql';
import { collectSubfields, type FieldNodes, MemberCount, type Reading } from './collect-fields.js';

/** Of a selection whose text is the answer. */
export interface PlainText {
  /** Found in a text that the executor would reject: by a null where the schema promises a value, or a number that may be too large. */
  readonly rejected: RegExp;
}

/** Their values are written alike by databases and by `JSON.stringify`; numbers with a fraction, free JSON and lists need not be. */
const plainScalars: ReadonlySet<string> = new Set(['Boolean', 'Date', 'DateTime', 'ID', 'Int', 'String', 'UUID']);

/** Every record has them. */
const present: ReadonlySet<string> = new Set([
  'created',
  'id',
  'isDeleted',
  'isDeleteProtected',
  'modified',
  'revision',
]);

/** PostgreSQL writes objects with longer names in another way. */
const longestName = 63;

/** @param entityType the record type of the nodes' selection sets @returns undefined where the executor has to write the answer */
export function plainText(reading: Reading, entityType: string, nodes: FieldNodes): PlainText | undefined {
  return plainTextOf(reading, [{ typeName: entityType, nodes }]);
}

/** The same for a page. @param entityType whose connection the nodes' selection sets are of */
export function plainPageText(reading: Reading, entityType: string, nodes: FieldNodes): PlainText | undefined {
  const own = { ...reading, count: new MemberCount() };
  const parts = [...collectSubfields(own, `${entityType}Connection`, nodes).values()];
  const named = (name: string) => parts.filter(([node]) => node.name.value === name);
  const edges = named('edges').map((part) => [...collectSubfields(own, `${entityType}Edge`, part).values()]);
  const records = [...named('nodes'), ...edges.flatMap((part) => part.filter(([node]) => node.name.value === 'node'))];
  for (const part of named('pageInfo')) collectSubfields(own, 'PageInfo', part);
  // In several places a record has different keys in each of them.
  if (own.count.hasTypeName || records.length > 1) return undefined;
  return plainTextOf(
    reading,
    records.map((part) => ({ typeName: entityType, nodes: part })),
  );
}

function plainTextOf(
  reading: Reading,
  records: readonly { readonly typeName: string; readonly nodes: FieldNodes }[],
): PlainText | undefined {
  const required = new Set<string>();
  const own = { ...reading, count: new MemberCount() };
  const isPlain = records.every(({ typeName, nodes }) => isPlainObject(own, typeName, nodes, required));
  return isPlain && !own.count.hasTypeName ? { rejected: rejectedText(required) } : undefined;
}

/** @param required response keys of members that must not be null. Inside JSON strings a quotation mark has a backslash before it */
function rejectedText(required: ReadonlySet<string>): RegExp {
  const largeNumber = '":-?\\d{10}';
  return new RegExp(required.size === 0 ? largeNumber : `${largeNumber}|"(?:${[...required].join('|')})":null`);
}

function isPlainObject(reading: Reading, typeName: string, nodes: FieldNodes, required: Set<string>): boolean {
  const type = reading.schema.getType(typeName);
  if (!isObjectType(type)) return false;
  const definitions = type.getFields();
  return [...collectSubfields(reading, typeName, nodes)].every(([key, fieldNodes]) => {
    const name = fieldNodes[0].name.value;
    const field = definitions[name];
    if (field === undefined || key.length > longestName) return false;
    if (isNonNullType(field.type) && !present.has(name)) required.add(key);
    return isPlainValue(reading, field.type, fieldNodes, required);
  });
}

function isPlainValue(reading: Reading, type: GraphQLOutputType, nodes: FieldNodes, required: Set<string>): boolean {
  if (isListType(isNonNullType(type) ? type.ofType : type)) return false;
  const named = getNamedType(type);
  if (isScalarType(named)) return plainScalars.has(named.name);
  return reading.members.has(named.name) && isPlainObject(reading, named.name, nodes, required);
}
