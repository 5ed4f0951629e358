/**
 * The power of the suite: every server broken on purpose is caught by every check named for it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelOf } from '../src/check.js';
import { allChecks } from '../src/checks/all-checks.js';
import type { RunResult } from '../src/result.js';
import { runChecks, type SpaceAccess } from '../src/run-checks.js';
import { startFaultProxy } from './fault-proxy.js';
import { accessFaults, type Keys } from './faults/access-faults.js';
import { createFaults } from './faults/create-faults.js';
import { errorFaults } from './faults/error-faults.js';
import type { Fault } from './faults/fault.js';
import { filterFaults } from './faults/filter-faults.js';
import { graphqlDocumentFaults } from './faults/graphql-document-faults.js';
import { graphqlFaults } from './faults/graphql-faults.js';
import { graphqlRoomFaults } from './faults/graphql-room-faults.js';
import { graphqlWriteFaults } from './faults/graphql-write-faults.js';
import { legacyFaults } from './faults/legacy-faults.js';
import { lifeFaults } from './faults/life-faults.js';
import { manyFaults } from './faults/many-faults.js';
import { metadataFaults } from './faults/metadata-faults.js';
import { metadataTieFaults } from './faults/metadata-tie-faults.js';
import { pageFaults } from './faults/page-faults.js';
import { ruleFaults } from './faults/rule-faults.js';
import { selectionFaults } from './faults/selection-faults.js';
import { updateFaults } from './faults/update-faults.js';
import { valueFaults } from './faults/value-faults.js';
import { startTestServer, type TestServer } from './test-server.js';

let server: TestServer;
const keys = { alpha: '', beta: '' } satisfies Keys;

beforeAll(async () => {
  server = await startTestServer();
  keys.alpha = basic(server.alpha);
  keys.beta = basic(server.beta);
});
afterAll(() => server.close());

function basic({ token, password }: SpaceAccess): string {
  return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

async function runBehind(fault: Fault): Promise<RunResult> {
  const proxy = await startFaultProxy(server.url, fault);
  try {
    const checks = allChecks.filter(({ id }) => fault.caughtBy.includes(id));
    return await runChecks(checks, {
      baseUrl: proxy.url,
      ...server.alpha,
      second: server.beta,
      seed: '1',
      timeoutMs: 15_000,
      stop: new AbortController().signal,
    });
  } finally {
    await proxy.close();
  }
}

const faults = [
  ...accessFaults(keys),
  ...errorFaults,
  ...pageFaults,
  ...selectionFaults,
  ...filterFaults,
  ...createFaults,
  ...updateFaults,
  ...manyFaults,
  ...lifeFaults,
  ...valueFaults,
  ...ruleFaults,
  ...legacyFaults,
  ...graphqlFaults,
  ...graphqlDocumentFaults,
  ...graphqlWriteFaults,
  ...graphqlRoomFaults,
  ...metadataFaults,
  ...metadataTieFaults,
];
const caught = new Set(faults.flatMap(({ caughtBy }) => caughtBy));

describe('a server that', () => {
  it.each(faults)('$name', async (fault) => {
    const { results } = await runBehind(fault);
    const outcomes = Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes).toEqual(Object.fromEntries(fault.caughtBy.map((id) => [id, 'failed'])));
  });
});

it('is told apart from one behind a proxy that changes nothing', { timeout: 300_000 }, async () => {
  const { results } = await runBehind({
    name: 'does everything right',
    caughtBy: [...caught] as [string, ...string[]],
  });
  expect(results.filter(({ outcome }) => outcome !== 'passed').map(({ id, message }) => [id, message])).toEqual([]);
});

describe('the checks', () => {
  /** What is generated stands for all of its kind: the same function with another entity type or operation. */
  const kindOf = (id: string) => {
    if (id.startsWith('collection.')) return id.replace(/^collection\.\w+/, 'collection.*');
    return id.replace(
      /^operation\.(v1\.)?(listDuplicate|list|get|create|update|delete|batchModify|batchDelete|batchRestore|upsert|merge)[A-Z]\w*$/,
      'operation.$1$2*',
    );
  };

  it('have each been seen to fail', () => {
    const seen = new Set([...caught].map(kindOf));
    expect([...new Set(allChecks.map(({ id }) => kindOf(id)))].filter((kind) => !seen.has(kind))).toEqual([]);
  });

  it('that fail a run catch at least 190 servers', () => {
    const must = new Set(allChecks.filter((check) => levelOf(check) === 'MUST').map(({ id }) => id));
    expect(faults.filter(({ caughtBy }) => caughtBy.some((id) => must.has(id))).length).toBeGreaterThanOrEqual(190);
  });
});
