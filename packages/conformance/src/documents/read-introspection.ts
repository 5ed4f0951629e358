/**
 * Reads what introspection answers. Pure.
 */
import { isJsonObject, type Json, type JsonObject, readObjects, readText } from '../http/json.js';
import { type GraphqlType, isBuiltIn, type TypeSystem } from './type-system.js';

const typed = (depth: number): string => `{ kind name ${depth === 0 ? '' : `ofType ${typed(depth - 1)}`} }`;
const member = `{ name type ${typed(5)} }`;

/** Asks for all that `readIntrospection` reads. */
export const introspectionQuery = `{ __schema { types {
  kind name interfaces { name } possibleTypes { name } enumValues(includeDeprecated: true) { name } inputFields ${member}
  fields(includeDeprecated: true) { name args ${member} type ${typed(5)} }
} } }`;

const kinds: Readonly<Record<string, GraphqlType['kind']>> = {
  SCALAR: 'scalar',
  OBJECT: 'type',
  INTERFACE: 'interface',
  UNION: 'union',
  ENUM: 'enum',
  INPUT_OBJECT: 'input',
};

/** @param schema `__schema` of the answer. @throws ExpectationFailed when it is not of the form that GraphQL prescribes */
export function readIntrospection(schema: JsonObject): TypeSystem {
  const types = readObjects(schema.types, 'types of __schema').flatMap((type): [string, GraphqlType][] => {
    const name = readText(type.name, 'name of a type');
    const kind = kinds[readText(type.kind, `kind of ${name}`)];
    return kind === undefined || isBuiltIn(name) ? [] : [[name, { kind, members: new Map(membersOf(kind, type)) }]];
  });
  return new Map(types);
}

function membersOf(kind: GraphqlType['kind'], type: JsonObject): [string, string][] {
  const named = (list: Json | undefined) => listOf(list).map(({ name }) => String(name));
  switch (kind) {
    case 'scalar':
      return [];
    case 'enum':
      return named(type.enumValues).map((name) => [name, '']);
    case 'union':
      return named(type.possibleTypes).map((name) => [`has ${name}`, '']);
    case 'input':
      return listOf(type.inputFields).map((field) => [String(field.name), typeText(field.type)]);
    default:
      return [
        ...named(type.interfaces).map((name): [string, string] => [`is ${name}`, '']),
        ...listOf(type.fields).flatMap((field): [string, string][] => [
          [String(field.name), typeText(field.type)],
          ...listOf(field.args).map((given): [string, string] => [
            `${String(field.name)}(${String(given.name)})`,
            typeText(given.type),
          ]),
        ]),
      ];
  }
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return value === null || value === undefined ? [] : readObjects(value, 'a list of introspection');
}

function typeText(type: Json | undefined): string {
  if (!isJsonObject(type)) return '';
  if (type.kind === 'NON_NULL') return `${typeText(type.ofType)}!`;
  return type.kind === 'LIST' ? `[${typeText(type.ofType)}]` : String(type.name);
}
