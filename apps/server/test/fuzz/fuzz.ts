/**
 * Sends hostile and generated requests to a server for some time, and judges every answer: no 5xx, nothing that its document does not
 * declare, no hang, and the server attends to others meanwhile. The server is a process of its own, so that what the generator computes is
 * not taken for the server's.
 */
import { request as sendRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openDeps } from '../../src/main/open-deps.js';
import { DeclaredAnswers } from '../declared-answers.js';
import { type TestDatabase, testConfig } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';
import { requestsAtWork } from '../requests-at-work.js';
import { ownDocuments } from '../space-documents.js';
import { openTestSpace, type TestSpace } from '../test-space.js';
import { HeldTimes } from './held-times.js';
import { type ReceivedAnswer, sendAndLeave, sendPipelined } from './pipelined.js';
import { type FuzzRequest, sentAgain } from './request.js';
import { type FuzzBurst, fuzzRequests } from './requests.js';

/** An answer that has not come then does not come. */
const hangMs = 60_000;
/** Enough to see what is wrong. */
const maxFailures = 20;
const progressMs = 15_000;

export interface FuzzOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Where the server keeps its records; empty. */
  readonly location: TestDatabase['location'];
  /** For how long one request may hold the event loop of the server, in milliseconds. */
  readonly mostHeldMs: number;
  readonly onProgress?: (text: string) => void;
}

export interface FuzzReport {
  /** Each with its seed and a curl line. */
  readonly failures: readonly string[];
  /** How many answers had which status; shows that not all requests were rejected at once. */
  readonly counts: Readonly<Record<number, number>>;
  /** For how long requests held the event loop of the server, in words. */
  readonly heldTimes: string;
}

interface FuzzAnswer extends ReceivedAnswer {
  /** The longest time for which the server did nothing else. */
  readonly heldMs: number;
}

