/**
 * Renders the errors of every answer, also of requests that never reached the executor, and reports what is our fault.
 */
import { errorByName } from '@headwater/catalog';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../engine/request-context.js';
import { isInternal, originalOf, renderError, withoutStatus } from './render-error.js';

/** @param maxBodyBytes the longest request body, for the error that rejects longer ones */
export function errorsPlugin(maxBodyBytes: number): Plugin<object, RequestContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      // Lists and streams of results are switched off.
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
      const { errors: thrown, ...rest } = result;
      const errors = thrown.map((error) => (isTooLarge(error) ? tooLarge(maxBodyBytes) : error));
      for (const error of errors) if (isInternal(error)) serverContext.report(originalOf(error));
      const rendered = errors.map((error) => renderError(error, serverContext.requestId));
      setResult({ ...rest, errors: rest.data == null ? rendered : rendered.map(withoutStatus) });
    },
  };
}

/** The engine's own word for a body beyond the limit. */
function isTooLarge({ extensions }: GraphQLError): boolean {
  return extensions.code === 'REQUEST_ENTITY_TOO_LARGE';
}

/** As REST has it. The status counts for every client: no operation was read. */
function tooLarge(maxBodyBytes: number): GraphQLError {
  const { name, code, status } = errorByName('ERROR_BODY_TOO_LARGE');
  const extensions = { code: name, number: code, http: { status: status ?? 413 } };
  return new GraphQLError(`The body is longer than ${maxBodyBytes} bytes.`, { extensions });
}
