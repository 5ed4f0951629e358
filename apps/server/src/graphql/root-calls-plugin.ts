/**
 * Reads an operation as calls of the core just before it runs, and hands them to the root resolvers.
 */
import type { Plugin } from 'graphql-yoga';
import type { OperationContext, RequestContext } from './door-context.js';
import { parseOperation } from './parse-operation.js';
import type { Vocabulary } from './vocabulary.js';

export function rootCallsPlugin(vocabulary: Vocabulary): Plugin<RequestContext> {
  return {
    onExecute({ args, extendContext }) {
      const rootCalls = parseOperation(vocabulary, {
        document: args.document,
        operationName: args.operationName,
        variables: args.variableValues,
      });
      extendContext({ rootCalls } satisfies Pick<OperationContext, 'rootCalls'>);
    },
  };
}
