/**
 * Writers that never stop: each creates contacts one after another, and repeats a request with its `Idempotency-Key` until it is
 * acknowledged. They know what was, and for how long nothing was.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestSpace } from '../test-space.js';

const pauseMs = 50;
const patienceMs = 30_000;

export class Writers {
  /** Ids of the created contacts by their names. */
  readonly acknowledged = new Map<string, string>();
  /** How often a request was answered with something else, by what. */
  readonly others = new Map<string, number>();
  private readonly running: readonly Promise<void>[];
  private isStopping = false;
  private lastAt = performance.now();
  private gapMs = 0;

  constructor(
    private readonly space: TestSpace,
    count: number,
  ) {
    this.running = Array.from({ length: count }, () => this.write());
  }

  /** @returns for how long nothing was acknowledged at most, in milliseconds, since the last call */
  takeGap(): number {
    const gap = Math.max(this.gapMs, performance.now() - this.lastAt);
    this.gapMs = 0;
    return gap;
  }

  /** @returns when every request that was begun is acknowledged */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running);
  }

  private async write(): Promise<void> {
    while (!this.isStopping) {
      const name = randomUUID();
      this.acknowledged.set(name, await this.create(name));
      const now = performance.now();
      this.gapMs = Math.max(this.gapMs, now - this.lastAt);
      this.lastAt = now;
      await sleep(pauseMs);
    }
  }

  private async create(name: string): Promise<string> {
    for (;;) {
      const result = await this.send(name).catch((error: unknown) => String(error));
      if (typeof result === 'object') return result.id;
      this.others.set(result, (this.others.get(result) ?? 0) + 1);
      await sleep(pauseMs * 4);
    }
  }

  /** @returns the contact; in words what came instead */
  private async send(name: string): Promise<{ readonly id: string } | string> {
    const answer = await fetch(`${this.space.entities}/Contacts`, {
      method: 'POST',
      headers: {
        authorization: this.space.authorization,
        'content-type': 'application/json',
        'idempotency-key': name,
      },
      body: JSON.stringify({ last_name: name, owner_id: this.space.ids.ownerId }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const body = (await answer.json()) as { readonly data: { readonly id: string }; readonly name?: string };
    return answer.status === 201 ? body.data : `${answer.status} ${body.name}`;
  }
}
