/**
 * Promises about the type system of GraphQL: to the letter what the interface says.
 */
import { typeDefs } from '@headwater/graphql-types/sdl';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { introspectionQuery, readIntrospection } from '../../documents/read-introspection.js';
import { readSdl } from '../../documents/read-sdl.js';
import { missingFrom, type TypeSystem } from '../../documents/type-system.js';
import { expectEqual } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { readObject } from '../../http/json.js';

async function introspect({ graphql }: CheckContext): Promise<TypeSystem> {
  return readIntrospection(readObject((await graphql.run(introspectionQuery)).__schema, '__schema'));
}

export const graphqlTypeChecks: readonly Check[] = [
  {
    id: 'graphql.types.interface',
    sentence:
      'MUST have every type, member, argument and value of the type system of the interface, values in its order',
    spec: 'graphql#Query',
    run: async (context) => {
      expectEqual(missingFrom(await introspect(context), readSdl(typeDefs)), [], 'what is missing or otherwise');
    },
  },
  {
    id: 'graphql.types.document',
    sentence: 'MUST publish at `schema.graphql` of the space what introspection answers',
    spec: 'graphql#Query',
    run: async (context) => {
      const { http, graphql } = context;
      const answer = await http.send('GET', `${graphql.path}/schema.graphql`);
      expectStatus(answer, 200);
      const [published, answered] = [readSdl(answer.text), await introspect(context)];
      expectEqual(missingFrom(answered, published), [], 'what is published and not there');
      expectEqual(missingFrom(published, answered), [], 'what is there and not published');
    },
  },
];
