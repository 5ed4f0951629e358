/**
 * Puts resolvers into the schema, by one mechanism for all entity types: a root field runs its call of the core, and every
 * field below finds its value in the root's answer. Below root fields of other sorts the executor's own resolver does, by names.
 */
import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { recordTypeOf } from './nodes/record-type.js';
import { once } from './once.js';
import { ownFields } from './own-fields.js';
import type { RootCall } from './parse-operation.js';
import type { JsonObject } from './render-answer.js';
import type { OperationContext } from './request-context.js';
import { runRootCall } from './run-root-call.js';
import type { Once } from './run-write.js';
import type { Vocabulary } from './vocabulary.js';

/** Changes the vocabulary's schema in place. */
export function setResolvers({ schema, roots }: Vocabulary): void {
  const resolveRoot: GraphQLFieldResolver<unknown, OperationContext> = (_source, _arguments, context, info) =>
    runRootCall(context.deps, context.call, rootCallOf(context, info), onceOf(context, info));
  const query = schema.getQueryType();
  const mutation = schema.getMutationType();
  for (const field of rootFields(query, [roots.query, ownFields.query])) field.resolve = resolveRoot;
  for (const field of rootFields(mutation, [roots.mutation, ownFields.mutation])) field.resolve = resolveRoot;
  const ofRecords = new Map([...roots.query].filter(([, { operation }]) => operation !== 'duplicates'));
  const records = [...rootFields(query, [ofRecords]), ...rootFields(mutation, [roots.mutation])];
  for (const type of typesBelow(records)) {
    for (const field of Object.values(type.getFields())) field.resolve = resolveNested;
  }
  resolveNodes(schema);
}

/** A record that is shown as one of any type says itself of which one it is. */
function resolveNodes(schema: GraphQLSchema): void {
  const node = schema.getType('Node');
  if (!isInterfaceType(node)) throw new Error('The schema has no interface "Node"');
  node.resolveType = (record: object) => recordTypeOf(record);
}

type Field = GraphQLField<unknown, OperationContext>;

/** @param named fields by name, the ones wanted */
function rootFields(
  type: GraphQLObjectType | null | undefined,
  named: readonly ReadonlyMap<string, unknown>[],
): Field[] {
  const fields: Field[] = Object.values(type?.getFields() ?? {});
  return fields.filter(({ name }) => named.some((names) => names.has(name)));
}

/** @returns the object types that the fields lead to: those of records and of their pages */
function typesBelow(fields: readonly Field[]): Set<GraphQLObjectType> {
  const types = new Set<GraphQLObjectType>();
  const left = [...fields];
  for (let field = left.pop(); field !== undefined; field = left.pop()) {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || types.has(type)) continue;
    types.add(type);
    left.push(...Object.values(type.getFields()));
  }
  return types;
}

/** One field may stand under several aliases with different arguments, so values are found by response key, never by name. */
const resolveNested: GraphQLFieldResolver<JsonObject, OperationContext> = (source, _arguments, _context, info) =>
  source[info.path.key];

function onceOf({ deps, call, requestKeys, onReplay }: OperationContext, info: GraphQLResolveInfo): Once {
  return once(deps, call, requestKeys.get(String(info.path.key)), onReplay);
}

function rootCallOf(context: OperationContext, info: GraphQLResolveInfo): RootCall {
  const call = context.rootCalls.get(String(info.path.key));
  if (call === undefined) throw new Error(`The field "${info.fieldName}" was not read before it ran`);
  return call;
}
