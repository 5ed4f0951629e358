/**
 * The feed in GraphQL: the same changes as in REST, page by page and as a subscription.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { changeActs } from '../../src/request/change-act.js';
import { revokeKey } from '../../src/spaces/space-keys.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';
import { merge } from '../merge/merge.js';
import type { Json, TestSpace } from '../test-space.js';
import type { FeedChange } from './event-stream.js';
import { type Result, Subscription, sendGraphql } from './subscription.js';

const members = `cursor revision act entity collection entityId ownerIds members created token clientId requestId
  idempotencyKey`;

const pageOf = (selection: string) => `
  query ($first: Int, $after: String, $entity: [String!], $act: [ChangeActEnum!], $fields: [String!]) {
    changes(first: $first, after: $after, entity: $entity, act: $act, fields: $fields) { ${selection} }
  }`;

const stream = `
  subscription ($after: String, $entity: [String!], $act: [ChangeActEnum!], $fields: [String!]) {
    changes(after: $after, entity: $entity, act: $act, fields: $fields) { ${members} }
  }`;

interface Page {
  readonly nodes: readonly (Json & { readonly cursor: string })[];
  readonly edges: readonly { readonly cursor: string; readonly node: Json }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean } & {
    readonly startCursor: string | null;
    readonly endCursor: string;
  };
}

onDatabaseInTurn((running) => {
  let space: TestSpace;
  beforeEach(async () => {
    space = await running.server.newSpace(`graphql-feed-${Math.random().toString(36).slice(2, 10)}`);
  });

  const send = async (query: string, variables: Json = {}, headers = {}) => {
    const response = await sendGraphql(space, query, variables, headers);
    return { response, ...((await response.json()) as Result) };
  };
  const page = async (variables: Json = {}, selection = `nodes { ${members} } pageInfo { endCursor }`) => {
    const { data, errors } = await send(pageOf(selection), variables);
    expect(errors).toBeUndefined();
    return data?.changes as unknown as Page;
  };
  const ofRest = async (query: Record<string, string> = {}) => {
    const answer = await space.send('GET', '../changes', { query: { first: '1000', ...query } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as { page_info: { end_cursor: string }; data: FeedChange[] };
  };
  const end = async () => (await ofRest()).page_info.end_cursor;
  const rejected = async (query: string, variables: Json = {}) => {
    const { errors = [], response } = await send(query, variables, { accept: 'application/graphql-response+json' });
    return { status: response.status, ...errors[0], count: errors.length };
  };

  /** Changes of rows, amounts, custom names and a merge. */
  const writeMany = async () => {
    const [master, other] = [await space.newAccount({ name: 'Master' }), await space.newAccount({ name: 'Other' })];
    const contact = await space.newContact({ account_relations: [{ account_id: other.id, is_primary: true }] });
    const deal = await space.newOpportunity({ name: 'Deal', value: { base_value: '1200.50' } });
    await space.update('Opportunities', deal.id, { value: { base_value: '99.5' }, name: 'Larger' });
    await space.update('Contacts', contact.id, { city: 'Graz', last_name: 'Ng' });
    await merge(space, 'Accounts', { id: master.id }, [other]);
    await space.delete('Contacts', contact.id);
    return { master, contact, deal };
  };

  it('has the acts of REST', async () => {
    const { data } = await send('{ __type(name: "ChangeActEnum") { enumValues { name } } }');
    const { enumValues } = data!.__type as unknown as { enumValues: { name: string }[] };
    expect(enumValues.map(({ name }) => name)).toEqual([...changeActs]);
  });

  it.each(['entity', 'fields'])('takes 100 names of %s at most', async (name) => {
    const query = `query ($names: [String!]) { changes(first: 1, ${name}: $names) { __typename } }`;
    const { errors } = await send(query, { names: Array.from({ length: 101 }, (_, index) => `x${index}`) });
    expect(errors?.[0]?.message).toBe(`changes.${name}: takes at most 100 names; 101 given.`);
  });

  it('lists the changes that REST lists, for each filter', async () => {
    const after = await end();
    const { master, deal } = await writeMany();
    for (const [variables, query] of [
      [{}, {}],
      [{ entity: ['Account', 'Contacts'] }, { entity: 'Account,Contacts' }],
      [{ act: ['created', 'merged_into'] }, { act: 'created,merged_into' }],
      [{ fields: ['lastName', 'accountId'] }, { fields: 'last_name,account_id' }],
      [
        { entity: ['Opportunity'], act: ['updated'], fields: ['value'] },
        { entity: 'Opportunity', act: 'updated' },
      ],
      [{ fields: ['none'] }, { fields: 'none' }],
    ] as const) {
      const { data, page_info } = await ofRest({ after, ...query });
      const { nodes, pageInfo } = await page({ after, first: 1_000, ...variables });
      expect(nodes).toEqual(data.map(inGraphql));
      expect(pageInfo.endCursor).toBe(page_info.end_cursor);
      expect(nodes.length > 0).toBe(variables !== undefined && !('fields' in query && query.fields === 'none'));
    }
    const { nodes } = await page({ after, entity: ['Opportunity'], act: ['updated'] });
    expect(nodes[0]?.members).toMatchObject({ name: { from: 'Deal', to: 'Larger' } });
    expect(nodes[0]?.members).toMatchObject({ value: { from: { baseValue: 1200.5 }, to: { baseValue: 99.5 } } });
    expect(nodes[0]?.entityId).toBe(deal.id);
    const merged = await page({ after, act: ['merged_from'] });
    expect(merged.nodes.map(({ entityId }) => entityId)).toEqual([master.id]);
  });

  it('reads on page by page, with cursors in edges', async () => {
    const after = await end();
    await writeMany();
    const all = (await page({ after })).nodes;
    const selection = `nodes { ${members} } edges { cursor node { ${members} } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
    const found: Json[] = [];
    for (let from = after, more = true; more; ) {
      const { nodes, edges, pageInfo } = await page({ after: from, first: 3 }, selection);
      found.push(...nodes);
      expect(edges).toEqual(nodes.map((node) => ({ cursor: node.cursor, node })));
      expect(pageInfo.startCursor).toBe(nodes[0]?.cursor ?? null);
      expect(pageInfo.hasPreviousPage).toBe(true);
      from = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    expect(found).toEqual(all);
    const first = await page({ first: 1 }, 'nodes { revision } pageInfo { hasNextPage hasPreviousPage }');
    expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
    const empty = await page({ after: await end() }, 'nodes { cursor } pageInfo { startCursor endCursor }');
    expect(empty).toEqual({ nodes: [], pageInfo: { startCursor: null, endCursor: await end() } });
  });

  it('follows a copy from the revision that the answer names', async () => {
    await space.newAccount({ name: 'A' });
    const { response } = await send('{ accounts { nodes { id } } }');
    const after = response.headers.get('space-revision');
    expect((await page({ after })).nodes).toEqual([]);
    const account = await space.newAccount({ name: 'B' });
    const { nodes } = await page({ after, entity: ['Account'] });
    expect(nodes.map(({ entityId }) => entityId)).toEqual([account.id]);
  });

  it('shows the records as they are now, all of an entity type with one statement', async () => {
    const after = await end();
    const account = await space.newAccount({ name: 'A' });
    const contact = await space.newContact({ last_name: 'B', owner_id: space.ids.ownerId });
    await space.update('Accounts', account.id, { name: 'C' });
    const [gone] = [await space.newAccount({ name: 'D' })];
    await space.delete('Accounts', gone!.id);
    const selection = `
        nodes { act shown: record { __typename id ... on Account { title: name owner { id } } ... on Contact { lastName } } }
        edges { node { record { ... on Account { title: city } } } }`;
    let found: Page | undefined;
    const statements = await running.server.statementsOf(async () => {
      found = await page({ after, entity: ['Account', 'Contact'] }, selection);
    });
    const ofAccount = { __typename: 'Account', id: account.id, title: 'C', owner: { id: space.ids.ownerId } };
    expect(found?.nodes).toEqual([
      { act: 'created', shown: ofAccount },
      { act: 'created', shown: { __typename: 'Contact', id: contact.id, lastName: 'B' } },
      { act: 'updated', shown: ofAccount },
      { act: 'created', shown: null },
      { act: 'deleted', shown: null },
    ]);
    expect(found?.edges.map(({ node }) => node.record)).toEqual([
      { title: account.city },
      {},
      ...[{ title: account.city }, null, null],
    ]);
    // One for each entity type in each of the two places.
    expect(statements.filter(({ text }) => /FROM "?(accounts|contacts)\b/.test(text))).toHaveLength(4);
  });

  it('rejects what it cannot list, with the codes of REST', async () => {
    const invalid = { code: 'ERROR_PARAMETER_INVALID', number: 117 };
    for (const [variables, at] of [
      [{ after: 'x' }, 'changes.after'],
      [{ after: '999999999' }, 'after'],
      [{ entity: ['Vehicle'] }, 'changes.entity'],
      [{ entity: [] }, 'changes.entity'],
      [{ act: [] }, 'changes.act'],
      [{ first: 0 }, 'changes.first'],
      [{ first: 1_001 }, 'changes.first'],
    ] as const) {
      expect(await rejected(pageOf('nodes { cursor }'), variables)).toMatchObject({
        status: 400,
        extensions: { ...invalid, at },
      });
    }
    expect(await rejected(pageOf('nodes { cursor }'), { act: ['renamed'] })).toMatchObject({ status: 400 });
    const documents = 'nodes { record { ... on Account { documents(first: 100) { nodes { id } } } } }';
    const large = await rejected(pageOf(documents), { first: 1_000 });
    expect(large).toMatchObject({ status: 400, extensions: invalid });
    await running.server.deps.db.knex('spaces').where({ space_id: space.id }).update({ logged_from: 2 });
    expect(await rejected(pageOf('nodes { cursor }'), { after: '1' })).toMatchObject({
      status: 410,
      extensions: { code: 'ERROR_CHANGES_GONE' },
    });
  });

  it('sends each change once and in order while many write, and goes on after a lost connection', {
    timeout: 120_000,
  }, async () => {
    // Its change is the only one of its transaction, and so the last one: those of one transaction may come one after another.
    const { id: lastId } = await space.newContact();
    const after = await end();
    const seen: Json[] = [];
    const isLast = ({ members: changed }: Json) => JSON.stringify(changed).includes('The last one');
    const reading = (async () => {
      for (let from = after; ; ) {
        const subscription = await Subscription.open(space, stream, { after: from });
        const events = Math.floor(Math.random() * 6);
        for (let count = 0; count <= events; count++) {
          const changes = (await subscription.next()).map(({ data }) => data!.changes!);
          seen.push(...changes);
          from = changes.at(-1)?.cursor ?? from;
          if (changes.some(isLast)) {
            subscription.close();
            return;
          }
        }
        subscription.close();
      }
    })();
    await Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        const contact = await space.newContact({ first_name: `Writer ${writer}` });
        for (let count = 0; count < 12; count++) {
          await space.update('Contacts', contact.id, { city: `City ${count}` });
          await sleep(Math.random() * 60);
        }
      }),
    );
    await space.update('Contacts', lastId, { city: 'The last one' });
    await reading;
    const { data } = await ofRest({ after });
    expect(seen).toEqual(data.map(inGraphql));
    expect(data.length).toBeGreaterThan(50);
  });

  it('catches up page after page, then sends what is committed, as far as it is chosen', async () => {
    const after = await end();
    const items = Array.from({ length: 250 }, (_, index) => ({
      last_name: `N${index}`,
      owner_id: space.ids.ownerId,
    }));
    await space.send('POST', 'Contacts/batch-modify', { body: items });
    const query = `subscription ($after: String) {
        changes(after: $after, entity: ["Contact"], act: [created]) { cursor record { ... on Contact { lastName } } }
      }`;
    const subscription = await Subscription.open(space, query, { after });
    expect(subscription.response.status).toBe(200);
    expect(subscription.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const found: Result[] = [];
    while (found.length < 250) found.push(...(await subscription.next()));
    const contact = await space.newContact({ last_name: 'Late' });
    await space.newAccount();
    await space.update('Contacts', contact.id, { last_name: 'Later' });
    await space.newContact({ last_name: 'Last' });
    while (found.length < 252) found.push(...(await subscription.next()));
    const names = found.map(({ data }) => (data!.changes!.record as Json).lastName);
    expect(names.slice(0, 250)).toEqual(items.map(({ last_name }) => last_name));
    expect(names[251]).toBe('Last');
    expect(['Late', 'Later']).toContain(names[250]);
    subscription.close();
  });

  it('comes by GET as well', async () => {
    const url = new URL(`${space.origin}/api/v100/graphql/spaces/${space.id}`);
    url.searchParams.set('query', `subscription { changes(after: "${await end()}") { entity } }`);
    const controller = new AbortController();
    const headers = { authorization: space.authorization, accept: 'text/event-stream' };
    const response = await fetch(url, { headers, signal: controller.signal });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    await space.newAccount();
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('data: ')) text += (await reader.read()).value ?? '';
    expect(text).toContain('event: next\ndata: {"data":{"changes":{"entity":"Account"}}}\n\n');
    controller.abort();
  });

  it('rejects a subscription as it rejects a page', async () => {
    const subscribed = async (query: string, variables: Json = {}) => {
      const subscription = await Subscription.open(space, query, variables);
      const [result] = await subscription.rest();
      return { status: subscription.response.status, ...result };
    };
    const invalid = { code: 'ERROR_PARAMETER_INVALID' };
    expect(await subscribed(stream, { after: 'x' })).toMatchObject({ errors: [{ extensions: invalid }] });
    expect(await subscribed(stream, { entity: ['Vehicle'] })).toMatchObject({ errors: [{ extensions: invalid }] });
    const several = 'subscription { a: changes { cursor } b: changes { cursor } }';
    expect((await subscribed(several)).errors?.[0]?.message).toContain('only one top level field');
    expect(await subscribed('subscription { __typename }')).toMatchObject({ errors: [{}] });
    await running.server.deps.db.knex('spaces').where({ space_id: space.id }).update({ logged_from: 2 });
    const gone = { errors: [{ path: ['changes'], extensions: { code: 'ERROR_CHANGES_GONE', number: 9027 } }] };
    expect(await subscribed(stream, { after: '1' })).toMatchObject(gone);
    const asJson = await rejected(stream);
    expect(asJson).toMatchObject({ status: 406, extensions: { code: 'NOT_ACCEPTABLE' } });
  });

  it('sends nothing of another space', async () => {
    const other = await running.server.newSpace(`graphql-other-${Math.random().toString(36).slice(2, 10)}`);
    const after = await end();
    const subscription = await Subscription.open(space, stream, { after, entity: ['Account'] });
    await other.newAccount({ name: 'Theirs' });
    const account = await space.newAccount({ name: 'Ours' });
    const found = (await subscription.next()).map(({ data }) => data?.changes?.entityId);
    expect(found).toEqual([account.id]);
    const { nodes } = await page({ after, entity: ['Account'] });
    expect(nodes.map(({ entityId }) => entityId)).toEqual([account.id]);
    subscription.close();
  });

  it('ends the subscription of a key that is revoked, and says why', { timeout: 60_000 }, async () => {
    const subscription = await Subscription.open(space, stream, { after: await end() });
    const [token = ''] = Buffer.from(space.authorization.slice('Basic '.length), 'base64').toString().split(':');
    await revokeKey(running.server.deps, space.id, token);
    // The change of the key may come before.
    expect((await subscription.rest()).slice(-1)).toMatchObject([
      { data: null, errors: [{ path: ['changes'], extensions: { code: 'ERROR_UNAUTHORIZED' } }] },
    ]);
    expect(subscription.isComplete).toBe(true);
  });

  it('ends with an error when changes were removed before they were read', { timeout: 60_000 }, async () => {
    const { db } = running.server.deps;
    const subscription = await Subscription.open(space, stream, { after: await end() });
    await db.knex('spaces').where({ space_id: space.id }).update({ logged_from: 1_000_000 });
    await space.newAccount();
    expect(await subscription.rest()).toMatchObject([{ errors: [{ extensions: { code: 'ERROR_CHANGES_GONE' } }] }]);
    expect(subscription.isComplete).toBe(true);
  });

  it('ends with an error at a record of an entity type that was defined since', { timeout: 60_000 }, async () => {
    const query = `subscription ($after: String) {
        changes(after: $after, act: [created]) { cursor entity record { id ... on Contact { lastName } } }
      }`;
    const subscription = await Subscription.open(space, query, { after: await end() });
    const vehicle = await defineEntityType(space, 'Vehicle');
    const { id } = await vehicle.create();
    const results = await subscription.rest();
    const unavailable = { errors: [{ extensions: { code: 'ERROR_UNAVAILABLE' } }] };
    expect(results.at(-1)).toMatchObject(unavailable);
    const last = results.at(-2)?.data?.changes;
    expect(last?.entity).not.toBe('Vehicle');
    const again = await Subscription.open(space, query, { after: last?.cursor });
    const found: unknown[] = [];
    while (!found.includes(id))
      found.push(...(await again.next()).map(({ data }) => (data!.changes!.record as Json)?.id));
    again.close();
  });

  it('counts among those who follow, holds no slot, and counts nobody who has gone', {
    timeout: 60_000,
  }, async () => {
    const { watch, admission } = running.server.deps;
    const after = await end();
    const leaves = Array.from({ length: 199 }, () => watch.follow(space.id));
    const subscription = await Subscription.open(space, stream, { after });
    expect(() => watch.follow(space.id)).toThrow();
    await expect.poll(() => admission.active, { timeout: 10_000 }).toBe(0);
    const rejection = await (await Subscription.open(space, stream, { after })).rest();
    expect(rejection).toMatchObject([{ errors: [{ extensions: { code: 'ERROR_OVERLOADED' } }] }]);
    subscription.close();
    await expect.poll(() => canFollow(), { timeout: 10_000 }).toBe(true);
    for (const leave of leaves) leave();
  });

  const canFollow = () => {
    try {
      running.server.deps.watch.follow(space.id)();
      return true;
    } catch {
      return false;
    }
  };
});

/** A change of REST by the names of GraphQL. */
function inGraphql({ members: changed, ...rest }: FeedChange): Json {
  const renamed = (given: object, show: (value: unknown) => unknown = (value) => value) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
        show(value),
      ]),
    );
  const isAmount = (value: unknown) => typeof value === 'object' && value !== null && 'base_value' in value;
  const shown = (value: unknown) => (isAmount(value) ? renamed(value as object) : value);
  return { ...renamed(rest), members: renamed(changed, (value) => renamed(value as object, shown)) };
}
