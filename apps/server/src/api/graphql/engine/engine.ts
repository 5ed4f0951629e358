/**
 * The GraphQL engine: documents parsed, validated and bounded, operations read before they run, errors rendered.
 * Knows no Koa; who asks comes in with the request's context.
 */
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import type { GraphqlRules } from '../../../http/server-deps.js';
import { documentsPlugin, idMember } from '../documents/documents-plugin.js';
import { errorsPlugin } from '../errors/errors-plugin.js';
import type { SchemaIndex } from '../schema/schema-index.js';
import { documentLimitsPlugin, documentSizePlugin } from './document-limits-plugin.js';
import { introspectionLimitsPlugin } from './introspection-limits-plugin.js';
import type { KnownDocuments } from './known-documents.js';
import { timingPlugin } from './operation-time.js';
import { paramsPlugin } from './params-plugin.js';
import type { RequestContext } from './request-context.js';
import { rootCallsPlugin } from './root-calls-plugin.js';

export type Engine = YogaServerInstance<RequestContext, object>;

/**
 * @param endpoint path pattern under which requests arrive
 * @param documents may be those of other engines, too: what a document says does not depend on the schema
 */
export function createEngine(
  schemaIndex: SchemaIndex,
  endpoint: string,
  rules: GraphqlRules,
  documents: KnownDocuments,
): Engine {
  return createYoga<RequestContext>({
    schema: schemaIndex.schema,
    graphqlEndpoint: endpoint,
    parserAndValidationCache: { documentCache: documents.parsed, errorCache: documents.failed },
    // Our own plugin reads the body, within its bounds.
    maxRequestBodySize: false,
    extraParamNames: [idMember],
    plugins: [
      timingPlugin(),
      paramsPlugin(),
      documentsPlugin(rules),
      documentLimitsPlugin(),
      documentSizePlugin(),
      introspectionLimitsPlugin(),
      !rules.introspection && noIntrospectionPlugin(),
      rootCallsPlugin(schemaIndex),
      errorsPlugin(),
    ],
    // A batch would slip past every limit of an operation.
    batching: false,
    // Nothing is uploaded here, and browsers send multipart forms to other origins without asking.
    multipart: false,
    // Our own plugin masks errors; it knows the request.
    maskedErrors: false,
    // Pages for browsers, cross-origin headers and the log are the business of the API and the app.
    graphiql: false,
    landingPage: false,
    cors: false,
    logging: false,
  });
}

/** Rejects queries of the schema itself. */
function noIntrospectionPlugin(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}
