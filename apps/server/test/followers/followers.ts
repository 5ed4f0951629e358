/**
 * Readers of the changes of a space who never give up: each makes its copy from what it gets, and goes on where it was when a server or
 * the reader itself is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EventStream } from '../feed/event-stream.js';
import type { Random } from '../random.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Receiver } from '../webhooks/receiver.js';
import { comparePlaces, type Place, readChange, type SeenChange } from './followed-space.js';
import { type Message, takeMessages } from './taken-messages.js';

/** Where a reader reads: at one of the servers. Undefined: none runs. */
export type SomeSpace = () => TestSpace | undefined;

export interface Follower {
  readonly name: string;
  /** What it got so far, in its order, and what is wrong with how it got it. */
  read(): { readonly seen: readonly SeenChange[]; readonly problems: readonly string[] };
  /** How often it went on where it had been. */
  readonly resumed: number;
  stop(): Promise<void>;
}

const pauseMs = 200;

/** @returns whether the reader has come to a place */
export function hasReached(follower: Follower, place: Place): boolean {
  const last = follower.read().seen.at(-1);
  return last !== undefined && comparePlaces(last.place, place) >= 0;
}

/** Reads on until it is stopped. */
abstract class Reader implements Follower {
  abstract readonly name: string;
  protected readonly seen: SeenChange[] = [];
  resumed = 0;
  protected isStopping = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly space: SomeSpace,
    protected readonly random: Random,
    /** Cursor or revision to go on from. */
    protected after: string,
  ) {}

  start(): this {
    this.running = this.follow();
    return this;
  }

  read() {
    return { seen: this.seen, problems: [] };
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async follow(): Promise<void> {
    while (!this.isStopping) {
      const space = this.space();
      if (space === undefined) {
        await sleep(pauseMs);
        continue;
      }
      const isRead = await this.readOn(space).catch((error: unknown) => {
        // Fetch says so of every answer that did not come.
        if (error instanceof TypeError) return false;
        throw error;
      });
      if (isRead) continue;
      this.resumed += 1;
      await sleep(pauseMs);
    }
  }

  /** @returns false: nothing was to be had */
  protected abstract readOn(space: TestSpace): Promise<boolean>;
}

/** Reads pages of any length, and waits for the next change now and then. */
export class FeedReader extends Reader {
  readonly name = 'feed';

  protected async readOn(space: TestSpace): Promise<boolean> {
    const query = { after: this.after, first: this.random.integer(1, 50), wait: this.random.integer(0, 1) };
    const answer = await space.send('GET', '../changes', { query });
    if (answer.status !== 200) return false;
    const { data, page_info } = answer.body as { data: Json[]; page_info: { end_cursor: string } };
    this.seen.push(...data.map(readChange));
    this.after = page_info.end_cursor;
    if (data.length === 0) await sleep(pauseMs);
    return true;
  }
}

/** Reads server-sent events, and hangs up now and then. */
export class StreamReader extends Reader {
  readonly name = 'events';
  private stream: EventStream | undefined;

  protected async readOn(space: TestSpace): Promise<boolean> {
    // The revision to begin at is no id of an event.
    const isBegin = /^\d+$/.test(this.after);
    const path = isBegin ? `changes?after=${this.after}` : 'changes';
    this.stream = await EventStream.open(space, path, isBegin ? '' : this.after);
    if (this.isStopping) this.stream.close();
    const most = this.random.integer(1, 200);
    for (let count = 0; ; ) {
      const changes = await this.stream.next();
      if (changes.length === 0) break;
      this.seen.push(...changes.map(readChange));
      count += changes.length;
      if (count > most) this.stream.close();
    }
    this.after = this.stream.lastId || this.after;
    return false;
  }

  override async stop(): Promise<void> {
    this.isStopping = true;
    this.stream?.close();
    await super.stop();
  }
}

const program = fileURLToPath(new URL('./killed-follower.mjs', import.meta.url));
/** How long it lives after it has kept something. */
const maxLifeMs = 500;
const longestLifeMs = 20_000;

/** Reads pages in a process of its own, which is killed again and again. */
export class KilledReader extends Reader {
  readonly name = 'killed reader';
  /** Of its file, in whole lines. */
  private readBytes = 0;

  constructor(
    space: SomeSpace,
    random: Random,
    after: string,
    /** It keeps its changes there. */
    private readonly file: string,
  ) {
    super(space, random, after);
  }

  protected async readOn({ entities, authorization }: TestSpace): Promise<boolean> {
    const url = entities.replace(/entities$/, 'changes');
    const settings = JSON.stringify({ url, authorization, file: this.file, after: this.after });
    const length = sizeOf(this.file);
    const child: ChildProcess = spawn(process.execPath, [program, settings], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const isOver = () => this.isStopping || child.exitCode !== null || sizeOf(this.file) > length;
    for (const end = performance.now() + longestLifeMs; !isOver() && performance.now() < end; ) await sleep(pauseMs);
    if (!this.isStopping) await sleep(this.random.integer(0, maxLifeMs));
    child.kill('SIGKILL');
    await exited;
    return false;
  }

  override read() {
    if (sizeOf(this.file) > this.readBytes) {
      const content = readFileSync(this.file).subarray(this.readBytes);
      const length = content.lastIndexOf('\n') + 1;
      this.readBytes += length;
      const lines = content.toString('utf8', 0, length).split('\n').filter(Boolean);
      this.seen.push(...lines.flatMap((line) => (JSON.parse(line) as { changes: Json[] }).changes.map(readChange)));
    }
    return super.read();
  }

  override async stop(): Promise<void> {
    await super.stop();
    rmSync(this.file, { force: true });
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** What a receiver does with a message: whether it takes it, and what it answers. Undefined: it hangs up. */
const manners: readonly (readonly [{ readonly takes: boolean; readonly status: number | undefined }, number])[] = [
  [{ takes: true, status: 204 }, 85],
  [{ takes: true, status: undefined }, 5],
  [{ takes: true, status: 500 }, 3],
  [{ takes: false, status: undefined }, 3],
  [{ takes: false, status: 500 }, 4],
];

/** Receives webhooks, and fails now and then before or after it has taken a message. */
export class WebhookReceiver implements Follower {
  readonly name = 'webhook';
  resumed = 0;
  /** It takes every message at once. */
  isKind = false;
  private readonly messages: Message[] = [];

  private constructor(
    private readonly receiver: Receiver,
    private readonly random: Random,
  ) {
    receiver.answer = (response, index) => this.take(response, index);
  }

  static async start(random: Random): Promise<WebhookReceiver> {
    return new WebhookReceiver(await Receiver.start(), random);
  }

  /** @returns the webhook */
  subscribe(space: TestSpace): Promise<TestRecord> {
    const options = { chunk_size: this.random.integer(5, 30) };
    return space.create('Webhooks', { url: this.receiver.url, events: ['*'], insecure_ssl: false, options });
  }

  read() {
    const { changes: seen, problems, repeated } = takeMessages(this.messages);
    this.resumed = repeated;
    return { seen, problems };
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  private take(response: ServerResponse, index: number): void {
    const { takes, status } = this.isKind ? { takes: true, status: 204 } : this.random.pickWeighted(manners);
    const { headers, body } = this.receiver.received[index]!;
    const changes = body.data.map(({ change }) => readChange(change));
    if (takes) this.messages.push({ id: String(headers['webhook-id']), changes });
    if (status === undefined) response.destroy();
    else response.writeHead(status).end();
  }
}
