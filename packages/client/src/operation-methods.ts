/**
 * The methods of a client, by HTTP method. Types only.
 * openapi-fetch sends whatever it is given, and the server ignores parameters that it does not know: `filters` for
 * `filter` would list everything. So these methods take exactly what the operation has; results are openapi-fetch's own.
 */
import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse, Middleware, ParseAs } from 'openapi-fetch';

export interface OperationMethods<Paths extends object> {
  readonly GET: OperationMethod<Paths, 'get'>;
  readonly PUT: OperationMethod<Paths, 'put'>;
  readonly POST: OperationMethod<Paths, 'post'>;
  readonly DELETE: OperationMethod<Paths, 'delete'>;
  readonly OPTIONS: OperationMethod<Paths, 'options'>;
  readonly HEAD: OperationMethod<Paths, 'head'>;
  readonly PATCH: OperationMethod<Paths, 'patch'>;
  /** Lets functions see and change requests and answers; they are not shown the credentials. */
  use(...middleware: Middleware[]): void;
  /** Takes middleware out again. */
  eject(...middleware: Middleware[]): void;
}

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

/**
 * Calls one operation.
 * @param path the path as the interface writes it, `{id}` included
 * @param init `params`, `body`, `signal` and what else openapi-fetch takes; left out when the operation needs none
 * @returns `{ data, response }`, or `{ error, response }` when the server answered with an error
 * @throws (the promise) TimeoutError, NetworkError, or the reason of an aborted signal
 * @throws (the promise) TypeError a parameter that cannot be sent; see `serialize-query.ts` and `serialize-path.ts`
 */
type OperationMethod<Paths extends object, Name extends Method> = <
  Path extends ClientPathsWithMethod<Client<Paths>, Name>,
  As extends ParseAs = 'json',
>(
  path: Path,
  ...init: Init<FetchOptions<Operation<Paths[Path], Name>> & { readonly parseAs?: As }>
) => Promise<FetchResponse<Operation<Paths[Path], Name>, { parseAs: As }, `${string}/${string}`>>;

type Operation<PathItem, Name extends Method> = PathItem extends { [Key in Name]: infer Found extends object }
  ? Found
  : never;

/** May be left out when nothing in it is required. */
type Init<Options> = Record<never, never> extends Options ? [init?: Options] : [init: Options];
