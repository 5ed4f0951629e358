/**
 * Schemas are built and described in short steps: other requests go on while the first operation of a process, or of a space, waits for
 * its own, and while a program reads the schema.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { execute, getIntrospectionQuery, parse } from 'graphql';
import { expect, it } from 'vitest';
import { addedParts } from '../../src/api/contract/added-parts.js';
import { wholeProfile } from '../../src/api/contract/document-profile.js';
import { documentText, spaceEdits } from '../../src/api/contract/space-contracts.js';
import { makeExecutable } from '../../src/api/graphql/engine/executable-schema.js';
import { buildSchemaIndex, extendSchemaIndex, type SchemaIndex } from '../../src/api/graphql/schema/schema-index.js';
import { Yielder } from '../../src/records/yielder.js';
import { ownCatalog } from './own-catalog.js';

/** Measures the steps between the moments at which others may go on. */
class Watch extends Yielder {
  private readonly start = performance.now();
  private last = this.start;
  private longest = 0;
  count = 0;

  override async pause(): Promise<void> {
    this.note();
  }

  /** @returns which part of all time the longest step took */
  share(): number {
    this.note();
    return this.longest / (this.last - this.start);
  }

  private note(): void {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
    this.count++;
  }
}

async function watched(build: (watch: Watch) => Promise<SchemaIndex>) {
  const watch = new Watch();
  const index = await build(watch);
  await makeExecutable(index.schema, index.roots, watch);
  return { index, count: watch.count, share: watch.share() };
}

// A garbage collection, or others on the machine, may fall into one step.
it('no step takes a third of the time', { retry: 2 }, async () => {
  const system = await watched((watch) => buildSchemaIndex(buildCatalog(entityTypes), watch));
  const own = await watched((watch) => extendSchemaIndex(system.index, ownCatalog(), watch));
  for (const { count, share } of [system, own]) {
    // The types are some two thousand.
    expect(count).toBeGreaterThan(1_500);
    expect(share).toBeLessThan(1 / 3);
  }
});

it('a schema is described type by type', async () => {
  const { index } = await watched((watch) => buildSchemaIndex(buildCatalog(entityTypes), watch));
  const yielder = new Watch();
  const document = parse(getIntrospectionQuery());
  const { data, errors } = await execute({ schema: index.schema, document, contextValue: { yielder } });
  expect(errors).toBeUndefined();
  const { types } = (data as { __schema: { types: unknown[] } }).__schema;
  expect(types.length).toBe(Object.keys(index.schema.getTypeMap()).length);
  expect(yielder.count).toBe(types.length);
});

it('the document of a space is made schema by schema', async () => {
  const yielder = new Watch();
  const catalog = ownCatalog();
  const text = documentText(v100Document);
  const { fields } = addedParts(catalog);
  const parts = { fields, entityTypes: [] };
  const edits = await spaceEdits(v100Document, text, catalog, parts, wholeProfile, yielder);
  // Behind those of changed schemas come those of new ones, of the paths and of the tags.
  const changed = edits.length - 3;
  expect(changed).toBeGreaterThan(2 * fields.length);
  expect(yielder.count).toBeGreaterThan(fields.length + 2 * changed);
});
