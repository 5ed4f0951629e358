import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { FieldRights, fieldLimits, limitsIn, madeByRules, parseFieldName } from './field-rights.js';
import { Rights } from './rights.js';

const catalog = buildCatalog(entityTypes);
const limitsOf = (...hidden: string[]) => {
  const rights = FieldRights.of({ hidden, readOnly: [] });
  if (rights === undefined) throw new Error('nothing is hidden');
  return fieldLimits(catalog, rights);
};
const namesIn = (entityType: string, ...hidden: string[]) => [...(limitsOf(...hidden).hidden.get(entityType) ?? [])];

describe('a field that is hidden', () => {
  it.each(['Accounts.owner', 'Accounts.owner_id', 'Account.owner_id'])(
    'goes with both names of its relation: %s',
    (name) => {
      const { catalog: shown } = limitsOf(name);
      for (const member of ['owner', 'owner_id']) expect(shown.member('Account', member)).toBeUndefined();
      expect(shown.member('Contact', 'owner_id')).toBeDefined();
      expect(catalog.member('Account', 'owner_id')).toBeDefined();
    },
  );

  it('is hidden in the union of its entity type, and not in the other one', () => {
    expect(namesIn('Activity', 'Tasks.subject')).toContain('subject');
    expect(namesIn('Appointment', 'Tasks.subject')).toEqual([]);
  });

  it('is hidden in all entity types of a union', () => {
    for (const name of ['Activity', 'Task', 'Appointment'])
      expect(namesIn(name, 'Activities.subject')).toContain('subject');
  });

  it('takes along the rows that it leads to', () => {
    expect(namesIn('Contact', 'ContactAccountRelations.contact_id')).toContain('account_relations');
    expect(namesIn('Account', 'ContactAccountRelations.contact_id')).not.toContain('contact_relations');
  });

  it('takes along what is put together of it', () => {
    expect(namesIn('Account', 'Accounts.name')).toContain('formatted_name');
  });

  it('is no longer among what a create needs', () => {
    expect(catalog.existing('Account').required).toContain('owner_id');
    expect(limitsOf('Accounts.owner').catalog.existing('Account').required).not.toContain('owner_id');
  });

  it('leaves all other entity types as they are', () => {
    const { catalog: shown } = limitsOf('Accounts.comments');
    const changed = catalog.entityTypes.filter((one) => shown.entityType(one.name) !== one);
    expect(changed.map(({ name }) => name)).toEqual(['Account']);
  });

  it('is hidden in the log alone when the space does not have it', () => {
    const { catalog: shown, hidden } = limitsOf('Accounts.cf_gone');
    expect(hidden.size).toBe(0);
    expect(limitsIn(shown)).toBeDefined();
    expect(shown.entityTypes).toEqual(catalog.entityTypes);
  });

  it('takes along what rules make of it', () => {
    const members = Object.entries(madeByRules).flatMap(([made, sources]) => [made, ...sources]);
    for (const name of members) expect(catalog.field(...(name.split('.') as [string, string])), name).toBeDefined();
    expect(namesIn('Appointment', 'Appointments.end_date')).toContain('duration');
    expect(namesIn('Contact', 'ContactAccountRelations.position')).toContain('account_position');
  });
});

it.each([
  ['Accounts', 'is not a field; write a collection and a field'],
  ['Acounts.name', 'the space has no entity type "Acounts". Did you mean "Accounts"?'],
  ['Accounts.nmae', 'Accounts has no field "nmae". Did you mean "name"?'],
  ['Accounts.id', 'cannot be hidden, as records are addressed, paged and followed by it'],
  ['Accounts.modified', 'cannot be hidden'],
  ['Profiles.pipelines', 'fields of Profiles cannot be hidden, as the service works by them'],
  ['Fields.name', 'fields of Fields cannot be hidden'],
])('%s cannot be hidden', (name, problem) => {
  expect(() => parseFieldName(catalog, name)).toThrow(problem);
});

describe('rights', () => {
  const hiding = (...hidden: string[]) => Rights.everything.withFields(FieldRights.of({ hidden, readOnly: [] }));

  it('that hide the same are the same object, and others tell callers apart', () => {
    expect(hiding('Accounts.name', 'Contacts.title')).toBe(hiding('Contacts.title', 'Accounts.name'));
    expect(hiding('Accounts.name').readsEverything).toBe(false);
    expect(JSON.stringify(hiding('Accounts.name'))).not.toBe(JSON.stringify(hiding('Accounts.city')));
    expect(Rights.everything.withFields(undefined)).toBe(Rights.everything);
  });

  it('without hidden fields read everything', () => {
    const readOnly = Rights.everything.withFields(FieldRights.of({ hidden: [], readOnly: ['Accounts.name'] }));
    expect(readOnly.readsEverything).toBe(true);
  });

  it('come back from their texts', () => {
    const texts = hiding('Accounts.name').toTexts();
    expect(texts).toEqual(['*:*', '-Accounts.name']);
    expect(Rights.ofTexts(texts)).toBe(hiding('Accounts.name'));
    expect(Rights.ofTexts(['*:*'])).toBe(Rights.everything);
  });
});
