/**
 * Errors as GraphQL shows them: ours with their name and number, those of the language as they are, all else masked.
 * Knows no database and no HTTP beyond the status that goes with an error.
 */
import { errorByName } from '@headwater/catalog';
import { type ExecutionResult, GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ApiError } from '../../../errors/api-error.js';
import { BatchError } from '../../../errors/batch-error.js';
import { MergeError } from '../../../errors/merge-error.js';
import { ParameterErrors } from '../../../errors/parameter-error.js';
import { type Leaf, leafCode, ValidationError } from '../../../errors/validation-error.js';
import { StreamEnd } from '../../../http/follow-changes.js';
import type { RequestContext } from '../engine/request-context.js';
import { memberName } from '../schema/names.js';
import { type ErrorPath, LocatedError, writeErrorsOf } from './write-errors.js';

/**
 * @param error what the executor, the HTTP layer or a resolver gave
 * @returns an error safe to show. `extensions.http` is for the HTTP layer, which does not send it on; marked `spec`, its
 *   status counts only for clients that ask for `application/graphql-response+json`, as the protocol has it
 */
export function renderError(error: unknown, requestId: string): GraphQLError {
  const original = originalOf(error);
  if (original instanceof LocatedError) {
    const { rejection, place } = original;
    return located(error, messageOf(rejection), apiExtensions(rejection, requestId, place));
  }
  if (original instanceof ApiError) return located(error, messageOf(original), apiExtensions(original, requestId, []));
  if (isLanguageError(original)) {
    return located(error, languageMessage(error, original), languageExtensions(original));
  }
  const { name, code } = errorByName('ERROR_INTERNAL');
  return located(error, 'Internal server error', { code: name, number: code, requestId, http: { status: 500 } });
}

/** @returns whether the fault is ours and belongs in the log */
export function isInternal(error: unknown): boolean {
  const original = originalOf(error);
  const rejection = original instanceof LocatedError ? original.rejection : original;
  if (!(rejection instanceof ApiError)) return !isLanguageError(original);
  // A crowd would fill the log: the metrics count it.
  const isExpected = rejection instanceof StreamEnd || rejection.errorName === 'ERROR_OVERLOADED';
  return rejection.status >= 500 && !isExpected;
}

/**
 * Arguments are read before anything runs, so an error of the language that has a place in the answer is about a value of ours
 * that does not fit its type.
 */
function isLanguageError(original: unknown): original is GraphQLError {
  return original instanceof GraphQLError && original.path === undefined;
}

/** @returns what was thrown, below the errors that only say where */
function originalOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError != null ? originalOf(error.originalError) : error;
}

/** @returns the same error without its HTTP status: an answer that holds what could be had is a success to HTTP */
export function withoutStatus(error: GraphQLError): GraphQLError {
  const { http: _http, ...extensions } = error.extensions;
  return located(error, error.message, extensions);
}

function located(error: unknown, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(message, { extensions });
  const { nodes = null, source = null, positions = null, path = null } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

/** In the names of GraphQL, where the error knows them. */
function messageOf(error: ApiError): string {
  return error instanceof MergeError ? error.messageFor(memberName) : error.message;
}

function apiExtensions(error: ApiError, requestId: string, place: ErrorPath): GraphQLErrorExtensions {
  return {
    code: error.errorName,
    number: error.code,
    ...(error.at === undefined ? {} : { at: error.at }),
    ...(error.status < 500 ? {} : { requestId }),
    ...(error instanceof ValidationError ? validationExtensions(error, place) : {}),
    ...(error instanceof BatchError ? batchExtensions(error, place) : {}),
    ...(error instanceof MergeError ? mergeExtensions(error, place) : {}),
    ...(error instanceof ParameterErrors ? { errors: writeErrorsOf(error, place) } : {}),
    http: { status: error.status, spec: true },
  };
}

/** Every error of the body: `errors` all of them with their paths, `fields` once more those of one member each. */
function validationExtensions(error: ValidationError, place: ErrorPath): GraphQLErrorExtensions {
  const { entityName, entityId } = error.errors;
  return { entityName, entityId, errors: writeErrorsOf(error, place), fields: renderFields(error) };
}

/** Every wrong id and every error of the master's members, as those of a body. */
function mergeExtensions(error: MergeError, place: ErrorPath): GraphQLErrorExtensions {
  const { entityName, entityId } = error.merged;
  const fields = error.master ? renderFields(error.master) : [];
  return { entityName, entityId, errors: writeErrorsOf(error, place), fields };
}

function renderFields({ errors }: ValidationError) {
  return errors.fields.map(({ fieldId, fieldName, leaves }) => ({
    name: fieldName.split('.').map(memberName).join('.'),
    fieldId,
    errors: leaves.map(renderLeaf),
  }));
}

/** Every error of every rejected item. */
function batchExtensions(error: BatchError, place: ErrorPath): GraphQLErrorExtensions {
  return { entityName: error.entityName, entityId: error.entityId, errors: writeErrorsOf(error, place) };
}

function renderLeaf(leaf: Leaf): { readonly code: string; readonly number: number; readonly message: string } {
  return { code: leaf.errorName, number: leafCode(leaf), message: leaf.message };
}

/** Errors of syntax, validation and variables; the latter come without a code and a status. */
/** How the engine begins the message about a variable. It shows all of the value, which may be long. */
const ofVariable = /^Variable "(\$\w+)" got invalid value .*?(?: at "\w+([\w.[\]]*)")?; $/s;

const outsideInt32 = /^Int cannot represent non 32-bit signed integer value: (.+)$/s;

/** @returns what is wrong, after the variable and its part that it is about; whole numbers have bounds, as those of REST do */
function languageMessage(error: unknown, { message }: GraphQLError): string {
  const problem = message.replace(outsideInt32, `$1 is not a whole number from ${-(2 ** 31)} to ${2 ** 31 - 1}.`);
  if (!(error instanceof GraphQLError) || !error.message.endsWith(message)) return problem;
  const [, variable, part = ''] = ofVariable.exec(error.message.slice(0, -message.length)) ?? [];
  return variable === undefined ? problem : `${variable}${part}: ${problem}`;
}

function languageExtensions(error: GraphQLError): GraphQLErrorExtensions {
  return { code: 'BAD_USER_INPUT', http: { status: 400, spec: true }, ...error.extensions };
}

/**
 * Renders the errors of every answer, also of requests that never reached the executor, and reports what is our fault.
 */
export function errorsPlugin(): Plugin<object, RequestContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      // Lists of results are switched off.
      if (Array.isArray(result)) return;
      if (Symbol.asyncIterator in result) setResult(renderEach(result, serverContext));
      else setResult(renderErrors(result, serverContext));
    },
  };
}

type Reporting = Pick<RequestContext, 'report' | 'requestId'>;

async function* renderEach(results: AsyncIterable<ExecutionResult>, context: Reporting) {
  for await (const result of results) yield renderErrors(result, context);
}

function renderErrors<Result extends ExecutionResult>(result: Result, { report, requestId }: Reporting): Result {
  const { errors, ...rest } = result;
  if (errors === undefined) return result;
  for (const error of errors) if (isInternal(error)) report(originalOf(error));
  const rendered = errors.map((error) => renderError(error, requestId));
  return { ...result, errors: rest.data == null ? rendered : rendered.map(withoutStatus) };
}
