/**
 * The errors that represent an answer of the server: one class for each thing a caller may do about it.
 * Must not know how the answer came about.
 */
import type { CodeName, ErrorBody, ErrorLeaf, GraphqlProblem } from './error-body.js';
import { HeadwaterError } from './headwater-error.js';

/** What all errors of this file are made from. */
export interface ErrorAnswer {
  readonly response: Response;
  /** The body as it came: parsed JSON, or text. */
  readonly body: unknown;
  readonly decoded: ErrorBody;
  /** How long the server asks to wait, in milliseconds; null when it does not. */
  readonly retryAfterMs: number | null;
}

/** The server answered with an error. Its subclasses are the ones worth telling apart. */
export class ApiError extends HeadwaterError {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** `code` of the error table of the interface; null when the answer has none. */
  readonly code: number | null;
  /** `name` of the error table, such as `ERROR_RECORD_NOT_FOUND`; null when the answer has none. */
  readonly codeName: CodeName | null;
  /** Finds the request in the log of the server; null when the answer has none. */
  readonly requestId: string | null;
  /** How long the server asks to wait before the next attempt, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;
  /** The body as it came: parsed JSON, or text. */
  readonly body: unknown;
  /** Every error of a GraphQL answer, in its order; empty for REST. */
  readonly problems: readonly GraphqlProblem[];

  constructor({ response, body, decoded, retryAfterMs }: ErrorAnswer) {
    super(decoded.message ?? `The server answered with status ${response.status}`);
    this.status = response.status;
    this.code = decoded.code;
    this.codeName = decoded.name;
    this.requestId = response.headers.get('X-Request-Id');
    this.retryAfterMs = retryAfterMs;
    this.body = body;
    this.problems = decoded.problems;
  }
}

/** 400: a parameter, or the form of the body, is wrong. */
export class ParameterError extends ApiError {
  override name = 'ParameterError';
}

/** 401: token and password do not open this space. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: these credentials may not do that. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: no such record, collection or address. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409 or 412: the record has changed since the revision that the request names. */
export class ConflictError extends ApiError {
  override name = 'ConflictError';
}

/** 422: nothing was written, and these are all the reasons. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
  /** Singular name of the entity type; null when the answer does not say. */
  readonly entityName: string | null;
  /** Id of the rejected record; a rejected create has one too. Null when the answer does not say. */
  readonly entityId: string | null;
  /** Position of the record in a batch, from 0; null outside batches. */
  readonly entityIndex: number | null;
  /** Every error; never empty. */
  readonly leaves: readonly ErrorLeaf[];

  constructor(answer: ErrorAnswer) {
    super(answer);
    const { entityName, entityId, entityIndex, leaves } = answer.decoded;
    this.entityName = entityName;
    this.entityId = entityId;
    this.entityIndex = entityIndex;
    const whole = {
      code: this.code,
      name: this.codeName,
      message: this.message,
      fieldName: null,
      fieldId: null,
      path: null,
    };
    this.leaves = leaves.length > 0 ? leaves : [whole];
  }

  /** The messages of one field, by its `api_name`; empty when nothing is wrong with it. */
  messagesOf(fieldName: string): string[] {
    return this.leaves.filter((leaf) => leaf.fieldName === fieldName).map((leaf) => leaf.message);
  }
}

/** 200: a part of what a GraphQL document asks for could not be had. `problems` says which, by their paths. */
export class PartialAnswerError extends ApiError {
  override name = 'PartialAnswerError';
  /** What could be read; null where something could not. */
  readonly data: unknown;

  constructor(answer: ErrorAnswer) {
    super(answer);
    this.data = (answer.body as { readonly data: unknown }).data;
  }
}

/** 429: too many requests. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 408, 502, 503 or 504: the server cannot answer now. */
export class UnavailableError extends ApiError {
  override name = 'UnavailableError';
}

/**
 * 503 with the code 9017: the server lost its database while it committed, so that the write was carried out or not. A request with an
 * `Idempotency-Key` has been repeated with the same key already, as often as allowed; repeat it later with that key. Without one, read
 * first what is there.
 */
export class OutcomeUnknownError extends UnavailableError {
  override name = 'OutcomeUnknownError';
}
