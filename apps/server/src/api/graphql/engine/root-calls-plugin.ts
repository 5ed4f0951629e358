/**
 * Reads an operation as calls of the core just before it runs, and hands them to the root resolvers.
 */
import { type DocumentNode, GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestKey } from '../../../records/write/idempotency-records.js';
import { Yielder } from '../../../records/yielder.js';
import { FilterArguments } from '../analytics/filter-arguments.js';
import { KnownSelections } from '../parse/known-selections.js';
import type { Input } from '../parse/parse-filter.js';
import { parseOperation } from '../parse/parse-operation.js';
import { isWrite, requestKeys } from '../run/once.js';
import { answerPlainly, plainReads, readsRecords } from '../run/plain-answer.js';
import type { SchemaIndex } from '../schema/schema-index.js';
import type { OperationContext, RequestContext } from './request-context.js';

/** Their days are counted from today, and what is saved is read apart. */
const filterArguments = /\b(?:filterTab|profileId)\b/;

/** What a plugin is given of an operation. */
interface Sent {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Input | null | undefined;
}

type OperationParts = Pick<OperationContext, 'rootCalls' | 'requestKeys' | 'yielder'>;

function notAcceptable(): GraphQLError {
  const message = 'Subscriptions are sent as server-sent events: ask for them with Accept: text/event-stream.';
  return new GraphQLError(message, { extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } } });
}

export function rootCallsPlugin(schemaIndex: SchemaIndex): Plugin<RequestContext> {
  const known = new KnownSelections();
  const readCalls = async ({ document, operationName, variableValues }: Sent, { deps, call }: RequestContext) => {
    const filters = new FilterArguments(schemaIndex.catalog, deps.clock());
    const operation = { document, operationName, variables: variableValues, filters };
    const read = () => parseOperation(schemaIndex, operation, deps.answerLimits.records, known);
    const rootCalls = read();
    if (!filters.lacksSaved) return rootCalls;
    await filters.readSaved(deps, call);
    return read();
  };
  return {
    async onSubscribe({ args, context, extendContext }) {
      if (!context.acceptsEvents) throw notAcceptable();
      const rootCalls = await readCalls(args, context);
      extendContext({ rootCalls, requestKeys: new Map(), yielder: new Yielder() } satisfies OperationParts);
    },
    async onExecute({ args, context, extendContext, executeFn, setExecuteFn }) {
      const { deps, call, idempotencyKey } = context;
      const { document, operationName, variableValues: variables } = args;
      const rootCalls = await readCalls(args, context);
      const isNamed = idempotencyKey !== undefined && isWrite(getOperationAST(document, operationName));
      const sent = { document, operationName, variables };
      // A dry run is carried out whenever it comes, as nothing is stored of it.
      const lasting = [...rootCalls].filter(([, root]) => !('isDryRun' in root && root.isDryRun)).map(([key]) => key);
      const keys = isNamed ? requestKeys(idempotencyKey, sent, call, lasting) : new Map<string, RequestKey>();
      extendContext({ rootCalls, requestKeys: keys, yielder: new Yielder() } satisfies OperationParts);
      if (readsRecords(rootCalls) && !filterArguments.test(document.loc?.source.body ?? 'filterTab')) {
        context.onlyReadsRecords();
      }
      const reads = plainReads(rootCalls);
      if (reads !== undefined)
        setExecuteFn(async (given) => (await answerPlainly(deps, call, reads)) ?? executeFn(given));
    },
  };
}
