/** What a GraphQL type system says nothing about. */
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

interface Described {
  readonly description?: string | null | undefined;
}

/** @returns names of types, members, arguments and values that are said nothing about but that this service has added them */
export function undescribed(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => [[type.name, type] as const, ...partsOf(type)])
    .filter(([, { description }]) => !(description ?? '').replace('An addition of this service.', '').trim())
    .map(([name]) => name);
}

function partsOf(type: GraphQLNamedType): (readonly [string, Described])[] {
  if (isEnumType(type)) return type.getValues().map((value) => [`${type.name}.${value.name}`, value]);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const name = `${type.name}.${field.name}`;
    return [[name, field], ...field.args.map((argument) => [`${name}(${argument.name})`, argument] as const)];
  });
}
