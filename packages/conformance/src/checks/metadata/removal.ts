/**
 * Promises about taking away what a space has defined: nothing goes that is needed, and values and records only when that is said.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import type { CheckContext } from '../../check-context.js';
import { expectError } from '../../expect-error.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { readText } from '../../http/json.js';
import { type DefinedField, defineEntityType, defineField } from '../define.js';

const deleteField = 'v100#/paths/~1entities~1Fields~1{id}/delete';
const deleteEntity = 'v100#/paths/~1entities~1Entities~1{id}/delete';

/** A field, and a project with a value in it. */
async function fieldWithValue(context: CheckContext): Promise<{ field: DefinedField; id: string; value: string }> {
  const field = await defineField(context, 'kept', { type_id: 'input' });
  const value = context.fixtures.uniqueText();
  return { field, id: idOf(await context.fixtures.create('Project', { [field.member]: value })), value };
}

async function restore({ rest }: CheckContext, collection: string, id: string): Promise<void> {
  expectSuccess(await rest.sendBelow('POST', collection, 'batch-restore', { body: [id] }));
}

/** An entity type of the space with one record. */
async function entityTypeWithRecord(context: CheckContext) {
  const { rest, fixtures } = context;
  const defined = await defineEntityType(context);
  const collection = readText(defined.entity_api_name, 'entity_api_name');
  // The types of a custom entity type answer one record, its default type, where other collections answer a list.
  const type_id = idOf(await rest.only(`${collection}Type`));
  const owner_id = await fixtures.idOf('Client');
  const record = await rest.create(collection, { name: fixtures.uniqueText(), owner_id, type_id });
  return { id: idOf(defined), collection, record };
}

export const metadataRemovalChecks: readonly Check[] = [
  {
    id: 'metadata.field.needed',
    sentence: 'MUST reject deleting a field that a formula needs with 409, until the formula is gone',
    spec: deleteField,
    run: async (context) => {
      const { rest } = context;
      const base = await defineField(context, 'base', { type_id: 'integer' });
      const calc_formula = `#${base.member} + 1`;
      const { id, member } = await defineField(context, 'formula', { type_id: 'integer', calc_formula });
      const { message } = expectError(await rest.send('DELETE', 'Fields', base.id), 409);
      expectThat(readText(message, 'message').includes(member), `the message should name ${member}`);
      await rest.get('Fields', base.id);
      for (const each of [id, base.id]) await rest.delete('Fields', each);
    },
  },
  {
    id: 'metadata.field.restored',
    sentence: 'MUST take a deleted field out of records, and bring it back with its values when it is restored',
    spec: deleteField,
    run: async (context) => {
      const { rest } = context;
      const { field, id, value } = await fieldWithValue(context);
      await rest.delete('Fields', field.id);
      expectThat(!(field.member in (await rest.get('Projects', id))), `records should not have ${field.member}`);
      await restore(context, 'Fields', field.id);
      expectEqual((await rest.get('Projects', id))[field.member], value, 'the value of the restored field');
    },
  },
  {
    id: 'metadata.field.delete-values',
    sentence: 'MUST forget the values of a field that is deleted with `delete-values=true`',
    spec: 'v100#/components/parameters/DeleteValues',
    run: async (context) => {
      const { rest } = context;
      const { field, id } = await fieldWithValue(context);
      expectSuccess(await rest.send('DELETE', 'Fields', field.id, { query: { 'delete-values': true } }));
      await restore(context, 'Fields', field.id);
      expectEqual((await rest.get('Projects', id))[field.member], null, 'the value of the restored field');
    },
  },
  {
    id: 'metadata.entity-type.needed',
    sentence: 'MUST reject deleting an entity type of the space that has records with 409, and leave all as it is',
    spec: deleteEntity,
    run: async (context) => {
      const { rest } = context;
      const { id, collection, record } = await entityTypeWithRecord(context);
      expectError(await rest.send('DELETE', 'Entities', id), 409);
      expectEqual(await rest.get(collection, idOf(record)), record, 'the record');
      await rest.delete(collection, idOf(record));
      await rest.delete('Entities', id);
      expectError(await rest.send('GET', collection, undefined), 404);
    },
  },
  {
    id: 'metadata.entity-type.delete-records',
    sentence: 'MUST delete an entity type with its records when `delete-records=true` says so, and restore both',
    spec: 'v100#/components/parameters/DeleteRecords',
    run: async (context) => {
      const { rest } = context;
      const { id, collection, record } = await entityTypeWithRecord(context);
      expectSuccess(await rest.send('DELETE', 'Entities', id, { query: { 'delete-records': true } }));
      expectError(await rest.send('GET', collection, undefined), 404);
      await restore(context, 'Entities', id);
      expectEqual((await rest.get(collection, idOf(record))).name, record.name, 'the name of the restored record');
    },
  },
];
