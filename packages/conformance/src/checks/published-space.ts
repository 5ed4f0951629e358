/**
 * Promises about the contracts of a space: they contain what it defines from the next request on.
 */
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { interfaceContract } from '../contract.js';
import { expectEqual, expectThat } from '../expectation.js';
import { type Answer, expectStatus } from '../http/answer.js';
import { isJsonObject, readObject, readText } from '../http/json.js';
import { definitionsAreShared } from './define.js';
import { hasMember, memberAt } from './document-members.js';
import { missingOperations } from './published.js';

const spec = 'v100#/info';

const documentOf = ({ rest }: CheckContext) => `${rest.spacePath}/openapi.json`;
const schemaOf = ({ graphql }: CheckContext) => `${graphql.path}/schema.graphql`;

async function fetchContract({ http }: CheckContext, path: string): Promise<Answer> {
  const answer = await http.send('GET', path);
  expectStatus(answer, 200);
  return answer;
}

interface Defined {
  readonly collection: string;
  /** Of a field of projects. */
  readonly member: string;
}

/** Defines an entity type and a field. */
async function define({ fixtures }: CheckContext): Promise<Defined> {
  const defined = await fixtures.create('Entity');
  const field = await fixtures.create('Field', { entity_name: 'Project' });
  return {
    collection: readText(defined.entity_api_name, 'entity_api_name'),
    member: readText(field.api_name, 'api_name'),
  };
}

/** Expects another tag after a change, and 304 to whom has the contract already. */
async function expectTagged(context: CheckContext, path: string): Promise<void> {
  const before = (await fetchContract(context, path)).headers.get('etag') ?? '';
  expectThat(before !== '', `${path} should have an ETag`);
  expectEqual((await context.http.send('GET', path, { headers: { 'if-none-match': before } })).status, 304, 'status');
  await define(context);
  const after = await context.http.send('GET', path, { headers: { 'if-none-match': before } });
  expectStatus(after, 200);
  expectThat(after.headers.get('etag') !== before, 'the ETag should be another one');
}

export const publishedSpaceChecks: readonly Check[] = [
  {
    id: 'published.space',
    sentence:
      'SHOULD publish at `openapi.json` below the space an OpenAPI 3.1 document with every operation of REST v100',
    spec,
    run: async (context) => {
      const document = (await fetchContract(context, documentOf(context))).json;
      expectEqual(
        missingOperations(interfaceContract.documents.v100, document),
        [],
        'operations missing in the document',
      );
    },
  },
  {
    id: 'published.space.custom',
    sentence: 'SHOULD publish there a custom field and an entity type of the space once they are defined',
    spec,
    serial: definitionsAreShared,
    run: async (context) => {
      const { collection, member } = await define(context);
      const document = readObject((await fetchContract(context, documentOf(context))).json, 'the document');
      for (const schema of ['Project', 'ProjectCreate', 'ProjectUpdate']) {
        const found = memberAt(document, 'components', 'schemas', schema, 'properties', member);
        expectThat(isJsonObject(found), `the schema ${schema} should have ${member}`);
      }
      for (const path of [`/entities/${collection}`, `/entities/${collection}/{id}`, `/entities/${collection}Type`]) {
        expectThat(isJsonObject(memberAt(document, 'paths', path, 'get')), `the document should have GET ${path}`);
      }
    },
  },
  {
    id: 'published.space.tag',
    sentence: 'SHOULD tag the document of a space, with another tag once the space has changed',
    spec,
    serial: definitionsAreShared,
    run: async (context) => await expectTagged(context, documentOf(context)),
  },
  {
    id: 'published.space.graphql',
    sentence:
      'SHOULD publish at `schema.graphql` below the space the type system with what it has defined, under a tag',
    spec: 'graphql#Query',
    serial: definitionsAreShared,
    run: async (context) => {
      const { collection, member } = await define(context);
      const sdl = (await fetchContract(context, schemaOf(context))).text;
      expectThat(hasMember(sdl, 'Account', 'name'), 'the type Account should be there');
      expectThat(hasMember(sdl, 'Project', member), `the type Project should have ${member}`);
      expectThat(hasMember(sdl, collection, 'name'), `the type ${collection} should be there`);
      await expectTagged(context, schemaOf(context));
    },
  },
];
