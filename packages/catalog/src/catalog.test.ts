/** Lookups over a small catalog, and facts that the generated one must have. */

import type { EntityType, ReferenceField, ValueField } from '@headwater/contract';
import { describe, expect, it } from 'vitest';
import { buildCatalog } from './catalog.js';
import { entityTypes, errorByName, errors, operators } from './index.js';

const shared = { description: '', readOnly: false, writeOnce: false, nullable: true };
const text = (name: string): ValueField => ({
  ...shared,
  kind: 'value',
  name,
  type: 'string',
  v1Name: name.toUpperCase(),
});
const owner: ReferenceField = {
  ...shared,
  kind: 'reference',
  name: 'owner_id',
  v1Name: 'OWNER_ID',
  hasIdMember: true,
  links: [{ name: 'owner', target: 'Person' }],
  targets: ['Person'],
};

function entityType(name: string, more: Partial<EntityType> = {}): EntityType {
  return {
    name,
    collection: `${name}s`,
    description: '',
    operations: ['list'],
    fields: [text('id'), text('address'), owner],
    required: [],
    requiredAnyOf: [],
    label: 'id',
    numbered: false,
    v1: { entity: name, collection: `${name}s` },
    merge: false,
    customFields: false,
    graphql: { many: name, one: `${name}s` },
    ...more,
  };
}

describe('a catalog', () => {
  const catalog = buildCatalog([
    entityType('Person'),
    entityType('Step', { v1: { entity: 'Stage', collection: 'Stages' } }),
    entityType('Field', { v1: null }),
  ]);

  it('finds entity types by name, collection and v1 names', () => {
    expect(catalog.entityType('Person')?.collection).toBe('Persons');
    expect(catalog.byCollection('Steps')?.name).toBe('Step');
    expect(catalog.byV1Collection('Stages')?.entityType.name).toBe('Step');
    expect(catalog.byV1Entity('Stage')?.entityType.name).toBe('Step');
  });

  it('does not know the v100 name in v1, singulars as collections, or hidden entity types', () => {
    expect(catalog.byV1Collection('Steps')).toBeUndefined();
    expect(catalog.byCollection('Step')).toBeUndefined();
    expect(catalog.byV1Collection('Fields')).toBeUndefined();
  });

  it('answers undefined for names that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(catalog.entityType(name)).toBeUndefined();
      expect(catalog.field('Person', name)).toBeUndefined();
      expect(catalog.members(name)).toEqual([]);
    }
  });

  it('finds a relation by its id member and by its link', () => {
    expect(catalog.field('Person', 'owner')).toBeUndefined();
    expect(catalog.member('Person', 'owner_id')).toMatchObject({ kind: 'value', field: owner });
    expect(catalog.member('Person', 'owner')).toMatchObject({ kind: 'link', field: owner, link: owner.links[0] });
  });

  it('puts system members first, then links, then the others by name', () => {
    expect(catalog.members('Person').map((member) => member.name)).toEqual(['id', 'owner', 'address', 'owner_id']);
  });

  it('leaves out the id of a relation that shows only its link', () => {
    const primary = { ...owner, name: 'owner', hasIdMember: false };
    const own = buildCatalog([entityType('Person', { fields: [text('id'), primary] })]);
    expect(own.members('Person').map((member) => member.name)).toEqual(['id', 'owner']);
  });

  it('shows a link once that leads to another type in each type of a union', () => {
    const links = ['Cat', 'Dog'].map((target) => ({ name: 'kind', target }));
    const kind: ReferenceField = { ...owner, name: 'kind_id', links, targets: ['Cat', 'Dog'] };
    const pets = buildCatalog([entityType('Pet', { fields: [kind], union: ['Cat', 'Dog'] })]);
    expect(pets.members('Pet').map((member) => member.name)).toEqual(['kind', 'kind_id']);
  });

  it('knows what is only written in bodies, and of what is hidden nothing', () => {
    const secret: ValueField = { ...text('secret'), writeOnly: true };
    const own = buildCatalog([
      entityType('Person', {
        fields: [text('id'), secret, { ...owner, hidden: true }, { ...text('note'), hidden: true }],
      }),
    ]);
    expect(own.members('Person').map((member) => member.name)).toEqual(['id']);
    expect(own.member('Person', 'secret')).toMatchObject({ kind: 'value', field: secret });
    for (const name of ['note', 'owner', 'owner_id']) expect(own.member('Person', name)).toBeUndefined();
    expect(own.field('Person', 'note')).toMatchObject({ hidden: true });
  });

  it('throws for the target of a relation that is not there', () => {
    expect(catalog.existing('Step').collection).toBe('Steps');
    expect(() => catalog.existing('Club')).toThrow('no entity type "Club"');
  });

  it('rejects a name that is given twice', () => {
    expect(() => buildCatalog([entityType('Person'), entityType('Person')])).toThrow(
      '"Person" is in the entity catalog twice',
    );
  });
});

describe('the generated catalog', () => {
  const catalog = buildCatalog(entityTypes);

  it('points only at entity types that exist', () => {
    const targets = entityTypes.flatMap(({ fields }) =>
      fields.flatMap((field) =>
        field.kind === 'reference' ? field.targets : field.kind === 'rows' ? [field.target] : [],
      ),
    );
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !catalog.entityType(target))).toEqual([]);
  });

  it('gives every entity type the system members in their order', () => {
    for (const { name } of entityTypes) {
      const names = catalog.members(name).map((member) => member.name);
      expect(names.slice(0, 5)).toEqual(['is_delete_protected', 'id', 'is_deleted', 'modified', 'created']);
      expect(names).toContain('revision');
    }
  });

  it('finds errors by name', () => {
    expect(errorByName('ERROR_ENTITY_VALIDATION')).toMatchObject({ code: 40000, status: 422 });
  });

  it('has the 19 operators and no error code twice', () => {
    expect(operators).toHaveLength(19);
    expect(new Set(errors.map((error) => error.code)).size).toBe(errors.length);
  });
});
