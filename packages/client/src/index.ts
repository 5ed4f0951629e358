/**
 * What the package offers. Nothing else of it is to be imported.
 */
export type { components, paths } from '@headwater/openapi-types';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  ParameterError,
  PartialAnswerError,
  PermissionError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from './api-errors.js';
export type { ClientSettings } from './client-settings.js';
export { createClient, type HeadwaterClient } from './create-client.js';
export type { ErrorLeaf, GraphqlProblem } from './error-body.js';
export { type Expanded, expanded } from './expanded.js';
export { HeadwaterError } from './headwater-error.js';
export type { ListOptions, ListPath, ListRecord, Page } from './list-types.js';
export { NetworkError, TimeoutError } from './no-answer-errors.js';
export type { GraphqlArguments, GraphqlMethod, GraphqlOptions, TypedDocument } from './typed-document.js';
export { UnexpectedAnswerError } from './unexpected-answer-error.js';
export { type Result, unwrap } from './unwrap.js';
