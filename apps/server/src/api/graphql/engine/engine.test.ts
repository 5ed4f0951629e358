import { buildCatalog, entityTypes } from '@headwater/catalog';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchemaIndex } from '../schema/schema-index.js';
import { createEngine, KnownDocuments } from './engine.js';
import { OperationTime, type RequestContext } from './request-context.js';

function keep(documents: KnownDocuments, text: string, options = {}): void {
  documents.parsed.set(text, parse(text, options));
}

describe('KnownDocuments', () => {
  it('keeps so many documents as fit into 64 MB with what is made of them', () => {
    const documents = new KnownDocuments();
    const textOf = (index: number) => `{ a${index} ${'a '.repeat(4_000)} }`;
    for (let index = 0; index < 50; index++) keep(documents, textOf(index));
    // A token is counted as 500 bytes: one of these takes two megabytes.
    expect(documents.parsed.size).toBe(33);
    expect([documents.parsed.has(textOf(0)), documents.parsed.has(textOf(49))]).toEqual([false, true]);
  });

  it('keeps no document that was parsed without places', () => {
    const documents = new KnownDocuments();
    keep(documents, '{ a }', { noLocation: true });
    expect(documents.parsed.size).toBe(0);
    keep(documents, '{ a }');
    expect(documents.parsed.size).toBe(1);
  });

  it('is where an engine keeps what it has parsed', async () => {
    const documents = new KnownDocuments();
    const rules = {
      introspection: true,
      timeoutMs: 1_000,
      documents: undefined,
      onlyDocuments: false,
    };
    const engine = createEngine(await buildSchemaIndex(buildCatalog(entityTypes)), '/graphql', rules, documents);
    const ask = async (query: string) => {
      const context: Partial<RequestContext> = { time: new OperationTime(), requestId: 'one', report: () => {} };
      const answer = await engine.fetch(`http://localhost/graphql?query=${query}`, {}, context as RequestContext);
      return answer.text();
    };
    expect(await ask('{nothing}')).toContain('Cannot query field');
    expect(await ask('{')).toContain('Syntax Error');
    expect([...documents.parsed.keys()]).toEqual(['{nothing}']);
  });
});
