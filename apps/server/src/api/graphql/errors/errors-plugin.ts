/**
 * Renders the errors of every answer, also of requests that never reached the executor, and reports what is our fault.
 */
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../engine/request-context.js';
import { isInternal, originalOf, renderError, withoutStatus } from './render-error.js';

export function errorsPlugin(): Plugin<object, RequestContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      // Lists and streams of results are switched off.
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
      const { errors, ...rest } = result;
      for (const error of errors) if (isInternal(error)) serverContext.report(originalOf(error));
      const rendered = errors.map((error) => renderError(error, serverContext.requestId));
      setResult({ ...rest, errors: rest.data == null ? rendered : rendered.map(withoutStatus) });
    },
  };
}
