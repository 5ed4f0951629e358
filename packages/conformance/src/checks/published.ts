/**
 * Promises about the contracts that a server publishes.
 */
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { interfaceContract } from '../contract.js';
import type { ContractDocument } from '../documents/contract-document.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { isJsonObject, type Json, readObject } from '../http/json.js';

async function expectPublished({ http }: CheckContext, document: ContractDocument): Promise<void> {
  const answer = await http.send('GET', `/openapi/${document.name}.json`);
  expectStatus(answer, 200);
  expectEqual(missingOperations(document, answer.json), [], 'operations missing in the document');
}

/**
 * @param published what a server publishes
 * @returns ids of the operations of the document that it lacks
 * @throws ExpectationFailed unless it is an OpenAPI 3.1 document
 */
export function missingOperations(document: ContractDocument, published: Json): string[] {
  const { openapi, paths } = readObject(published, 'the document');
  expectThat(String(openapi).startsWith('3.1'), `openapi should be 3.1, is ${String(openapi)}`);
  const items = readObject(paths, 'paths');
  return document.operations.flatMap(({ path, method, operationId }) => {
    const item = items[path];
    return isJsonObject(item) && item[method] !== undefined ? [] : [operationId];
  });
}

export const publishedChecks: readonly Check[] = [
  {
    id: 'published.v100',
    sentence: 'SHOULD publish at `/openapi/v100.json` an OpenAPI 3.1 document with every operation of REST v100',
    spec: 'v100#/info',
    run: async (context) => await expectPublished(context, interfaceContract.documents.v100),
  },
  {
    id: 'published.v1',
    sentence: 'SHOULD publish at `/openapi/v1.json` an OpenAPI 3.1 document with every operation of REST v1',
    spec: 'v1#/info',
    run: async (context) => await expectPublished(context, interfaceContract.documents.v1),
  },
  {
    id: 'published.graphql',
    sentence: 'SHOULD publish the GraphQL type system at `/graphql/schema.graphql`',
    spec: 'graphql#Query',
    run: async ({ http }) => {
      const answer = await http.send('GET', '/graphql/schema.graphql');
      expectStatus(answer, 200);
      expectThat(
        /\btype Query\b/.test(answer.text) && /\btype Account\b/.test(answer.text),
        'it should hold Query and Account',
      );
    },
  },
];
