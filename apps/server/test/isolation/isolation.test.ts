/**
 * What belongs to another space, or is not seen by the user of a key, looks exactly as if it had never been: for each operation of the
 * three interfaces a key asks with ids, cursors and texts of such records, and with such as nobody ever had. The answers must be the same,
 * nothing of the records may be in them, and they must not change. `npm run isolation` asks about every entity type.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, TestServer } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { graphqlRequests } from './graphql-requests.js';
import { makeHiddenRecords } from './hidden-records.js';
import { type ForeignRequest, type MakeRequest, v1Requests, v100Requests } from './rest-requests.js';
import { type Foreign, type ForeignIds, makeTwoSpaces, marker } from './two-spaces.js';

const catalog = buildCatalog(entityTypes);

/** Each with something of its own: rows, a lifecycle, merges, files, keys, definitions, saved filters and reports. */
const someTypes = [
  'Contact',
  'Lead',
  'Opportunity',
  'CloudObject',
  'Client',
  'ApiAccess',
  'Field',
  'Entity',
  'Profile',
  'Report',
];
const isWhole = process.env.HEADWATER_ISOLATION_TYPES === 'all';
const wanted = process.env.HEADWATER_ISOLATION_DATABASE ?? 'sqlite';

const interfaces: Readonly<
  Record<string, { readonly requests: readonly MakeRequest[]; base(space: TestSpace): string }>
> = {
  'REST v100': { requests: v100Requests(catalog), base: ({ entities }) => entities.replace(/\/entities$/, '') },
  'REST v1': { requests: v1Requests(catalog), base: ({ origin, id }) => `${origin}/rest_services/v1/${id}` },
  GraphQL: { requests: graphqlRequests(catalog), base: ({ origin, id }) => `${origin}/api/v100/graphql/spaces/${id}` },
};

const requestsBetweenReports = 1_000;
/** Enough to see what is wrong. */
const maxProblems = 20;

const wantedDatabases = databases.filter((name) => wanted === 'both' || wanted === name);
const makers = { 'another space': makeTwoSpaces, 'what a user does not see': makeHiddenRecords } as const;
const cases = wantedDatabases.flatMap((database) =>
  Object.entries(makers).map(([whose, make]) => ({ database, whose, make })),
);

describe.each(cases)('on $database, of $whose', ({ database, whose, make: makeForeign }) => {
  let server: TestServer;
  let spaces: Foreign;
  let before: unknown;
  beforeAll(async () => {
    server = await TestServer.start(database);
    spaces = await makeForeign(server, catalog);
    before = await spaces.dump();
  }, 300_000);
  afterAll(() => server?.close());

  it.each(Object.keys(interfaces))('%s shows nothing', { timeout: 1_800_000 }, async (name) => {
    const { requests, base } = interfaces[name] as (typeof interfaces)[string];
    const problems: string[] = [];
    const operations = new Set<string>();
    let sent = 0;
    for (const make of requests) {
      const { operation, entityType } = make(spaces.theirs);
      if (!isWhole && entityType !== undefined && !someTypes.includes(entityType)) continue;
      if (entityType !== undefined && !spaces.theirs.has(entityType)) continue;
      if (spaces.telling?.test(operation)) continue;
      operations.add(operation);
      const problem = await problemOf(make, base(spaces.asking));
      if (problem !== undefined) problems.push(`${operation}: ${problem}`);
      if (problems.length >= maxProblems) break;
      sent += 2;
      if (isWhole && sent % requestsBetweenReports === 0)
        console.info(`${database}, ${whose}, ${name}: ${sent} requests`);
    }
    expect(problems.join('\n')).toBe('');
    expect(await spaces.dump()).toEqual(before);
    counts.push(`${name} ${operations.size} operations, ${sent} requests`);
  });

  const counts: string[] = [];
  it('fails at nothing', ({ task }) => {
    expect(server.failures).toEqual([]);
    Object.assign(task.meta, { figures: `${database}: ${counts.join('; ')}: nothing of ${whose}` });
  });

  const problemOf = async (make: MakeRequest, base: string): Promise<string | undefined> => {
    const [theirs, nobodys] = [make(spaces.theirs), make(spaces.nobodys)];
    const [asked, control] = [await send(theirs, base), await send(nobodys, base)];
    const shown = `${theirs.method} ${theirs.path} ${JSON.stringify(theirs.body)?.slice(0, 600) ?? ''}`;
    const sentText = `${decodeURIComponent(theirs.path)}${JSON.stringify(theirs.body)}`;
    // REST v1 shows ids in capitals.
    const shownIds = asked.text.toLowerCase().match(uuids) ?? [];
    const secret = shownIds.find((id) => spaces.secretIds.has(id) && !sentText.includes(id));
    if (secret !== undefined) return `${shown} shows the id ${secret}: ${asked.text.slice(0, 600)}`;
    if (withoutOpen(asked.text).includes(spaces.theirs.text(marker)) && !sentText.includes(marker))
      return `${shown} shows a text: ${asked.text.slice(0, 600)}`;
    const [is, should] = [anonymous(asked, spaces.theirs, theirs), anonymous(control, spaces.nobodys, nobodys)];
    return is === should ? undefined : `${shown} is answered otherwise than an unknown id:\n${is}\n${should}`;
  };

  const withoutOpen = (text: string) =>
    (spaces.openTexts ?? []).reduce((left, open) => left.replaceAll(JSON.stringify(open), '""'), text);

  const send = async ({ method, path, body }: ForeignRequest, base: string) => {
    const headers = {
      authorization: spaces.asking.authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${base}${path}`, sent);
    return { status: answer.status, text: await answer.text() };
  };

  /** @returns an answer without what differs between two requests that are alike */
  const anonymous = (answer: { status: number; text: string }, ids: ForeignIds, { entityType }: ForeignRequest) => {
    const own = ids.of(entityType ?? 'Contact');
    const text = withoutOpen(answer.text)
      .replaceAll(new RegExp(own, 'gi'), '<the id>')
      .replaceAll(ids.text(marker), '<the text>')
      .replaceAll(uuids, '<id>')
      .replaceAll(/\d{4}-\d{2}-\d{2}[T ][\d:.]+/g, '<moment>')
      .replaceAll(/"revision":\d+/gi, '<revision>');
    return `${answer.status} ${text.slice(0, 1_500)}`;
  };
});

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
