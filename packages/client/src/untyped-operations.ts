/**
 * The methods of a client that knows no paths: each takes any of them. Types only.
 */
import type { Middleware, ParseAs } from 'openapi-fetch';
import type { ListBody } from './list-types.js';
import type { Result } from './unwrap.js';
import type { UpdateOptions } from './update-record.js';

interface UntypedInit {
  readonly params?: {
    readonly path?: Readonly<Record<string, string | number>>;
    /** `filter` and `filter-op` are objects; `expand`, `load-only` and `order-by` may be arrays. */
    readonly query?: Readonly<Record<string, unknown>>;
    readonly header?: Readonly<Record<string, string | number>>;
  };
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly parseAs?: ParseAs;
  readonly signal?: AbortSignal | null;
}

/**
 * Calls one operation.
 * @typeParam Body what the answer is said to hold; nothing checks that
 * @param path the path as the interface writes it, `{id}` included
 * @throws (the promise) TimeoutError, NetworkError, or the reason of an aborted signal
 * @throws (the promise) TypeError a parameter that cannot be sent; see `serialize-request.ts`
 */
type UntypedMethod = <Body = unknown>(path: `/${string}`, init?: UntypedInit) => Promise<Result<Body>>;

/** `createClient<paths>` with the `paths` of `@headwater/openapi-types` knows paths, parameters and bodies instead. */
export interface UntypedOperations {
  readonly GET: UntypedMethod;
  readonly PUT: UntypedMethod;
  readonly POST: UntypedMethod;
  readonly DELETE: UntypedMethod;
  readonly OPTIONS: UntypedMethod;
  readonly HEAD: UntypedMethod;
  readonly PATCH: UntypedMethod;
  /** Lets functions see and change requests and answers; they are not shown the credentials. */
  use(...middleware: Middleware[]): void;
  /** Takes middleware out again. */
  eject(...middleware: Middleware[]): void;
  /** Changes a record by what it holds; see `RecordUpdater`. */
  update<Item = unknown>(
    path: `/${string}`,
    id: string,
    change: (record: Item) => object | undefined | Promise<object | undefined>,
    options?: UpdateOptions,
  ): Promise<Item>;
  /** Yields the pages of a list, each requested when the one before it has been used. */
  pages(path: `/${string}`, init?: UntypedInit): AsyncGenerator<ListBody, void, void>;
  /** Yields the records of a list, through all its pages; 100 a page unless `first` says otherwise. */
  records<Item = unknown>(path: `/${string}`, init?: UntypedInit): AsyncGenerator<Item, void, void>;
}
