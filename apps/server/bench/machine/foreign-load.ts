/**
 * How much of the machine others use while the benchmark measures.
 */
import { cpus } from 'node:os';

/** Processor time of the processes that a round needs: the benchmark, the contestant and its database. */
export interface OwnCpu {
  readonly cpuMs: number;
  readonly databaseCpuMs?: number | undefined;
}

export class ForeignLoad {
  private foreignMs = 0;
  private elapsedMs = 0;

  static start(): ForeignLoad {
    return new ForeignLoad();
  }

  /** Runs a round. @returns its result */
  async during<T extends OwnCpu>(round: () => Promise<T>): Promise<T> {
    const before = { busy: busyMs(), own: ownMs(), at: performance.now() };
    const result = await round();
    const measured = result.cpuMs + (result.databaseCpuMs ?? 0) + (ownMs() - before.own);
    this.foreignMs += busyMs() - before.busy - measured;
    this.elapsedMs += performance.now() - before.at;
    return result;
  }

  /** @returns cores that others used on average; a few hundredths either way are the inaccuracy of the system's clock */
  get cores(): number {
    return this.elapsedMs === 0 ? 0 : Math.max(0, this.foreignMs / this.elapsedMs);
  }
}

function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
