/**
 * What the package offers. Nothing else of it is to be imported.
 */
export { type BulkCollection, type BulkOptions, type BulkRecord, type BulkResult, bulkWrite } from './bulk-write.js';
export type {
  Change,
  ChangesOptions,
  ChangesPage,
  ReadChangePages,
  ReadChanges,
  RevertChanges,
  Reverted,
  RevertOptions,
} from './changes.js';
export type { ClientSettings } from './client-settings.js';
export type { CreateBody, MoneyInput, UpdateBody } from './collections/body-types.js';
export type { Collection, RecordList, RecordPage } from './collections/collection.js';
export type { OrderBy, Where } from './collections/list-options.js';
export type { Expand, MoneyValue, Only, RecordOf } from './collections/record-types.js';
export { type AnyClient, createClient, type HeadwaterClient } from './create-client.js';
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
} from './errors/api-errors.js';
export type { ErrorBody, ErrorLeaf, GraphqlProblem } from './errors/error-body.js';
export { HeadwaterError } from './errors/headwater-error.js';
export { NetworkError, TimeoutError } from './errors/no-answer-errors.js';
export { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
export { type Expanded, expanded } from './expanded.js';
export type { Attempt, AttemptResult, Hooks, Retry } from './fetch/hooks.js';
export type { EntityTypes } from './generated/entity-types.js';
export type { ErrorName } from './generated/error-name.js';
export type { ListOptions, ListPath, ListRecord, Page } from './list-types.js';
export type { GraphqlArguments, GraphqlMethod, GraphqlOptions, TypedDocument } from './typed-document.js';
export { type Result, unwrap } from './unwrap.js';
export type { RecordUpdater, UpdatedRecord, UpdateOptions, UpdatePath } from './update-record.js';
export {
  type ReceivedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookChange,
  type WebhookMessage,
  WebhookVerificationError,
} from './verify-webhook.js';
