/**
 * Documents that were parsed before, and those that could not be. Bounded by what they hold in memory, as callers choose how long they are
 * and how often they differ.
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Of all documents together. */
const maxBytes = 64 * 1_024 * 1_024;
/** That a parsed document takes for each token, its places included. */
const bytesPerToken = 500;
/** What validating a document may leave with it is not counted: a hundred errors at most. */
const maxDocuments = 1_024;

export class KnownDocuments {
  /** By their text. Long ones, which are parsed without places, are not kept: their texts are long as they hold values. */
  readonly parsed = new LRUCache<string, DocumentNode>({
    max: maxDocuments,
    maxSize: maxBytes,
    sizeCalculation: (document, text) =>
      document.loc === undefined ? maxBytes + 1 : text.length + bytesPerToken * countTokens(document),
  });

  /** Each is read again: it costs less to find out than to keep. */
  readonly failed = { get: () => undefined, set: () => {} };
}

function countTokens({ loc }: DocumentNode): number {
  let count = 1;
  for (let token = loc?.startToken; token != null; token = token.next ?? undefined) count++;
  return count;
}
