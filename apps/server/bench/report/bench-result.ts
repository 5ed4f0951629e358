/**
 * What a run gives, for the report and for `--json`.
 */
import type { Synchronous } from '../databases.js';
import type { CaseResult } from './summarize.js';

export interface BenchResult {
  readonly records: number;
  readonly connections: number;
  readonly secondsPerCase: number;
  readonly rounds: number;
  readonly synchronous: Synchronous;
  /** Version; undefined when it took no part. */
  readonly postgres: string | undefined;
  /** Cores that PostgreSQL used while nobody asked; undefined when its processes are not seen. */
  readonly idleDatabaseCores: number | undefined;
  /** Cores that other programs used during the rounds. */
  readonly foreignCores: number;
  readonly cases: readonly CaseResult[];
}
