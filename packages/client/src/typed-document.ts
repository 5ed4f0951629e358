/**
 * GraphQL documents that know the types of their result and their variables. Types only.
 * graphql-codegen's client preset makes them with `documentMode: 'string'`; nothing of graphql-js is needed to send them.
 */

/** A document as text, with what it answers and what it takes. graphql-codegen's `TypedDocumentString` is one. */
export interface TypedDocument<Result, Variables> extends Pick<string, 'length' | 'charAt' | 'trim'> {
  toString(): string;
  /** Never there when the program runs: carries the types. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** How a document is sent, beside its variables. */
export interface GraphqlOptions {
  /** Which operation is to be run, in a document that has several. */
  readonly operationName?: string;
  /** Makes the server know the operation again, so that mutations can be repeated: any text, another for each operation. */
  readonly idempotencyKey?: string;
  /** Ends the call, which rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What follows a document; its variables may be left out when none of them is required. */
export type GraphqlArguments<Variables> =
  Variables extends Record<string, never>
    ? [variables?: Variables, options?: GraphqlOptions]
    : Record<never, never> extends Variables
      ? [variables?: Variables, options?: GraphqlOptions]
      : [variables: Variables, options?: GraphqlOptions];

/**
 * Runs a document: a typed one by its types; of one that is a mere text the caller may say what it answers. A document in which
 * the word `mutation` occurs is sent once, unless it has an `idempotencyKey`; others are repeated as a `GET` is.
 * @returns `data` of the answer, which has no errors
 * @throws (the promise) ApiError nothing could be had or written, by the same classes as over REST; `problems` holds every
 *   error with its path
 * @throws (the promise) PartialAnswerError a part could not be had; its `data` holds the rest
 * @throws (the promise) TimeoutError, NetworkError, UnexpectedAnswerError, or the reason of an aborted signal
 */
export type GraphqlMethod = <Result = unknown, Variables = Record<string, unknown>>(
  document: string | TypedDocument<Result, Variables>,
  // Or else the variables would be taken from what is given, and whatever is given would be right.
  ...more: GraphqlArguments<NoInfer<Variables>>
) => Promise<Result>;
