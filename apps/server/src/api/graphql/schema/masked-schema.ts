/**
 * A schema as a key has it that does not see all fields: the same types without these, looked up as they are needed. Validation, execution
 * and introspection take it for a schema of its own; to build one would take as long as for another space. Pure.
 */
import {
  GraphQLEnumType,
  type GraphQLEnumValue,
  GraphQLInputObjectType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  type OperationTypeNode,
} from 'graphql';
import type { HiddenParts } from '../../contract/hidden-parts.js';

/** @param schema is not changed, and keeps its resolvers @param hidden what the key does not see */
export function maskedSchema(schema: GraphQLSchema, hidden: HiddenParts): GraphQLSchema {
  const mask = new Mask(hidden);
  let types: Record<string, GraphQLNamedType> | undefined;
  const methods: Partial<GraphQLSchema> = {
    getType: (name) => mask.named(schema.getType(name)),
    getQueryType: () => mask.named(schema.getQueryType()),
    getMutationType: () => mask.named(schema.getMutationType()),
    getSubscriptionType: () => mask.named(schema.getSubscriptionType()),
    getRootType: (operation: OperationTypeNode) => mask.named(schema.getRootType(operation)),
    getPossibleTypes: (type) => schema.getPossibleTypes(type).flatMap((one) => mask.named(one) ?? []),
    getImplementations(type) {
      const { objects, interfaces } = schema.getImplementations(type);
      return {
        objects: objects.flatMap((one) => mask.named(one) ?? []),
        interfaces: interfaces.flatMap((one) => mask.named(one) ?? []),
      };
    },
    getTypeMap() {
      types ??= Object.fromEntries(
        Object.entries(schema.getTypeMap()).flatMap(([name, type]) => {
          const masked = mask.named(type);
          return masked === undefined ? [] : [[name, masked]];
        }),
      );
      return types;
    },
  };
  // What the schema remembers of its own types is not true of these.
  return Object.assign(Object.create(schema) as GraphQLSchema, methods, { _subTypeMap: Object.create(null) });
}

/** What a type says of itself, where that names others. */
interface Members {
  getFields?: () => Record<string, unknown>;
  getInterfaces?: () => readonly unknown[];
  getValues?: () => readonly GraphQLEnumValue[];
  getValue?: (name: string) => GraphQLEnumValue | undefined;
}

class Mask {
  private readonly known = new Map<GraphQLNamedType, GraphQLNamedType>();

  constructor(private readonly hidden: HiddenParts) {}

  /** @returns the type without what is hidden; undefined for one that is hidden as a whole */
  named<Type extends GraphQLNamedType>(type: Type | null | undefined): Type | undefined {
    if (type === null || type === undefined || this.hidden.types.has(type.name)) return undefined;
    let masked = this.known.get(type);
    if (masked === undefined) {
      masked = this.masked(type);
      this.known.set(type, masked);
    }
    return masked as Type;
  }

  private masked(type: GraphQLNamedType): GraphQLNamedType {
    const names = this.hidden.members.get(type.name);
    const isShown = (name: string) => names?.has(name) !== true;
    if (type.name.startsWith('__')) return type;
    if (type instanceof GraphQLObjectType || type instanceof GraphQLInterfaceType) {
      return under(type, {
        getFields: once(() => this.fields(type.getFields(), isShown)),
        getInterfaces: once(() => type.getInterfaces().flatMap((one) => this.named(one) ?? [])),
      });
    }
    if (type instanceof GraphQLInputObjectType) {
      return under(type, { getFields: once(() => this.fields(type.getFields(), isShown)) });
    }
    if (!(type instanceof GraphQLEnumType) || names === undefined) return type;
    return under(type, {
      getValues: once(() => type.getValues().filter(({ name }) => isShown(name))),
      getValue: (name) => (isShown(name) ? (type.getValue(name) ?? undefined) : undefined),
    });
  }

  private fields<Field extends { readonly type: GraphQLType; readonly args?: readonly { type: GraphQLType }[] }>(
    fields: Readonly<Record<string, Field>>,
    isShown: (name: string) => boolean,
  ): Record<string, Field> {
    const shown = Object.entries(fields).filter(([name]) => isShown(name));
    return Object.fromEntries(
      shown.map(([name, field]) => {
        const args = field.args?.map((one) => ({ ...one, type: this.of(one.type) }));
        return [name, { ...field, type: this.of(field.type), ...(args && { args }) }];
      }),
    );
  }

  private of(type: GraphQLType): GraphQLType {
    if (type instanceof GraphQLNonNull) return new GraphQLNonNull(this.of(type.ofType) as never);
    if (type instanceof GraphQLList) return new GraphQLList(this.of(type.ofType));
    const masked = this.named(type);
    if (masked === undefined) throw new Error(`a member that is shown has the hidden type "${type.name}"`);
    return masked;
  }
}

function under<Type extends GraphQLNamedType>(type: Type, members: Members): Type {
  return Object.assign(Object.create(type) as Type, members);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
