/**
 * The OpenAPI document of a space, as the space describes itself.
 */
import type { ClientSettings } from '../client-settings.js';
import { createClient } from '../create-client.js';
import { unwrap } from '../unwrap.js';

/** The one address that no document knows. */
interface ContractPaths {
  '/openapi.json': {
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/json': unknown } } } };
  };
}

/** The space did not answer with an OpenAPI document. */
export class NoDocumentError extends Error {
  override name = 'NoDocumentError';
}

/**
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws NoDocumentError the answer is something else
 */
export async function fetchDocument(settings: ClientSettings): Promise<object> {
  const client = createClient<ContractPaths>(settings);
  const document: unknown = await unwrap(client.GET('/openapi.json'));
  const isDocument = typeof document === 'object' && document !== null && 'openapi' in document && 'paths' in document;
  if (!isDocument || !String(document.openapi).startsWith('3.')) {
    throw new NoDocumentError(`${client} did not answer with an OpenAPI document of version 3`);
  }
  return document;
}
