/**
 * A case of the benchmark: one kind of request, as each contestant is sent it.
 */
import type { SpacePlan } from '../data/space-plan.js';
import type { Answer } from '../load/http-connection.js';
import type { BenchRequest } from '../load/request-bytes.js';

/** `headwater`: the interfaces of the server; `plain`: the addresses of the plain floor; `postgraphile`: its GraphQL. */
export type Language = 'headwater' | 'plain' | 'postgraphile';

/** What the requests of a case are made for. */
export interface Target {
  readonly space: string;
  readonly plan: SpacePlan;
  /** Asks the contestant itself, for a cursor. */
  ask(request: BenchRequest): Promise<Answer>;
}

export interface Asking {
  /** @returns requests that all contestants get in the same order */
  requests(target: Target): readonly BenchRequest[] | Promise<readonly BenchRequest[]>;
  /** Of every answer; 200 when left out. */
  readonly status?: number;
  /** @returns the records of an answer as REST v100 names their members */
  records(body: string): unknown;
}

export interface BenchCase {
  /** For `--case`. */
  readonly name: string;
  readonly title: string;
  readonly isWrite: boolean;
  /** Members that no two answers share: contestants make them at different times. */
  readonly unrepeatable: readonly string[];
  /** The floor with the server's own answers and tables can be asked. */
  readonly hasSameAnswer: boolean;
  readonly asking: Readonly<Record<Language, Asking>>;
}
