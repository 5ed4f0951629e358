/**
 * What checks go by in one space, read from what the space says of itself: its OpenAPI document, its GraphQL schema, its Field records.
 */
import { v1Operations } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { GraphqlApi } from './api/graphql-api.js';
import { RestApi } from './api/rest-api.js';
import { readForward } from './checks/lists/read-pages.js';
import { type Contract, interfaceContract } from './contract.js';
import { ContractDocument } from './documents/contract-document.js';
import { customMarks, customSystemType } from './documents/custom-marks.js';
import { operationEntries } from './documents/operation-entries.js';
import { queryMembers } from './documents/query-members.js';
import { spaceCatalog } from './documents/space-catalog.js';
import { readSpaceDocument } from './documents/space-document.js';
import { CreatedRecords } from './fixtures/created-records.js';
import { expectStatus } from './http/answer.js';
import { Http } from './http/http.js';
import { readObject } from './http/json.js';
import type { SpaceAccess } from './run-checks.js';

export interface SpaceContractOptions extends SpaceAccess {
  /** Scheme, host and port of the server. */
  readonly baseUrl: string;
  /** Milliseconds that one request may take. */
  readonly timeoutMs: number;
}

/**
 * @returns the interface with the members and entity types that only the space has
 * @throws ExpectationFailed when the server does not publish them; what `fetch` throws when it cannot be reached
 */
export async function loadSpaceContract(options: SpaceContractOptions): Promise<Contract> {
  const { baseUrl, space, timeoutMs } = options;
  const stop = new AbortController().signal;
  const http = new Http({ baseUrl: baseUrl.replace(/\/+$/, ''), credentials: options, timeoutMs, stop });
  const rest = new RestApi(http, space, new CreatedRecords());
  const published = await http.send('GET', `${rest.spacePath}/openapi.json`);
  expectStatus(published, 200);
  const { document, entityTypes } = readSpaceDocument(
    v100Document,
    readObject(published.json, 'the document of the space'),
  );
  const schema = await http.send('GET', `${new GraphqlApi(http, space, new CreatedRecords()).path}/schema.graphql`);
  expectStatus(schema, 200);
  const fields = await readForward(rest, 'Fields', { 'filter[system_type]': customSystemType }, 100);
  const operations = operationEntries(document);
  return {
    documents: {
      v100: new ContractDocument('v100', document, operations),
      v1: new ContractDocument('v1', v1Document, v1Operations),
    },
    catalog: spaceCatalog({
      shared: interfaceContract.catalog,
      document,
      operations,
      entityTypes,
      markOf: customMarks(fields.flatMap(({ records }) => records)),
      graphqlOf: queryMembers(schema.text),
    }),
  };
}
