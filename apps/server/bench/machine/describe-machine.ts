/**
 * Describes what the benchmark runs on.
 */
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import sqlite3 from 'sqlite3';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  /** Of the last minute, before the benchmark began. */
  readonly loadAverage: number;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    sqlite: sqlite3.VERSION,
    loadAverage: loadavg()[0] ?? 0,
  };
}
