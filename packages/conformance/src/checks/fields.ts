/**
 * Promises about Field records, which describe the members of each entity type.
 */

import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import { expectEqual, expectThat } from '../expectation.js';
import { readText } from '../http/json.js';
import { readForward } from './lists/read-pages.js';

export const fieldChecks: readonly Check[] = [
  {
    id: 'field.every-member',
    sentence: 'MUST list a Field record for every system field, found by `entity_name` and `api_name`',
    spec: 'v100#/paths/~1entities~1Fields/get',
    run: async ({ rest, fixtures }) => {
      for (const name of ['Account', 'Contact', 'Opportunity', 'Product']) {
        const pages = await readForward(rest, 'Fields', { 'filter[entity_name]': name }, 100);
        const listed = pages.flatMap((page) => page.records).map((record) => readText(record.api_name, 'api_name'));
        const shown = fixtures.entityType(name).fields.filter((field) => field.kind !== 'value' || !field.hidden);
        const missing = shown.filter(
          (field) => !listed.includes(field.name) && !(field.kind === 'reference' && field.hidden),
        );
        expectEqual(
          missing.map((field) => field.name),
          [],
          `fields of ${name} that are not listed`,
        );
        expectEqual(new Set(listed).size, listed.length, `different api_names of ${name}`);
      }
    },
  },
  {
    id: 'field.by-name',
    sentence: 'MUST find one field by `filter[api_name]` and `filter[entity_name]`, and get it by its id',
    spec: 'v100#/paths/~1entities~1Fields~1{id}/get',
    run: async ({ rest }) => {
      const query = { 'filter[api_name]': 'last_name', 'filter[entity_name]': 'Contact' };
      const { records } = await rest.list('Fields', query);
      expectEqual(records.length, 1, 'fields found');
      expectEqual(await rest.get('Fields', idOf(records[0] ?? {})), records[0], 'the field got');
    },
  },
  {
    id: 'field.in-errors',
    sentence: 'MUST name in validation errors the id of the Field record of the member',
    spec: 'v100#/components/schemas/FieldMistakes',
    run: async ({ rest, fixtures }) => {
      const answer = await rest.send('POST', 'Contacts', undefined, { body: { last_name: fixtures.uniqueText() } });
      const { records } = await rest.list('Fields', {
        'filter[api_name]': 'owner_id',
        'filter[entity_name]': 'Contact',
      });
      expectThat(
        answer.text.includes(`"${idOf(records[0] ?? {})}"`),
        'field_id should be the id of the Field record of owner_id',
      );
    },
  },
];
