/**
 * Clients that read and write all the time, over connections that they keep, while a server behind the proxy is stopped. They know which
 * answers they should not have got.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProxyAnswer, RunningProxy } from './proxies.js';

const clientCount = 4;
const pauseMs = 20;

export class BusyClients {
  /** Names of the contacts whose creation was acknowledged. */
  readonly created: string[] = [];
  /** What was answered that should not have been, in words. */
  readonly wrong: string[] = [];
  /**
   * Whether a connection to a server may end with a request on it: the proxy cannot know then whether a write was done, and must not
   * repeat it.
   */
  isServerEnding = false;
  /** How many writes were repeated for that reason. */
  repeated = 0;
  private readonly rounds = Array.from({ length: clientCount }, () => 0);
  private readonly running: readonly Promise<void>[];
  private isStopping = false;

  /** @param entities the path of the collections */
  constructor(
    private readonly proxy: RunningProxy,
    private readonly entities: string,
    private readonly ownerId: string,
  ) {
    this.running = this.rounds.map((_, index) => this.run(index));
  }

  /**
   * @returns when each client has done as many rounds from their beginning to their end
   * @throws Error when an answer was none that they should have got; they have stopped then
   */
  async doRounds(count: number): Promise<void> {
    // The round under way began before.
    const wanted = this.rounds.map((done) => done + count + 1);
    while (!this.wrong.length && this.rounds.some((done, index) => done < (wanted[index] ?? 0))) await delay(pauseMs);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running);
  }

  private async run(index: number): Promise<void> {
    while (!this.isStopping && this.wrong.length === 0) {
      const name = randomUUID();
      const made = await this.write('POST', 'Contacts', { last_name: name, owner_id: this.ownerId });
      if (this.expect(made, 201, 'a POST')) {
        this.created.push(name);
        const { id } = (JSON.parse(made.text) as { data: { id: string } }).data;
        this.expect(await this.read(`Contacts/${id}`), 200, 'a GET of what was created');
        this.expect(await this.write('PATCH', `Contacts/${id}`, { first_name: 'Ada' }), 200, 'a PATCH');
        this.expect(await this.read('Contacts?first=5'), 200, 'a GET of a page');
      }
      this.rounds[index] = (this.rounds[index] ?? 0) + 1;
      await delay(pauseMs);
    }
  }

  private expect({ status, text }: ProxyAnswer, wanted: number, what: string): boolean {
    if (status !== wanted) this.wrong.push(`${what} was answered with ${status}: ${text.slice(0, 300)}`);
    return status === wanted;
  }

  private read(path: string): Promise<ProxyAnswer> {
    return this.proxy.send(`${this.entities}/${path}`).catch(brokenOff);
  }

  /** Repeats it, as a client does, while a server is ending. */
  private async write(method: string, path: string, record: object): Promise<ProxyAnswer> {
    const body = Buffer.from(JSON.stringify(record));
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'idempotency-key': randomUUID(),
    };
    for (;;) {
      const wasEnding = this.isServerEnding;
      const answer = await this.proxy.send(`${this.entities}/${path}`, { method, headers, body }).catch(brokenOff);
      // The second: the first request is still at work.
      const isUnknown = answer.status === 502 || answer.text.includes('ERROR_IDEMPOTENCY_IN_PROGRESS');
      if (!isUnknown || !(wasEnding || this.isServerEnding)) return answer;
      this.repeated += 1;
      await delay(pauseMs);
    }
  }
}

function brokenOff(error: unknown): ProxyAnswer {
  return { status: 0, bytes: Buffer.alloc(0), text: String(error) };
}
