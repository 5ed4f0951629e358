/**
 * A contestant's process, as the benchmark sees it: where it listens, and its CPU time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Question, Reply } from './messages.js';

export type Program = 'server-process' | 'plain-floor-process' | 'same-answer-floor-process' | 'postgraphile-process';

export class ContestantProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** For each of its spaces. */
    readonly authorizations: readonly string[],
  ) {}

  static async start(program: Program, args: readonly string[]): Promise<ContestantProcess> {
    const file = new URL(`./${program}.js`, import.meta.url);
    const child = fork(file, args, { env: { ...process.env, NODE_ENV: 'production' } });
    const { url, authorizations } = await nextReply(child, 'listening');
    return new ContestantProcess(child, url, authorizations);
  }

  async cpuMs(): Promise<number> {
    const question: Question = { kind: 'cpu' };
    this.child.send(question);
    return (await nextReply(this.child, 'cpu')).ms;
  }

  async stop(): Promise<void> {
    if (!this.child.connected) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await gone;
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
