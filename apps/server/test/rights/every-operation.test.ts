/**
 * Whatever operation of the three interfaces a key asks for without the right, it gets 403 with the name of the right, nothing of the
 * records, and nothing changes. The requests are those of the test of isolation, about records of the key's own space.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { onOneDatabase } from '../fixture.js';
import { graphqlRequests } from '../isolation/graphql-requests.js';
import { type ForeignRequest, type MakeRequest, v1Requests, v100Requests } from '../isolation/rest-requests.js';
import { type ForeignIds, marker } from '../isolation/two-spaces.js';
import { dumpSpace, wholeSpace } from '../space-dump.js';
import type { TestSpace } from '../test-space.js';
import { ScopedKey } from './scoped-key.js';

const catalog = buildCatalog(entityTypes);

const interfaces: Readonly<Record<string, { readonly requests: readonly MakeRequest[]; readonly base: string }>> = {
  'REST v100': { requests: v100Requests(catalog), base: '/api/v100/rest/spaces/{space}' },
  'REST v1': { requests: v1Requests(catalog), base: '/rest_services/v1/{space}' },
  GraphQL: { requests: graphqlRequests(catalog), base: '/api/v100/graphql/spaces/{space}' },
};

/** Operations that answer what may be read, which is nothing here. */
const leavesOut: ReadonlySet<string> = new Set([
  'get /changes',
  'get /entities/AuditEntries',
  // Of what has not changed then, or is not kept: the test of feeds has the others.
  'post /changes/{revision}/revert',
  'query changes',
  'query node',
  // The names of collections, errors, the address, the version, the time.
  'get /{space_name}',
  'get /{space_name}/entityPublic',
  'get /{space_name}/errorCodes',
  'get /{space_name}/teamPipelineUrl',
  'get /{space_name}/teamPipelineVersion',
  'get /{space_name}/serverAPIUtcDateTime',
]);

onOneDatabase((running) => {
  let space: TestSpace;
  let ids: ForeignIds;
  let before: unknown;
  /** It may do something with tags only, and not read them; and one for what is about these. */
  let key: ScopedKey;
  let keyWithoutTags: ScopedKey;
  beforeAll(async () => {
    const { server } = running;
    space = await server.newSpace('rights');
    await new RecordMaker(space, catalog, undefined, marker).createEach();
    const known = new Map<string, string>();
    for (const [name, records] of await dumpSpace(server.deps, space.id)) {
      for (const id of records.keys()) known.set(name, id);
    }
    const memberOf = (name: string) =>
      [name, ...(catalog.existing(name).union ?? [])].find((one) => known.has(one)) ?? 'Contact';
    ids = { of: (name) => known.get(memberOf(name)) ?? '', text: (text) => text };
    key = await ScopedKey.of(server, space, 'Tags:create,update,delete');
    keyWithoutTags = await ScopedKey.of(server, space, 'ActivityKPIs:create');
    before = await wholeSpace(server.deps, space.id);
  }, 300_000);

  describe.each(Object.keys(interfaces))('%s', (name) => {
    const { requests, base } = interfaces[name] as (typeof interfaces)[string];

    it('answers no operation without the right', { timeout: 600_000 }, async () => {
      const problems: string[] = [];
      let rejected = 0;
      for (const make of requests) {
        const request = make(ids);
        const problem = await problemOf(request, base);
        if (problem !== undefined)
          problems.push(`${request.method} ${request.path} ${JSON.stringify(request.body)}: ${problem}`);
        else rejected++;
      }
      expect(problems.slice(0, 20)).toEqual([]);
      expect(rejected).toBe(requests.length);
      expect(await wholeSpace(running.server.deps, space.id)).toEqual(before);
    });
  });

  const problemOf = async ({ operation, entityType, method, path, body }: ForeignRequest, base: string) => {
    // Each lacks the rights to what the other one asks for.
    const asking = entityType?.startsWith('Tag') ? keyWithoutTags : key;
    const { status, text } = await asking.sendTo(method, `${base}${path}`, body);
    const sent = `${decodeURIComponent(path)}${JSON.stringify(body)}`;
    if (text.includes(marker) && !sent.includes(marker)) return `shows a text: ${text.slice(0, 300)}`;
    const isRejected = status === 403 || (status === 200 && text.includes('"code":"ERROR_FORBIDDEN"'));
    if (isRejected)
      return /lacks the right \w+:(read|create|update|delete)\./.test(text) ? undefined : text.slice(0, 300);
    // What is wrong with the request itself comes first, and nothing runs: no entity type goes by that name, or arguments make no sense.
    if (base.includes('rest_services') && status === 404 && /There is no (entity|collection) /.test(text))
      return undefined;
    if (
      base.includes('graphql') &&
      /"code":"(ERROR_PARAMETER_INVALID|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT)"/.test(text)
    )
      return undefined;
    if (!leavesOut.has(operation)) return `is answered: ${status} ${text.slice(0, 300)}`;
    const known = [...(text.match(uuids) ?? [])].find((id) => !sent.includes(id));
    return known === undefined ? undefined : `shows the id ${known}`;
  };
});

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
