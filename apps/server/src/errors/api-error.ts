/**
 * The one error class of the service. Its status and number come from the error table of the spec, never from the throw site.
 * Knows no HTTP: each API renders it in its own shape.
 */
import { type ErrorName, errorByName } from '@headwater/catalog';

export interface ErrorContext {
  /** The parameter, header or member that is wrong: `filter[nmae]`, `owner_id`. Safe to show. */
  readonly at?: string;
  /** What went wrong underneath; logged, never shown. */
  readonly cause?: unknown;
  /** After how many seconds the caller may try again. */
  readonly retryAfterSeconds?: number;
}

export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  readonly at: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  /**
   * @param errorName a name of the error table whose entry has a status of its own
   * @param message what the caller reads: the path, what is wrong, what would be right
   */
  constructor(
    readonly errorName: ErrorName,
    message: string,
    context: ErrorContext = {},
  ) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.name = 'ApiError';
    const definition = errorByName(errorName);
    this.code = definition.code;
    this.status = definition.status ?? 500;
    this.at = context.at;
    this.retryAfterSeconds = context.retryAfterSeconds;
  }
}
