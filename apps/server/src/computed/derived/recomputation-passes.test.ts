import { buildCatalog, type EntityType, type Field, type RollUp, type ValueField } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { derivedPlan, fieldNeeds } from './derived-plan.js';
import { everyField, recomputationPasses } from './recomputation-passes.js';

function value(name: string, derived?: ValueField['derived']): ValueField {
  const field = { name, description: '', readOnly: false, writeOnce: false, nullable: true, v1Name: null } as const;
  const custom = { id: `id of ${name}`, type: 'currency' } as const;
  return { ...field, kind: 'value', type: 'decimal', custom, ...(derived && { derived }) };
}

const formula = (name: string, text: string) => value(name, { kind: 'formula', text });
const sum = (name: string, relation: string, field: string) => {
  const rollUp: RollUp = { kind: 'roll-up', relation, function: 'SUM', field };
  return value(name, rollUp);
};

function rows(name: string, target: string, via: string): Field {
  const { v1Name, type: _, kind: __, ...shared } = value(name) as ValueField;
  return { ...shared, kind: 'rows', v1Name, v1Inline: false, target, via, on: 'id', owned: false };
}

function entityType(name: string, fields: readonly Field[]): EntityType {
  return {
    ...{ name, collection: `${name}s`, description: '', operations: [], required: [], requiredAnyOf: [], label: 'id' },
    ...{ numbered: false, v1: null, merge: false, customFields: true, graphql: { many: name, one: `${name}s` } },
    fields,
  };
}

const catalogOf = (weight: string) =>
  buildCatalog([
    entityType('Ship', [
      rows('boxes', 'Box', 'ship'),
      sum('load', 'boxes', 'weight'),
      formula('draught', '#load / 10'),
    ]),
    entityType('Box', [
      value('ship'),
      value('own'),
      value('extra'),
      rows('things', 'Thing', 'box'),
      formula('weight', weight),
    ]),
    entityType('Thing', [value('box'), value('mass')]),
  ]);

describe('recomputationPasses', () => {
  const catalog = catalogOf('#own + 1');
  const passesOf = (entityTypeName: string, ...names: string[]) =>
    recomputationPasses(catalog, derivedPlan(catalog), {
      entityType: entityTypeName,
      fieldIds: names.map((name) => (name === everyField ? name : `id of ${name}`)),
    }).map(({ entityType: type, rank }) => `${type} ${rank}`);

  it('goes over what is above a field as well, from below', () => {
    expect(passesOf('Box', 'weight')).toEqual(['Box 0', 'Ship 1']);
    expect(passesOf('Ship', 'load')).toEqual(['Ship 1']);
  });

  it('has no pass for a field that nothing is made of', () => {
    expect(passesOf('Box', 'extra')).toEqual([]);
    expect(passesOf('Box', 'nothing')).toEqual([]);
  });

  it('goes over all records of an entity type whose fields are not named', () => {
    expect(passesOf('Thing', everyField)).toEqual(['Thing 0']);
    expect(passesOf('Box', everyField)).toEqual(['Box 0', 'Ship 1']);
    expect(passesOf('Gone', everyField)).toEqual([]);
  });
});

describe('fieldNeeds', () => {
  const catalog = catalogOf('#own * 2');

  it.each([
    ['Box', 'weight', ['Box.own']],
    ['Ship', 'load', ['Box.weight']],
    ['Ship', 'draught', ['Ship.load']],
    ['Box', 'own', undefined],
    ['Box', 'nothing', undefined],
  ])('of %s.%s is %j', (entityTypeName, name, wanted) => {
    expect(fieldNeeds(catalog, entityTypeName, name)).toEqual(wanted);
  });
});
