/** One entry of a list of operations: what a router or a client needs to know of it. */
import type { StandardOperation } from './generated/standard-operation.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface OperationBase {
  /** Unique in its document. */
  readonly operationId: string;
  readonly method: Method;
  /** Template below the document's server address, with `{name}` in place of path parameters. */
  readonly path: string;
}

/** A standard operation of an entity type. */
export interface StandardEntry extends OperationBase {
  readonly entityType: string;
  readonly operation: StandardOperation;
}

/** An operation that goes by its own id. */
export interface SpecialEntry<SpecialOperation extends string> extends OperationBase {
  readonly operationId: SpecialOperation;
  /** The entity type it belongs to; null when it belongs to none. */
  readonly entityType: string | null;
  readonly operation: null;
}

export type Operation<SpecialOperation extends string> = StandardEntry | SpecialEntry<SpecialOperation>;
