/**
 * One of the programs that are compared, as the benchmark sees it: a process of its own, the connections to it, and its CPU time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { ConstantAnswer } from '../floors/constant-floor.js';
import type { Answer } from '../load/http-connection.js';
import { type Load, LoadGenerator, type LoadOptions } from '../load/load-generator.js';
import { type BenchRequest, requestBytes } from '../load/request-bytes.js';
import type { Question, Reply } from './messages.js';

export type ContestantName = 'server' | 'server-postgres' | 'hand-written' | 'constant';

export interface ContestantOptions<Name extends string = ContestantName> {
  readonly name: Name;
  readonly program: 'server-process' | 'sqlite-floor-process' | 'constant-floor-process';
  readonly args: readonly string[];
}

export interface MeasuredLoad extends Load {
  /** CPU time of the contestant's process, all threads. */
  readonly cpuMs: number;
}

/** Simultaneous requests. */
export const connectionCount = 16;

export class Contestant<Name extends string = ContestantName> {
  private constructor(
    readonly name: Name,
    private readonly child: ChildProcess,
    private readonly generator: LoadGenerator,
    private readonly authorization: string | undefined,
  ) {}

  static async start<Name extends string>({ name, program, args }: ContestantOptions<Name>): Promise<Contestant<Name>> {
    const file = new URL(`./${program}.js`, import.meta.url);
    const child = fork(file, args, { env: { ...process.env, NODE_ENV: 'production' } });
    try {
      const listening = await nextReply(child, 'listening');
      const generator = await LoadGenerator.open(listening.url, connectionCount);
      return new Contestant(name, child, generator, listening.authorization);
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  bytesOf(requests: readonly BenchRequest[]): Buffer[] {
    return requests.map((request) => requestBytes(request, this.authorization));
  }

  ask(request: BenchRequest): Promise<Answer> {
    return this.generator.ask(requestBytes(request, this.authorization));
  }

  async measure(options: LoadOptions): Promise<MeasuredLoad> {
    const before = await this.cpuMs();
    const load = await this.generator.run(options);
    return { ...load, cpuMs: (await this.cpuMs()) - before };
  }

  /** Of the constant floor: sets what it answers. */
  async use(answer: ConstantAnswer): Promise<void> {
    this.say({ kind: 'use', answer });
    await nextReply(this.child, 'used');
  }

  async stop(): Promise<void> {
    this.generator.close();
    if (!this.child.connected) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await gone;
  }

  private async cpuMs(): Promise<number> {
    this.say({ kind: 'cpu' });
    return (await nextReply(this.child, 'cpu')).ms;
  }

  private say(question: Question): void {
    this.child.send(question);
  }
}

/** @throws Error (rejects) when the process ends instead */
function nextReply<K extends Reply['kind']>(child: ChildProcess, kind: K): Promise<Extract<Reply, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a contestant ended with code ${code}`));
    child.once('exit', onExit);
    child.once('message', (reply: Reply) => {
      child.off('exit', onExit);
      if (reply.kind === kind) resolve(reply as Extract<Reply, { kind: K }>);
      else reject(new Error(`a contestant said "${reply.kind}", not "${kind}"`));
    });
  });
}