/** Starts a server, and ends it with all requests sent. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { dataDir, databaseUrl } = options.location;
  const server = new ServerProcess({
    HEADWATER_DATA_DIR: dataDir,
    HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL',
    ...(databaseUrl !== undefined && { HEADWATER_DATABASE_URL: databaseUrl }),
  });
  await server.start();
  const deps = await openDeps({ ...testConfig, ...options.location });
  try {
    const space = await openTestSpace(deps, server.url ?? '', 'acme');
    const declared = new DeclaredAnswers();
    declared.partsOfSpace = ownDocuments(deps);
    return await new Fuzz(options, server, space, declared).run();
  } finally {
    await deps.db.close();
    await server.kill();
  }
}

class Fuzz {
  private readonly failures = new Set<string>();
  private readonly counts = new Map<number, number>();
  private readonly heldTimes: HeldTimes;
  private cpuMs = 0;

  constructor(
    private readonly options: FuzzOptions,
    private readonly server: ServerProcess,
    private readonly space: TestSpace,
    private readonly declared: DeclaredAnswers,
  ) {
    this.heldTimes = new HeldTimes(options.mostHeldMs);
  }

  async run(): Promise<FuzzReport> {
    const { space } = this;
    const { seconds, seed, onProgress } = this.options;
    const [account, contact, product] = await Promise.all([space.newAccount(), space.newContact(), space.newProduct()]);
    const { ownerId, unitId, pipelineId, stepIds, baseCurrencyId } = space.ids;
    const ids = {
      ...{ account_id: account.id, contact_id: contact.id, primary_contact_id: contact.id, product_id: product.id },
      ...{ owner_id: ownerId, client_id: ownerId, unit_id: unitId, default_unit_id: unitId },
      ...{ pipeline_id: pipelineId, currency_id: baseCurrencyId, cloud_object_id: await this.newFile() },
      ...Object.fromEntries(stepIds.map((id, index) => [index === 0 ? 'step_id' : `step_${index}`, id])),
    };
    await this.takeHeldMs();
    const progress = setInterval(() => onProgress?.(JSON.stringify(Object.fromEntries(this.counts))), progressMs);
    // At the end of its time fast-check does not wait for the last one.
    let last: Promise<string | undefined> | undefined;
    try {
      await fc.assert(
        fc.asyncProperty(fuzzRequests(space.id, ids), async (request) => {
          if (this.failures.size >= maxFailures) return;
          last = 'how' in request ? this.problemOfBurst(request) : this.problemOf(request);
          const problem = await last;
          if (problem === undefined) return;
          const sent =
            'how' in request ? `${request.how}:\n  ${request.requests.map(curlOf).join('\n  ')}` : curlOf(request);
          this.failures.add(`seed ${seed}: ${problem}\n  ${sent}`);
          onProgress?.(problem);
        }),
        { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000 },
      );
      await last;
    } finally {
      clearInterval(progress);
    }
    const atWork = await requestsAtWork(space.origin);
    if (atWork !== 0) this.failures.add(`seed ${seed}: ${atWork} requests still hold slots when all are answered`);
    const counts = Object.fromEntries(this.counts);
    return { failures: [...this.failures], counts, heldTimes: this.heldTimes.report() };
  }

  /** @returns the id of a file, of which parts can be requested */
  private async newFile(): Promise<string> {
    const headers = { 'Content-Type': 'application/octet-stream' };
    const path = 'CloudObjects/upload?filename=a.txt';
    const { body } = await this.space.send('POST', path, { body: 'Some text of a file.', headers });
    return String(body.id);
  }

  /** @returns what is wrong with the answer to a request; undefined when nothing is */
  private async problemOf(request: FuzzRequest): Promise<string | undefined> {
    const tries: number[] = [];
    do {
      let answer: FuzzAnswer;
      try {
        answer = await this.send(sentAgain(request, tries.length));
      } catch (error) {
        return String(error);
      }
      tries.push(answer.heldMs);
      const problem = await this.judge(request, answer);
      if (problem !== undefined) return problem;
    } while (this.heldTimes.isSentAgain(tries));
    if (tries.length > 1)
      this.options.onProgress?.(`others waited ${tries.map(Math.round).join(', ')} ms: ${curlOf(request)}`);
    return this.heldTimes.problemOf(tries);
  }

  /** How long the event loop was held is not judged: it was by all of them together. */
  private async problemOfBurst({ how, requests }: FuzzBurst): Promise<string | undefined> {
    const problems: (string | undefined)[] = [];
    if (how === 'left') return this.problemOfLeft(requests);
    try {
      const answers =
        how === 'concurrent'
          ? await Promise.all(requests.map((request) => this.exchange(request)))
          : await sendPipelined(
              this.space.origin,
              requests.map((request) => this.bytesOf(request)),
              hangMs,
            );
      for (const [index, answer] of answers.entries()) {
        problems.push(await this.judge(requests[index] as FuzzRequest, answer));
      }
    } catch (error) {
      problems.push(String(error));
    }
    await this.takeHeldMs();
    const found = problems.filter((problem) => problem !== undefined);
    return found.length === 0 ? undefined : found.join('\n');
  }

  /** Whatever the callers leave behind, others are answered. */
  private async problemOfLeft(requests: readonly FuzzRequest[]): Promise<string | undefined> {
    const { origin } = this.space;
    const leave = (request: FuzzRequest, index: number) => {
      const headers = index % 2 === 0 ? { ...request.headers, Accept: 'text/event-stream' } : request.headers;
      return sendAndLeave(origin, this.bytesOf({ ...request, headers }), index);
    };
    await Promise.all(requests.map(leave));
    const { status } = await fetch(`${origin}/health/live`);
    while ((await requestsAtWork(origin)) > 0) await sleep(20);
    await this.takeHeldMs();
    const failed = this.server.failures.splice(0);
    return status === 200 && failed.length === 0 ? undefined : [status, ...failed].join(' ');
  }

  private async judge(request: FuzzRequest, { status, mediaType, body }: ReceivedAnswer): Promise<string | undefined> {
    const known = (await this.declared.problems()).size;
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    const failed = this.server.failures.splice(0);
    if (status >= 500 || failed.length > 0) return [status, String(body).slice(0, 300), ...failed].join(' ');
    this.declared.judge({ method: request.method, url: request.path, status, mediaType, body });
    const undeclared = [...(await this.declared.problems())].slice(known);
    return undeclared.length === 0 ? undefined : undeclared.join(' ');
  }

  private async send(request: FuzzRequest): Promise<FuzzAnswer> {
    const answer = await this.exchange(request);
    return { ...answer, heldMs: await this.takeHeldMs() };
  }

  private headersOf({ headers, body }: FuzzRequest): Record<string, string | number> {
    return {
      Authorization: this.space.authorization,
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
  }

  private bytesOf(request: FuzzRequest): Buffer {
    const { method, path, body = '' } = request;
    const headers = Object.entries(this.headersOf(request)).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
  }

  private exchange(request: FuzzRequest): Promise<ReceivedAnswer> {
    const { method, path, body } = request;
    return new Promise((resolve, reject) => {
      const options = { method, headers: this.headersOf(request), timeout: hangMs };
      const sent = sendRequest(`${this.space.origin}${path}`, options, (received) => {
        const parts: Buffer[] = [];
        const mediaType = (received.headers['content-type'] ?? '').split(';')[0] ?? '';
        const end = () => resolve({ status: received.statusCode ?? 0, mediaType, body: Buffer.concat(parts) });
        received.on('data', (part: Buffer) => {
          parts.push(part);
          // A stream has no end.
          if (mediaType === 'text/event-stream') sent.destroy();
        });
        received.on('end', end);
        received.on('error', (error) => (mediaType === 'text/event-stream' ? end() : reject(error)));
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${hangMs / 1000} seconds`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** @returns the longest time for which the server has held its event loop since the last call, in milliseconds */
  private async takeHeldMs(): Promise<number> {
    const text = await (await fetch(`${this.space.origin}/metrics`)).text();
    const secondsOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    const computed = secondsOf('process_cpu_seconds_total') * 1_000 - this.cpuMs;
    this.cpuMs += computed;
    // A machine that is busy with something else holds the process as well; then it has not computed for so long.
    return Math.min(secondsOf('nodejs_eventloop_lag_max_seconds') * 1_000, computed);
  }
}

function curlOf({ method, path, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const sent =
    body === undefined ? '' : ` -H 'Content-Type: application/json' --data-binary ${quoted(body.slice(0, 2_000))}`;
  const named = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
  const cut = (body?.length ?? 0) > 2_000 ? ` # of ${body?.length} characters` : '';
  return `curl -gu "$TOKEN:$PASSWORD" -X ${method} ${quoted(`$ORIGIN${path}`)}${named.join('')}${sent}${cut}`;
}
