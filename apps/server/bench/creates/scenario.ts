/**
 * Creates that come to several spaces or processes at once, measured together.
 */

import { connectionCount, type MeasuredLoad } from '../contestants/contestant.js';
import type { ContestantProcess } from '../contestants/contestant-process.js';
import { newContactBody } from '../data/contact-body.js';
import { LoadGenerator } from '../load/load-generator.js';
import { requestBytes } from '../load/request-bytes.js';
import type { PostgresCpu } from '../machine/postgres-cpu.js';

/** Where creates are sent. */
export interface Target {
  readonly process: ContestantProcess;
  readonly path: string;
  readonly authorization?: string | undefined;
}

interface Sending {
  readonly generator: LoadGenerator;
  readonly requests: readonly Buffer[];
}

/** Requests that differ in their record. */
const variety = 500;

export class Scenario {
  private constructor(
    readonly title: string,
    private readonly processes: readonly ContestantProcess[],
    private readonly sendings: readonly Sending[],
    private readonly databaseCpu: PostgresCpu | undefined,
  ) {}

  /** @param targets share the connections */
  static async open(
    title: string,
    targets: readonly Target[],
    databaseCpu: PostgresCpu | undefined,
  ): Promise<Scenario> {
    const sendings = await Promise.all(
      targets.map(async ({ process, path, authorization }) => ({
        generator: await LoadGenerator.open(process.url, connectionCount / targets.length),
        requests: Array.from({ length: variety }, (_, index) => {
          const body = JSON.stringify(newContactBody(index));
          return requestBytes({ method: 'POST', path, body }, authorization);
        }),
      })),
    );
    const processes = [...new Set(targets.map(({ process }) => process))];
    return new Scenario(title, processes, sendings, databaseCpu);
  }

  async measure(seconds: number): Promise<MeasuredLoad> {
    const cpuBefore = await this.cpuMs();
    const databaseBefore = this.databaseCpu?.ms() ?? 0;
    const loads = await Promise.all(
      this.sendings.map(({ generator, requests }) => generator.run({ requests, status: 201, seconds })),
    );
    const databaseCpuMs = this.databaseCpu && this.databaseCpu.ms() - databaseBefore;
    return {
      requests: loads.reduce((sum, load) => sum + load.requests, 0),
      seconds: Math.max(...loads.map((load) => load.seconds)),
      latenciesMs: loads.flatMap(({ latenciesMs }) => latenciesMs),
      cpuMs: (await this.cpuMs()) - cpuBefore,
      databaseCpuMs,
    };
  }

  close(): void {
    for (const { generator } of this.sendings) generator.close();
  }

  private async cpuMs(): Promise<number> {
    const each = await Promise.all(this.processes.map((process) => process.cpuMs()));
    return each.reduce((sum, ms) => sum + ms, 0);
  }
}
