/**
 * One of the programs that are compared: its process, the connections to it, and what CPU time it and its database take for a load.
 */
import type { Answer } from '../load/http-connection.js';
import { type Load, LoadGenerator, type LoadOptions } from '../load/load-generator.js';
import { type BenchRequest, requestBytes } from '../load/request-bytes.js';
import type { PostgresCpu } from '../machine/postgres-cpu.js';
import { ContestantProcess, type Program } from './contestant-process.js';

export interface ContestantOptions {
  readonly program: Program;
  readonly args: readonly string[];
  /** Of its database, where that is not the contestant's own process. */
  readonly databaseCpu?: PostgresCpu | undefined;
}

export interface MeasuredLoad extends Load {
  /** CPU time of the contestant's process, all threads. */
  readonly cpuMs: number;
  /** CPU time of all processes of its database; undefined when it has none or they are not seen. */
  readonly databaseCpuMs?: number | undefined;
}

/** Simultaneous requests. */
export const connectionCount = 16;

export class Contestant {
  private constructor(
    private readonly process: ContestantProcess,
    private readonly generator: LoadGenerator,
    private readonly databaseCpu: PostgresCpu | undefined,
  ) {}

  static async start({ program, args, databaseCpu }: ContestantOptions): Promise<Contestant> {
    const process = await ContestantProcess.start(program, args);
    try {
      return new Contestant(process, await LoadGenerator.open(process.url, connectionCount), databaseCpu);
    } catch (error) {
      await process.stop();
      throw error;
    }
  }

  bytesOf(requests: readonly BenchRequest[]): Buffer[] {
    return requests.map((request) => requestBytes(request, this.process.authorizations[0]));
  }

  ask(request: BenchRequest): Promise<Answer> {
    return this.generator.ask(requestBytes(request, this.process.authorizations[0]));
  }

  async measure(options: LoadOptions): Promise<MeasuredLoad> {
    const cpuBefore = await this.process.cpuMs();
    const databaseBefore = this.databaseCpu?.ms() ?? 0;
    const load = await this.generator.run(options);
    const databaseCpuMs = this.databaseCpu && this.databaseCpu.ms() - databaseBefore;
    return { ...load, cpuMs: (await this.process.cpuMs()) - cpuBefore, databaseCpuMs };
  }

  async stop(): Promise<void> {
    this.generator.close();
    await this.process.stop();
  }
}
