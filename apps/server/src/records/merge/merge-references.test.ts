import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { isRowOf, pointsBack, type ReferringType, referringTypes } from './merge-references.js';

const catalog = buildCatalog(entityTypes);
const referring = (target: string) => referringTypes(catalog, catalog.existing(target));
const found = (target: string, name: string) => referring(target).find(({ entityType }) => entityType.name === name);
const names = ({ fields }: ReferringType) => fields.map(({ name }) => name);

describe('referringTypes', () => {
  it.each(entityTypes.filter(({ merge }) => merge).map(({ name }) => name))('knows what refers to a %s', (target) => {
    const all = entityTypes.flatMap(({ name, union, fields }) =>
      union
        ? []
        : fields.flatMap((field) =>
            field.kind === 'reference' && field.targets.includes(target) ? [`${name}.${field.name}`] : [],
          ),
    );
    const known = referring(target).flatMap((type) => names(type).map((name) => `${type.entityType.name}.${name}`));
    expect(known.toSorted()).toEqual(all.toSorted());
    expect(known).toContain(`${target}.merged_into`);
  });

  it('knows references that are derived, polymorphic, and several of one type', () => {
    expect(names(found('Account', 'Contact') as ReferringType)).toEqual(['primary_account']);
    expect(names(found('Lead', 'Note') as ReferringType)).toEqual(['lead_oppty_id']);
    expect(names(found('Account', 'AccountRelation') as ReferringType)).toEqual(['account1_id', 'account2_id']);
  });

  it('distinguishes links from records with a life of their own, which come first', () => {
    const links = referring('Account').map(({ link }) => link !== undefined);
    expect(links).toEqual([...links].sort((a, b) => Number(a) - Number(b)));
    for (const name of ['Note', 'Project', 'Email', 'AccountKPI', 'Account'])
      expect(found('Account', name)?.link).toBeUndefined();
    for (const name of ['TagRelation', 'AccountRelation', 'ClientFavorite', 'ActivityRelation']) {
      expect(found('Account', name)?.link).toBeDefined();
    }
    expect(found('Opportunity', 'LeadOpptyContactGroupRelation')?.link).toBeUndefined();
  });

  it('says what makes two links the same', () => {
    const link = found('Contact', 'LeadOpptyContactRelation')?.link;
    expect(link?.anchors.map(({ name }) => name)).toEqual(['contact_id', 'lead_oppty_id']);
    expect(link?.ends.map(({ name }) => name)).toContain('lead_oppty_contact_group_relation_id');
    expect(link?.flags).toEqual([{ via: 'lead_oppty_id', flag: 'is_primary' }]);
    expect(link?.single).toBe(false);
    const items = found('Opportunity', 'OpptyProductRelation')?.link;
    expect(items?.amounts.map(({ name }) => name).toSorted()).toEqual(['amount', 'price', 'quantity']);
    expect(found('Opportunity', 'OpptyRecurrence')?.link?.single).toBe(true);
  });

  it('knows the other records that links belong to', () => {
    const owners = (target: string, name: string) =>
      found(target, name)?.link?.owners.map(({ parent, via }) => `${parent.name} by ${via}`);
    expect(owners('Account', 'ContactAccountRelation')).toEqual(['Contact by contact_id']);
    expect(owners('Contact', 'ContactAccountRelation')).toEqual([]);
    expect(owners('Contact', 'LeadOpptyContactRelation')).toEqual([
      'Lead by lead_oppty_id',
      'Opportunity by lead_oppty_id',
    ]);
    expect(owners('Lead', 'ActivityRelation')).toEqual(['Appointment by activity_id', 'Task by activity_id']);
    expect(owners('Account', 'TagRelation')).toEqual([]);
  });
});

it('knows the rows of a record from what is tied to it', () => {
  const isRow = (parent: string, rows: string) => isRowOf(catalog.existing(parent), catalog.existing(rows));
  expect(isRow('Contact', 'ContactAccountRelation')).toBe(true);
  expect(isRow('Account', 'ContactAccountRelation')).toBe(false);
  expect(isRow('Opportunity', 'Quote')).toBe(false);
});

it('knows which references lead to what points back', () => {
  const leadsBack = (entityType: string, name: string) => {
    const field = catalog.field(entityType, name);
    return field !== undefined && pointsBack(catalog, catalog.existing(entityType), field);
  };
  expect(leadsBack('Opportunity', 'active_quote_id')).toBe(true);
  expect(leadsBack('Account', 'parent_account_id')).toBe(true);
  expect(leadsBack('Account', 'owner_id')).toBe(false);
  expect(leadsBack('Account', 'name')).toBe(false);
});
