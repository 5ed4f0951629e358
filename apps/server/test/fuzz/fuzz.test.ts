/**
 * Sends hostile and generated requests for some time, and judges every answer: no 5xx, nothing that its document does not declare, no
 * masked error, no hang, and the server attends to others meanwhile. `npm run fuzz -- --minutes 10 --seed 1` runs it longer.
 */
import { request as sendRequest } from 'node:http';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../fixture.js';
import { type FuzzRequest, fuzzRequests } from './requests.js';

const seconds = Number(process.env.HEADWATER_FUZZ_SECONDS ?? 15);
const seed = Number(process.env.HEADWATER_FUZZ_SEED ?? 1);

/** What others may have to wait for one request. */
const maxHeldMs = 250;
/** An answer that has not come then does not come. */
const hangMs = 60_000;
/** Enough to see what is wrong. */
const maxFailures = 20;

let server: TestServer;
let delay: IntervalHistogram;
beforeAll(async () => {
  server = await TestServer.start('sqlite', { maxBodyBytes: 10_485_760 });
  delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
});
afterAll(async () => {
  delay.disable();
  await server.close();
});

interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
  /** The longest time for which the process did nothing else. */
  readonly heldMs: number;
}

async function send({ method, path, body }: FuzzRequest): Promise<FuzzAnswer> {
  delay.reset();
  const cpu = process.cpuUsage();
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      Authorization: server.space.authorization,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const sent = sendRequest(`${server.origin}${path}`, { method, headers, timeout: hangMs }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      answer.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${hangMs / 1000} seconds`)));
    sent.on('error', reject);
    sent.end(body);
  });
  const { user, system } = process.cpuUsage(cpu);
  // A machine that is busy with something else holds the process as well; then it has not computed for so long.
  return { status, text, heldMs: Math.min(delay.max / 1e6, (user + system) / 1e3) };
}

/** @returns what is wrong with the answer to a request; undefined when nothing is */
async function problemOf(request: FuzzRequest): Promise<string | undefined> {
  const known = (await server.undeclaredAnswers()).size;
  let answer: FuzzAnswer;
  try {
    answer = await send(request);
    // The first time also compiles the schemas of answers and plans statements; what is slow for its own reasons stays slow.
    for (let again = 0; again < 3 && answer.heldMs > maxHeldMs; again++) answer = await send(request);
  } catch (error) {
    return String(error);
  }
  const { status, text, heldMs } = answer;
  counts.set(status, (counts.get(status) ?? 0) + 1);
  const failed = server.failures.splice(0);
  if (status >= 500 || failed.length > 0) return [status, text.slice(0, 300), ...failed].join(' ');
  if (heldMs > maxHeldMs) return `others waited ${Math.round(heldMs)} ms`;
  const undeclared = [...(await server.undeclaredAnswers())].slice(known);
  return undeclared.length === 0 ? undefined : undeclared.join(' ');
}

/** How many answers had which status; shows that not all requests were rejected at once. */
const counts = new Map<number, number>();

function curlOf({ method, path, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const sent =
    body === undefined ? '' : ` -H 'Content-Type: application/json' --data-binary ${quoted(body.slice(0, 2_000))}`;
  const cut = (body?.length ?? 0) > 2_000 ? ` # of ${body?.length} characters` : '';
  return `curl -gu "$TOKEN:$PASSWORD" -X ${method} ${quoted(`$ORIGIN${path}`)}${sent}${cut}`;
}

it(
  'answers whatever is sent as its documents say',
  async () => {
    const { space } = server;
    const made = await Promise.all([space.newAccount(), space.newContact(), space.newProduct()]);
    const { ownerId, unitId, pipelineId, stepIds, baseCurrencyId } = space.ids;
    const ids = [...made.map(({ id }) => id), ownerId, unitId, pipelineId, baseCurrencyId, ...stepIds];
    const failures = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fuzzRequests(space.id, ids), async (request) => {
        if (failures.size >= maxFailures) return;
        const problem = await problemOf(request);
        if (problem !== undefined) failures.add(`seed ${seed}: ${problem}\n  ${curlOf(request)}`);
      }),
      { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000 },
    );
    console.info(`seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}`);
    expect([...failures].join('\n')).toBe('');
  },
  seconds * 1_000 + 120_000,
);
