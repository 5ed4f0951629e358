import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSpaceWithKey, type RunningServer, startServer } from '@headwater/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchCases } from '../cases/all-cases.js';
import type { BenchCase, Language } from '../cases/bench-case.js';
import { type Answering, checkAnswers } from '../check-answers.js';
import { fillSpace } from '../data/fill-space.js';
import { SpaceClient } from '../data/space-client.js';
import { planSpace } from '../data/space-plan.js';
import { LoadGenerator } from '../load/load-generator.js';
import { requestBytes } from '../load/request-bytes.js';
import type { RunningFloor } from './listen.js';
import { makePlainSqlite } from './plain/make-plain.js';
import { startPlainFloor } from './plain/plain-floor.js';
import { SqliteContactStore } from './plain/sqlite-store.js';
import { startSameAnswerFloor } from './same-answer/same-answer-floor.js';

const space = 'bench-test';
/** Enough that every list has records. */
const plan = planSpace(1_000);

let dataDir: string;
let server: RunningServer;
let plain: RunningFloor;
let sameAnswer: RunningFloor;
let client: SpaceClient;
const generators: LoadGenerator[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-bench-test-'));
  server = await startServer({ dataDir, port: 0, logLevel: 'warn', databaseSettings: { synchronous: 'NORMAL' } });
  client = new SpaceClient(server.url, space, await createSpaceWithKey(server, space));
  await fillSpace(server, client, plan);
  const file = join(dataDir, 'plain.sqlite');
  await makePlainSqlite(file, plan);
  plain = await startPlainFloor(await SqliteContactStore.open(file, 'NORMAL'));
  sameAnswer = await startSameAnswerFloor(dataDir, space, 'NORMAL');
}, 60_000);

afterAll(async () => {
  for (const generator of generators) generator.close();
  await plain.close();
  await sameAnswer.close();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

async function answering(
  one: BenchCase,
  language: Language,
  url: string,
  options: { authorization?: string; isSameAnswer?: boolean } = {},
): Promise<Answering> {
  const generator = await LoadGenerator.open(url, 1);
  generators.push(generator);
  const ask: Answering['ask'] = (request) => generator.ask(requestBytes(request, options.authorization));
  const asking = one.asking[language];
  return { title: language, asking, requests: await asking.requests({ space, plan, ask }), ask, ...options };
}

describe('the floors', () => {
  it.each(benchCases.map((one) => [one.name, one] as const))(
    'answer "%s" as the server does',
    async (_, one) => {
      const bytes = await checkAnswers(one, [
        await answering(one, 'plain', plain.url),
        await answering(one, 'headwater', server.url, { authorization: client.authorization }),
        ...(one.hasSameAnswer ? [await answering(one, 'headwater', sameAnswer.url, { isSameAnswer: true })] : []),
      ]);
      expect(Math.min(...bytes)).toBeGreaterThan(500);
    },
    60_000,
  );
});
