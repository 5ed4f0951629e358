/**
 * Makes the schema executable, by one mechanism for all entity types: a root field runs its call of the core, and every field below finds
 * its value in the root's answer. Below special root fields the executor's own resolver does, by names.
 */
import {
  __Schema,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Yielder } from '../../../records/yielder.js';
import { recordTypeOf } from '../nodes/node-fields.js';
import type { RootCall } from '../parse/parse-operation.js';
import { once } from '../run/once.js';
import type { JsonObject } from '../run/render-answer.js';
import { runRootCall } from '../run/run-root-call.js';
import type { RootFields } from '../schema/root-fields.js';
import type { SubscriptionCall } from '../special-field.js';
import { specialFields } from '../special-fields.js';
import type { OperationContext } from './request-context.js';

type FieldResolver<Parent> = GraphQLFieldResolver<Parent, OperationContext>;

/**
 * @param schema gets the resolvers in place: one by one, as its fields are too many to go through at once
 * @param yielder lets others go on between its types
 * @throws Error for a resolver without a field in the schema, which is a fault of the build
 */
export async function makeExecutable(schema: GraphQLSchema, roots: RootFields, yielder: Yielder): Promise<void> {
  const query = schema.getQueryType();
  const mutation = schema.getMutationType();
  const ofRecords = new Map([...roots.query].filter(([, { operation }]) => operation !== 'duplicates'));
  const recordFields = [...fieldsOf(query, ofRecords), ...fieldsOf(mutation, roots.mutation)];
  await resolveBelow(
    recordFields.map(({ type }) => getNamedType(type)),
    yielder,
  );
  for (const name of [...roots.query.keys(), ...specialFields.query.keys()]) fieldOf(query, name).resolve = resolveRoot;
  for (const name of [...roots.mutation.keys(), ...specialFields.mutation.keys()])
    fieldOf(mutation, name).resolve = resolveRoot;
  for (const name of specialFields.subscription.keys())
    Object.assign(fieldOf(schema.getSubscriptionType(), name), stream);
  const node = schema.getType('Node');
  if (!isInterfaceType(node)) throw new Error('The schema has no interface "Node"');
  // A record that is shown as one of any type says itself of which one it is: one of the interface, or of the space.
  node.resolveType = (record: object) => recordTypeOf(record);
  fieldOf(__Schema, 'types').resolve = describeInTurn;
}

/**
 * The types of a schema are described one after another, others run in between: there are two thousand. The library has this field once,
 * for all schemas of the process.
 */
const describeInTurn: GraphQLFieldResolver<GraphQLSchema, Partial<OperationContext> | undefined> = (
  schema,
  _arguments,
  context,
) => {
  const types = Object.values(schema.getTypeMap());
  const yielder = context?.yielder;
  return yielder === undefined ? types : types.map((type) => yielder.inTurn().then(() => type));
};

function fieldsOf(type: GraphQLObjectType | null | undefined, wanted: ReadonlyMap<string, unknown>) {
  return Object.values(type?.getFields() ?? {}).filter(({ name }) => wanted.has(name));
}

function fieldOf(type: GraphQLObjectType | null | undefined, name: string) {
  const field = type?.getFields()[name];
  if (field === undefined) throw new Error(`The schema has no root field "${name}"`);
  return field;
}

/** The object types that these lead to are those of records and of their pages. */
async function resolveBelow(roots: readonly unknown[], yielder: Yielder): Promise<void> {
  const types = new Set<GraphQLObjectType>();
  const left = [...roots];
  for (let type = left.pop(); type !== undefined; type = left.pop()) {
    if (!isObjectType(type) || types.has(type)) continue;
    await yielder.pause();
    types.add(type);
    for (const field of Object.values(type.getFields())) {
      field.resolve = resolveNested;
      left.push(getNamedType(field.type));
    }
  }
}

const resolveRoot: FieldResolver<unknown> = async (_source, _arguments, context, info) => {
  const root = rootCallOf(context, info);
  if (root.kind === 'subscription') throw new Error(`The field "${info.fieldName}" is no query and no mutation`);
  // Sixty long filters take long to plan and to write as SQL: other requests run in between.
  await context.yielder.inTurn();
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
