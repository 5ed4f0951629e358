/**
 * Reads an operation as calls of the core just before it runs, and hands them to the root resolvers.
 */
import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestKey } from '../../../records/write/idempotency-records.js';
import { FilterArguments } from '../filters/filter-arguments.js';
import { KnownSelections } from '../parse/known-selections.js';
import { parseOperation } from '../parse/parse-operation.js';
import { isWrite, requestKeys } from '../run/once.js';
import { answerPlainly, plainReads, readsRecords } from '../run/plain-answer.js';
import type { SchemaIndex } from '../schema/schema-index.js';
import type { OperationContext, RequestContext } from './request-context.js';

/** Their days are counted from today, and what is saved is read apart. */
const filterArguments = /\b(?:filterTab|profileId)\b/;

export function rootCallsPlugin(schemaIndex: SchemaIndex): Plugin<RequestContext> {
  const known = new KnownSelections();
  return {
    async onExecute({ args, context, extendContext, executeFn, setExecuteFn }) {
      const { deps, call, idempotencyKey } = context;
      const filters = new FilterArguments(schemaIndex.catalog, deps.clock());
      const { document, operationName, variableValues: variables } = args;
      const operation = { document, operationName, variables, filters };
      const read = () => parseOperation(schemaIndex, operation, deps.answerLimits.records, known);
      let rootCalls = read();
      if (filters.lacksSaved) {
        await filters.readSaved(deps, call);
        rootCalls = read();
      }
      const isNamed = idempotencyKey !== undefined && isWrite(getOperationAST(document, operationName));
      const sent = { document, operationName, variables };
      // A dry run is carried out whenever it comes, as nothing is stored of it.
      const lasting = [...rootCalls].filter(([, root]) => !('isDryRun' in root && root.isDryRun)).map(([key]) => key);
      const keys = isNamed ? requestKeys(idempotencyKey, sent, call, lasting) : new Map<string, RequestKey>();
      extendContext({ rootCalls, requestKeys: keys } satisfies Pick<OperationContext, 'rootCalls' | 'requestKeys'>);
      if (readsRecords(rootCalls) && !filterArguments.test(document.loc?.source.body ?? 'filterTab')) {
        context.onlyReadsRecords();
      }
      const reads = plainReads(rootCalls);
      if (reads !== undefined)
        setExecuteFn(async (given) => (await answerPlainly(deps, call, reads)) ?? executeFn(given));
    },
  };
}
