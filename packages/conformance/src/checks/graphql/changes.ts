/**
 * Promises of GraphQL about what was changed in the space.
 */

import { idOf } from '../../api/record.js';
import type { RestApi } from '../../api/rest-api.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { type JsonObject, readObject, readObjects, readText } from '../../http/json.js';
import { expectCode, readErrors } from './errors.js';

const changed = 'cursor revision act entity collection entityId members record { ... on Account { id city } }';

const pageQuery = `query ($after: String, $first: Int, $act: [ChangeActEnum!], $fields: [String!]) {
  changes(after: $after, first: $first, entity: ["Account"], act: $act, fields: $fields) {
    nodes { ${changed} }
    edges { cursor node { cursor } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const subscription = `subscription ($after: String) {
  changes(after: $after, entity: ["Account"]) { ${changed} }
}`;

/** Where the feed begins that has all that is written from now on. @throws ExpectationFailed without one */
async function revisionNow(rest: RestApi): Promise<string> {
  const { headers } = await rest.send('GET', 'Accounts', undefined, { query: { first: 1 } });
  return readText(headers.get('space-revision'), 'Space-Revision of a list');
}

export const graphqlChangeChecks: readonly Check[] = [
  {
    id: 'graphql.changes.list',
    sentence:
      'MUST list each change of a record once, in the order of commits, with its values before and after and the record as it is now',
    spec: 'graphql#Query.changes',
    run: async ({ rest, graphql, fixtures }) => {
      const after = await revisionNow(rest);
      const id = idOf(await fixtures.create('Account', { city: 'Graz' }));
      await rest.update('Accounts', id, { city: 'Linz' });
      const gone = idOf(await fixtures.create('Account'));
      await rest.delete('Accounts', gone);
      const nodes: JsonObject[] = [];
      // Other checks write meanwhile.
      for (let from = after, more: unknown = true; more === true; ) {
        const page = readObject((await graphql.run(pageQuery, { after: from, first: 20 })).changes, 'changes');
        const shown = readObjects(page.nodes, 'nodes');
        const edges = readObjects(page.edges, 'edges').map(({ cursor, node }) => [cursor, node]);
        expectEqual(
          edges,
          shown.map(({ cursor }) => [cursor, { cursor }]),
          'edges',
        );
        nodes.push(...shown);
        const info = readObject(page.pageInfo, 'pageInfo');
        from = readText(info.endCursor, 'endCursor');
        more = info.hasNextPage;
      }
      const ours = nodes.filter(({ entityId }) => entityId === id || entityId === gone);
      expectEqual(
        ours.map(({ act, entity, collection, entityId, record }) => ({ act, entity, collection, entityId, record })),
        [
          ['created', id],
          ['updated', id],
          ['created', gone],
          ['deleted', gone],
        ].map(([act, entityId]) => {
          const record = entityId === id ? { id, city: 'Linz' } : null;
          return { act, entity: 'Account', collection: 'Accounts', entityId, record };
        }),
        'the changes',
      );
      expectEqual(ours[1]?.members, { city: { from: 'Graz', to: 'Linz' } }, 'members of the update');
      const revisions = nodes.map(({ revision }) => Number(revision));
      expectEqual(
        revisions,
        [...revisions].sort((one, other) => one - other),
        'revisions',
      );
    },
  },
  {
    id: 'graphql.changes.filters',
    sentence: 'MUST list only changes of the acts and of the members that are named, and go on after any cursor',
    spec: 'graphql#Query.changes',
    run: async ({ rest, graphql, fixtures }) => {
      const after = await revisionNow(rest);
      const id = idOf(await fixtures.create('Account', { parent_account_id: null }));
      const parent = idOf(await fixtures.create('Account'));
      await rest.update('Accounts', id, { city: 'Linz' });
      await rest.update('Accounts', id, { parent_account_id: parent });
      const read = async (variables: JsonObject) => {
        const page = readObject(
          (await graphql.run(pageQuery, { first: 1_000, after, ...variables })).changes,
          'changes',
        );
        return readObjects(page.nodes, 'nodes').filter(({ entityId }) => entityId === id);
      };
      const named = await read({ act: ['updated'], fields: ['parentAccountId'] });
      expectEqual(
        named.map(({ members }) => members),
        [{ parentAccountId: { from: null, to: parent } }],
        'members of the updates of `parentAccountId`',
      );
      const all = await read({});
      const later = await read({ after: all[1]?.cursor ?? null });
      expectEqual(later, all.slice(2), 'what comes after the second change');
    },
  },
  {
    id: 'graphql.changes.rejected',
    sentence: 'MUST reject an unusable cursor, an unknown entity type and several fields of a subscription',
    spec: 'graphql#Query.changes',
    run: async ({ graphql }) => {
      expectCode(await graphql.send('{ changes(after: "x") { nodes { cursor } } }'), 117);
      expectCode(await graphql.send('{ changes(entity: ["Nothing"]) { nodes { cursor } } }'), 117);
      readErrors(await graphql.send('subscription { a: changes { cursor } b: changes { cursor } }'));
    },
  },
  {
    id: 'graphql.changes.subscription',
    sentence:
      'MUST send by a subscription what was committed before it and what is committed while it lasts, each once',
    spec: 'graphql#Subscription.changes',
    run: async ({ rest, graphql, fixtures }) => {
      const after = await revisionNow(rest);
      const id = idOf(await fixtures.create('Account', { city: 'Graz' }));
      let updating: Promise<unknown> | undefined;
      const ours = (text: string) => eventsOf(text).filter(({ entityId }) => entityId === id);
      const answer = await graphql.send(
        subscription,
        { after },
        {
          headers: { accept: 'text/event-stream' },
          isEnough: (text) => {
            const acts = ours(text).map(({ act }) => act);
            if (acts.length === 1) updating ??= rest.update('Accounts', id, { city: 'Linz' });
            return acts.includes('updated');
          },
        },
      );
      await updating;
      const type = String(answer.headers.get('content-type'));
      expectThat(type.startsWith('text/event-stream'), `Content-Type should be text/event-stream, but is ${type}`);
      expectEqual(
        ours(answer.text).map(({ act, members }) => [act, act === 'updated' ? members : null]),
        [
          ['created', null],
          ['updated', { city: { from: 'Graz', to: 'Linz' } }],
        ],
        'the changes of the account',
      );
    },
  },
];

/** @returns the changes of the events that have come whole */
function eventsOf(text: string): readonly JsonObject[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const [, data] = /^event: next\ndata: (.*)$/m.exec(block) ?? [];
    if (data === undefined) return [];
    return [readObject(readObject(readObject(JSON.parse(data), 'an event').data, 'data').changes, 'changes')];
  });
}
