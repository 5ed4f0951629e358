/**
 * Makes the schema executable, by one mechanism for all entity types: a root field runs its call of the core, and every field below finds
 * its value in the root's answer. Below special root fields the executor's own resolver does, by names.
 */
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { NodeResolvers, Resolver } from '@headwater/graphql-types';
import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { recordTypeOf } from '../nodes/node-fields.js';
import type { RootCall } from '../parse/parse-operation.js';
import { once } from '../run/once.js';
import type { JsonObject } from '../run/render-answer.js';
import { runRootCall } from '../run/run-root-call.js';
import type { RootFields } from '../schema/root-fields.js';
import type { SubscriptionCall } from '../special-field.js';
import { specialFields } from '../special-fields.js';
import type { OperationContext } from './request-context.js';

type FieldResolver<Parent> = Resolver<unknown, Parent, OperationContext, unknown>;

/**
 * @param schema gets the resolvers in place
 * @throws Error for a resolver without a field in the schema, which is a fault of the build
 */
export function executableSchema(schema: GraphQLSchema, roots: RootFields): GraphQLSchema {
  const ofRecords = new Map([...roots.query].filter(([, { operation }]) => operation !== 'duplicates'));
  const recordFields = [
    ...fieldsOf(schema.getQueryType(), ofRecords),
    ...fieldsOf(schema.getMutationType(), roots.mutation),
  ];
  const records = typesBelow(recordFields.map(({ type }) => getNamedType(type)));
  return makeExecutableSchema({
    typeDefs: schema,
    updateResolversInPlace: true,
    resolvers: {
      Query: resolveAll([...roots.query.keys(), ...specialFields.query.keys()], resolveRoot),
      Mutation: resolveAll([...roots.mutation.keys(), ...specialFields.mutation.keys()], resolveRoot),
      Subscription: Object.fromEntries([...specialFields.subscription.keys()].map((name) => [name, stream])),
      Node: node,
      ...Object.fromEntries(
        [...records].map((type) => [type.name, resolveAll(Object.keys(type.getFields()), resolveNested)]),
      ),
    },
  });
}

/** A record that is shown as one of any type says itself of which one it is: one of the interface, or of the space. */
const node = {
  __resolveType: (record) => recordTypeOf(record) as ReturnType<NodeResolvers['__resolveType']>,
} satisfies NodeResolvers<OperationContext>;

function resolveAll<Parent>(names: readonly string[], resolve: FieldResolver<Parent>) {
  return Object.fromEntries(names.map((name) => [name, { resolve }]));
}

function fieldsOf(type: GraphQLObjectType | null | undefined, wanted: ReadonlyMap<string, unknown>) {
  return Object.values(type?.getFields() ?? {}).filter(({ name }) => wanted.has(name));
}

/** @returns the object types that these lead to: those of records and of their pages */
function typesBelow(roots: readonly unknown[]): Set<GraphQLObjectType> {
  const types = new Set<GraphQLObjectType>();
  const left = [...roots];
  for (let type = left.pop(); type !== undefined; type = left.pop()) {
    if (!isObjectType(type) || types.has(type)) continue;
    types.add(type);
    left.push(...Object.values(type.getFields()).map((field) => getNamedType(field.type)));
  }
  return types;
}

const resolveRoot: FieldResolver<unknown> = (_source, _arguments, context, info) => {
  const root = rootCallOf(context, info);
  if (root.kind === 'subscription') throw new Error(`The field "${info.fieldName}" is no query and no mutation`);
  return runRootCall(context.deps, context.call, root, context.revision, onceOf(context, info));
};

const stream = {
  subscribe: (_source: unknown, _arguments: unknown, context: OperationContext, info: GraphQLResolveInfo) =>
    subscriptionOf(context, info).open(context.follow, context.call),
  resolve: (value: never, _arguments: unknown, context: OperationContext, info: GraphQLResolveInfo) =>
    subscriptionOf(context, info).show(value),
};

function subscriptionOf(context: OperationContext, info: GraphQLResolveInfo): SubscriptionCall {
  const root = rootCallOf(context, info);
  if (root.kind !== 'subscription') throw new Error(`The field "${info.fieldName}" is no subscription`);
  return root;
}

/** One field may be selected under several aliases with different arguments, so values are found by response key, never by name. */
const resolveNested: FieldResolver<JsonObject> = (source, _arguments, _context, info) => source[info.path.key];

function onceOf({ requestKeys, onReplay }: OperationContext, info: GraphQLResolveInfo) {
  return once(requestKeys.get(String(info.path.key)), onReplay);
}

function rootCallOf(context: OperationContext, info: GraphQLResolveInfo): RootCall {
  const call = context.rootCalls.get(String(info.path.key));
  if (call === undefined) throw new Error(`The field "${info.fieldName}" was not read before it ran`);
  return call;
}
