/**
 * Times what the engine does with an operation. Comes first among the plugins, so that what they do counts as well.
 */
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from './request-context.js';

export function timingPlugin(): Plugin<RequestContext> {
  return {
    onParse({ context }) {
      return context.time.begin('parse');
    },
    onValidate({ context }) {
      return context.time.begin('validate');
    },
    onExecute({ context }) {
      return { onExecuteDone: context.time.begin('execute') };
    },
  };
}
