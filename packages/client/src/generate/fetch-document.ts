/**
 * The OpenAPI document and the GraphQL schema of a space, as the space describes itself.
 */
import type { CheckedSettings } from '../client-settings.js';
import { createClient, type HeadwaterClient } from '../create-client.js';
import { unwrap } from '../unwrap.js';

/** The addresses that no document knows. */
interface ContractPaths {
  '/openapi.json': {
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/json': unknown } } } };
  };
  '/schema.graphql': {
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/graphql': string } } } };
  };
}

/** The space did not answer with an OpenAPI document or with a schema. */
export class NoDocumentError extends Error {
  override name = 'NoDocumentError';
}

/**
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws NoDocumentError the answer is something else
 */
export async function fetchDocument(settings: CheckedSettings): Promise<object> {
  const client = createClient<ContractPaths>(settings);
  const document: unknown = await unwrap(client.GET('/openapi.json'));
  const isDocument = typeof document === 'object' && document !== null && 'openapi' in document && 'paths' in document;
  if (!isDocument || !String(document.openapi).startsWith('3.')) {
    throw new NoDocumentError(`${client} did not answer with an OpenAPI document of version 3`);
  }
  return document;
}

/**
 * @returns the schema in the schema language of GraphQL
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws NoDocumentError the answer is something else
 */
export async function fetchSchema(settings: CheckedSettings): Promise<string> {
  const client: HeadwaterClient<ContractPaths> = createClient(settings);
  const { baseUrl, space } = settings;
  const graphqlUrl = `${baseUrl}/api/v100/graphql/spaces/${encodeURIComponent(space)}`;
  const schema = await unwrap(client.GET('/schema.graphql', { baseUrl: graphqlUrl, parseAs: 'text' }));
  if (!/^type Query\b/m.test(schema)) throw new NoDocumentError(`${graphqlUrl} did not answer with a GraphQL schema`);
  return schema.endsWith('\n') ? schema : `${schema}\n`;
}
