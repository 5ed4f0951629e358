import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { draftRecord } from './draft-record.js';
import { parseMapping } from './mapping/load-mapping.js';
import { planImport } from './mapping/plan-import.js';
import type { CellError } from './values/evaluate-source.js';

const catalog = buildCatalog(entityTypes);
const a = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a01';
const b = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a02';

/** @param member name and source of a member beside the key, as YAML */
function draft(collection: string, key: string, member: string, cells: Record<string, string>) {
  const members = `{ ${key}: key, ${member} }`;
  const step = `{ name: One, file: one.csv, collection: ${collection}, key: ${key}, members: ${members} }`;
  const plan = planImport(parseMapping(`version: 1\nsteps: [${step}]\n`, 'm.yaml'), catalog, new Map());
  const errors: CellError[] = [];
  const body = draftRecord(plan.steps[0]?.members ?? [], {
    cells: new Map(Object.entries({ key: 'x', ...cells })),
    find: () => ({ kind: 'unknown' }),
    error: (error) => errors.push(error),
  });
  const { [key]: _, ...others } = body;
  return { ...others, ...(errors.length > 0 ? { errors } : {}) };
}

describe('draftRecord', () => {
  const tags = 'tags: { split: { tags: ; }, rows: [{ tag_id: tags }] }';
  const places = 'account_relations: { rows: [{ account_id: a, position: job }, { account_id: b }] }';
  const given = 'account_relations: { rows: [{ account_id: a }, { account_id: b, is_primary: main }] }';

  it.each([
    ['Accounts', 'name', tags, { tags: `${a}; ${b};` }, { tags: [{ tag_id: a }, { tag_id: b }] }],
    ['Accounts', 'name', tags, { tags: ' ; ' }, {}],
    [
      'Contacts',
      'last_name',
      places,
      { a, b, job: 'Cook' },
      {
        account_relations: [
          { account_id: a, position: 'Cook', is_primary: true },
          { account_id: b, is_primary: false },
        ],
      },
    ],
    ['Contacts', 'last_name', places, { b, job: 'Cook' }, { account_relations: [{ account_id: b, is_primary: true }] }],
    [
      'Contacts',
      'last_name',
      given,
      { a, b, main: 'yes' },
      { account_relations: [{ account_id: a }, { account_id: b, is_primary: true }] },
    ],
    ['Tasks', 'subject', 'contact_relations: { rows: [{ contact_id: a }] }', {}, {}],
    ['Tasks', 'subject', 'contact_relations: { rows: [{ contact_id: a, sort_order: { value: 1 } }] }', {}, {}],
    ['Appointments', 'subject', 'invitees_contacts: { rows: [{ contact_id: a }] }', {}, {}],
    [
      'Tasks',
      'subject',
      'reminder: { rows: [{ owner_id: a, set_date: at }] }',
      { a, at: '2026-01-31' },
      { reminder: { owner_id: a, set_date: '2026-01-31T00:00:00.000000' } },
    ],
    ['Tasks', 'subject', 'reminder: { rows: [{ owner_id: a, set_date: at }] }', { a }, {}],
    ['Appointments', 'subject', 'meeting_url: url', { url: '{"url": "x"}' }, { meeting_url: { url: 'x' } }],
    ['Appointments', 'subject', 'meeting_url: { value: 5 }', {}, { meeting_url: 5 }],
    [
      'Appointments',
      'subject',
      'meeting_url: url',
      { url: 'x' },
      { errors: [{ columns: ['url'], value: 'x', reason: 'expected JSON' }] },
    ],
  ])('%s by %s with %s, of %j', (collection, key, member, cells, wanted) => {
    expect(draft(collection, key, member, cells)).toEqual(wanted);
  });
});
