/**
 * Types of the list operations among the paths of a space. Types only.
 */
import type { Client, ClientPathsWithMethod, MethodResponse } from 'openapi-fetch';

/** What the body of a list answer has, whatever its records are. */
export interface ListBody {
  data: unknown[];
  total?: number;
  page_info?: { end_cursor: string | null; has_next_page: boolean };
}

/** Lists of a space, read to their end. */
export interface ListReaders<Paths extends object> {
  /**
   * Yields the pages of a list. The next one is asked for while the one before it is used.
   * @throws ApiError, NetworkError, TimeoutError, or the reason of an aborted signal; UnexpectedAnswerError when a page
   * does not say what follows it
   */
  pages<Path extends ListPath<Paths>>(
    path: Path,
    options?: ListOptions<Paths, Path>,
  ): AsyncGenerator<Page<Paths, Path>, void, void>;
  /** Yields the records of a list, through all its pages; 100 a page unless `first` says otherwise. Throws as `pages` does. */
  records<Path extends ListPath<Paths>>(
    path: Path,
    options?: ListOptions<Paths, Path>,
  ): AsyncGenerator<ListRecord<Paths, Path>, void, void>;
}

/** The paths whose `GET` answers a list. */
export type ListPath<Paths extends object> = {
  [Path in GetPath<Paths>]: GetBody<Paths, Path> extends { data: readonly unknown[] } ? Path : never;
}[GetPath<Paths>];

/** The body of one page: `data` and `page_info`. */
export type Page<Paths extends object, Path extends ListPath<Paths>> = GetBody<Paths, Path>;

/** One record of a list. */
export type ListRecord<Paths extends object, Path extends ListPath<Paths>> =
  GetBody<Paths, Path> extends { data: readonly (infer Item)[] } ? Item : never;

/**
 * How a list is read to its end. Pages are read forwards from `after` (the start when absent), so the parameters that
 * count from elsewhere are not offered.
 */
export interface ListOptions<Paths extends object, Path extends ListPath<Paths>> {
  readonly params?: { readonly query?: Omit<GetQuery<Paths, Path>, 'last' | 'before' | 'limit' | 'offset'> };
  /** Ends the reading; what is being waited for rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

type GetPath<Paths extends object> = ClientPathsWithMethod<Client<Paths>, 'get'>;

type GetBody<Paths extends object, Path extends GetPath<Paths>> = MethodResponse<Client<Paths>, 'get', Path>;

type GetQuery<Paths extends object, Path extends keyof Paths> = Paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : Record<string, never>;
