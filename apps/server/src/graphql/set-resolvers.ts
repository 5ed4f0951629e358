/**
 * Puts resolvers into the schema, by one mechanism for all entity types: a root field runs its call of the core, and every
 * field below finds its value in the root's answer.
 */
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import type { OperationContext } from './door-context.js';
import type { RootCall } from './parse-operation.js';
import type { JsonObject } from './render-answer.js';
import { runRootCall } from './run-root-call.js';
import type { Vocabulary } from './vocabulary.js';

/** Changes the vocabulary's schema in place. */
export function setResolvers({ schema, roots }: Vocabulary): void {
  const resolveRoot: GraphQLFieldResolver<unknown, OperationContext> = (_source, _arguments, context, info) =>
    runRootCall(context.deps, context.call, rootCallOf(context, info));
  const query = schema.getQueryType();
  const mutation = schema.getMutationType();
  setRootResolvers(query, roots.query, resolveRoot);
  setRootResolvers(mutation, roots.mutation, resolveRoot);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type) || type === query || type === mutation) continue;
    for (const field of Object.values(type.getFields())) field.resolve = resolveNested;
  }
}

function setRootResolvers(
  type: GraphQLObjectType | null | undefined,
  fields: Vocabulary['roots']['query'],
  resolve: GraphQLFieldResolver<unknown, OperationContext>,
): void {
  for (const field of Object.values(type?.getFields() ?? {})) if (fields.has(field.name)) field.resolve = resolve;
}

/** One field may stand under several aliases with different arguments, so values are found by response key, never by name. */
const resolveNested: GraphQLFieldResolver<JsonObject, OperationContext> = (source, _arguments, _context, info) =>
  source[info.path.key];

function rootCallOf(context: OperationContext, info: GraphQLResolveInfo): RootCall {
  const call = context.rootCalls.get(String(info.path.key));
  if (call === undefined) throw new Error(`The field "${info.fieldName}" was not read before it ran`);
  return call;
}
