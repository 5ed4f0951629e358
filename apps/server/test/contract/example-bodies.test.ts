/**
 * The example bodies of the documents: each holds what a record must have and nothing else, and the server takes every one of them.
 */
import { buildCatalog, type EntityType, entityTypes, type ReferenceField } from '@headwater/catalog';
import { neededMembers } from '@headwater/contract';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { specialTypes } from '../every-type/special-types.js';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

const catalog = buildCatalog(entityTypes);
const creatable = entityTypes.filter(({ operations }: EntityType) => operations.includes('create'));

function exampleOf({ name }: EntityType): Json {
  const { schemas = {} } = v100Document.components;
  const { examples } = schemas[`${name}Create`] as { readonly examples: readonly Json[] };
  expect(examples).toHaveLength(1);
  return examples[0]!;
}

onOneDatabase((running) => {
  let maker: RecordMaker;
  beforeAll(() => {
    maker = new RecordMaker(running.space, catalog);
  });

  describe.each(creatable.map((entityType) => ({ name: entityType.name, entityType })))('$name', ({ entityType }) => {
    it('is created by the example of its document', async () => {
      const example = exampleOf(entityType);
      expect(Object.keys(example)).toEqual([...neededMembers(entityType)].sort());
      const references = entityType.fields.filter((field): field is ReferenceField => field.kind === 'reference');
      const body: Record<string, unknown> = { ...example };
      // A document cannot name records of the space, nor custom entity types.
      const repeated = Object.keys(specialTypes[entityType.name]?.repeats ?? {});
      const { body: made } = await maker.required(entityType);
      for (const { name } of references.filter(({ name }) => name in example)) body[name] = made[name];
      for (const name of repeated) body[name] = made[name];
      const answer = await running.space.send('POST', entityType.collection, { body });
      expect(answer.status, JSON.stringify([body, answer.body])).toBe(201);
      // What a rule asks for depends on the records that are there.
      const ruled = entityType.exampleMembers ?? [];
      for (const name of Object.keys(example).filter((one) => !ruled.includes(one))) {
        const { [name]: left, ...others } = body;
        const without = await running.space.send('POST', entityType.collection, { body: others });
        expect([name, without.status], JSON.stringify(left)).toEqual([name, 422]);
      }
    });
  });
});
