/** Members as files write them, and what is made of each. */
import type { JsonObject } from '@headwater/contract';
import { describe, expect, it } from 'vitest';
import { SpecNode } from '../spec/spec-node.js';
import type { Member } from './entity-model.js';
import { parseMember } from './parse-member.js';

function parse(name: string, member: JsonObject, required: string[] = []): Member {
  return parseMember(name, new SpecNode({ description: 'It.', ...member }, [], () => ({ file: 'x' })), required);
}

describe('a value', () => {
  it.each([
    [{ type: 'string' }, { type: 'string', maxLength: 255 }],
    [
      { type: 'string', maxLength: 7 },
      { type: 'string', maxLength: 7 },
    ],
    [
      { type: 'string', 'x-multiline': true },
      { type: 'text', maxLength: 1_000_000 },
    ],
    [
      { type: 'string', format: 'email' },
      { type: 'string', format: 'email' },
    ],
    [{ type: 'string', format: 'uuid' }, { type: 'uuid' }],
    [{ type: 'string', format: 'date' }, { type: 'date' }],
    [{ type: 'string', format: 'date-time' }, { type: 'datetime' }],
    [
      { type: 'integer', minimum: 0 },
      { type: 'integer', minimum: 0 },
    ],
    [{ type: 'number', format: 'double' }, { type: 'float' }],
    [{ type: 'number', format: 'decimal' }, { type: 'decimal' }],
    [{ type: 'boolean' }, { type: 'boolean' }],
    [{ 'x-json': true }, { type: 'json' }],
    [
      { type: 'string', 'x-aliases': { Firm: 'Account' } },
      { type: 'string', aliases: { Firm: 'Account' } },
    ],
    [
      { type: 'array', items: { type: 'string', format: 'uuid' } },
      { type: 'uuids', nullable: false },
    ],
    [
      { type: 'array', items: { type: 'string' }, maxLength: 9 },
      { type: 'strings', maxLength: 9, nullable: false },
    ],
  ])('%j has its type', (member, expected) => {
    expect(parse('it', member)).toMatchObject({ kind: 'value', ...expected });
  });

  it('lists its values in rising order', () => {
    const member = parse('it', { type: 'integer', 'x-enum': { 2: 'B', 1: 'A', '-1': 'None' } });
    const values = member.kind === 'value' ? member.enum?.map(({ value }) => value) : [];
    expect(values).toEqual([-1, 1, 2]);
  });

  it('has the upper case of its name in REST v1 by default', () => {
    expect(parse('zip_code', { type: 'string' })).toMatchObject({ v1Name: 'ZIP_CODE' });
    expect(parse('zip_code', { type: 'string', 'x-v1': 'ZIP' })).toMatchObject({ v1Name: 'ZIP' });
    expect(parse('zip_code', { type: 'string', 'x-v1': null })).toMatchObject({ v1Name: null });
  });
});

describe('null', () => {
  it('is allowed unless the member is required or says no', () => {
    expect(parse('it', { type: 'string' }).nullable).toBe(true);
    expect(parse('it', { type: 'string' }, ['it']).nullable).toBe(false);
    expect(parse('it', { type: 'string', 'x-nullable': false }).nullable).toBe(false);
  });

  it('follows from the derivation', () => {
    expect(parse('it', { type: 'boolean', 'x-derived': { constant: false } }).nullable).toBe(false);
    expect(parse('it', { type: 'integer', 'x-derived': { 'days-since': 'moved' } }).nullable).toBe(false);
    expect(parse('it', { type: 'string', 'x-derived': { join: ['a'] } }).nullable).toBe(true);
  });
});

describe('a relation', () => {
  it('is an id with a link of the same name', () => {
    expect(parse('owner_id', { 'x-relation': 'Client' })).toMatchObject({
      kind: 'reference',
      hasIdMember: true,
      links: [{ name: 'owner', target: 'Client' }],
      targets: ['Client'],
    });
  });

  it('can point at one of several types, with a link for each', () => {
    expect(parse('lead_oppty_id', { 'x-relation': { lead: 'Lead', oppty: 'Opportunity' } })).toMatchObject({
      links: [
        { name: 'lead', target: 'Lead' },
        { name: 'oppty', target: 'Opportunity' },
      ],
      targets: ['Lead', 'Opportunity'],
    });
  });

  it('can show only its id or only its link', () => {
    expect(parse('other_id', { 'x-relation': 'Field', 'x-link': false })).toMatchObject({
      links: [],
      targets: ['Field'],
    });
    expect(parse('main', { 'x-relation': 'Account', 'x-id-member': false })).toMatchObject({
      hasIdMember: false,
      v1Name: null,
      links: [{ name: 'main', target: 'Account' }],
    });
  });
});

describe('a choice of an option', () => {
  const set = '00000000-0000-0000-0000-0000000d0001';

  it('names its set', () => {
    expect(parse('industry_id', { 'x-relation': 'Data', 'x-data-set': set })).toMatchObject({ dataSet: set });
  });

  it('is rejected for other relations and for what is not an id', () => {
    expect(() => parse('owner_id', { 'x-relation': 'Client', 'x-data-set': set })).toThrow('only a relation to Data');
    expect(() => parse('industry_id', { 'x-relation': 'Data', 'x-data-set': 'x' })).toThrow('must be the id of a set');
  });
});

describe('rows', () => {
  it('can be lists of REST v1, each of the rows with some value', () => {
    const member = {
      'x-rows': { target: 'Share', via: 'deal_id', owned: true, item: 'client_id' },
      'x-v1': { TEAM: { role: 2 }, WATCHERS: { role: 1 } },
    };
    expect(parse('shares', member)).toMatchObject({
      v1Name: null,
      v1Lists: [
        { name: 'TEAM', item: 'client_id', where: { role: 2 } },
        { name: 'WATCHERS', item: 'client_id', where: { role: 1 } },
      ],
    });
    expect(() => parse('shares', { ...member, 'x-v1': { team: { role: 2 } } })).toThrow('upper case');
    expect(() => parse('shares', { ...member, 'x-rows': { target: 'Share', via: 'deal_id' } })).toThrow('item');
  });

  it('can be written inside the record only when they belong to it', () => {
    const rows = { target: 'Step', via: 'pipeline_id' };
    expect(parse('steps', { 'x-rows': rows })).toMatchObject({
      owned: false,
      readOnly: true,
      on: 'id',
      nullable: false,
    });
    expect(parse('steps', { 'x-rows': { ...rows, owned: true } })).toMatchObject({ owned: true, readOnly: false });
  });

  it('can be some of the rows, and one alone, which can be missing', () => {
    const rows = {
      target: 'Step',
      via: 'pipeline_id',
      having: 'owner_id',
      item: 'owner_id',
      owned: true,
      single: true,
    };
    expect(parse('step', { 'x-rows': rows })).toMatchObject({
      having: 'owner_id',
      item: 'owner_id',
      single: true,
      nullable: true,
    });
  });
});

describe('a member', () => {
  it('can be an address of the service itself', () => {
    expect(parse('it', { type: 'string', format: 'uri', 'x-served': true })).toMatchObject({ served: true });
    expect(parse('it', { type: 'string', format: 'uri' })).not.toHaveProperty('served');
  });

  it('can be hidden or only in bodies', () => {
    expect(parse('it', { type: 'string', 'x-hidden': true })).toMatchObject({ hidden: true });
    expect(parse('it', { type: 'string', 'x-write-only': true })).toMatchObject({ writeOnly: true });
    expect(parse('it', { type: 'string' })).not.toHaveProperty('hidden');
  });

  it.each([
    [{ 'x-default': 'now', type: 'string', format: 'date-time' }, { kind: 'now' }],
    [{ 'x-default': 'first-record', 'x-relation': 'A' }, { kind: 'first-record' }],
    [
      { 'x-default': { 'first-record': { where: 'b' } }, 'x-relation': 'A' },
      { kind: 'first-record', where: 'b' },
    ],
    [
      { 'x-default': { through: 'owner_id', member: 'unit_id' }, 'x-relation': 'A' },
      { kind: 'through', reference: 'owner_id', member: 'unit_id' },
    ],
    [
      { default: 3, type: 'integer' },
      { kind: 'value', value: 3 },
    ],
  ])('%j has its default', (member, expected) => {
    expect(parse('it_id', member).default).toEqual(expected);
  });

  it.each([
    [{ join: ['a', 'b'] }, { kind: 'join', fields: ['a', 'b'] }],
    [
      { primary: 'rows', member: 'm' },
      { kind: 'primary', rows: 'rows', member: 'm' },
    ],
    [{ constant: null }, { kind: 'constant', value: null }],
    [{ rule: 'status' }, { kind: 'rule', rule: 'status' }],
    [
      { collect: 'units', member: 'unit_id', where: { role: 1 } },
      { kind: 'collect', rows: 'units', member: 'unit_id', where: { role: 1 } },
    ],
    [
      { collect: 'units', member: 'unit_id' },
      { kind: 'collect', rows: 'units', member: 'unit_id' },
    ],
    [{ favorite: 'account_id' }, { kind: 'favorite', member: 'account_id' }],
  ])('%j is derived and read only', (derived, expected) => {
    expect(parse('it', { type: 'string', 'x-derived': derived })).toMatchObject({ derived: expected, readOnly: true });
  });

  it.each([
    ['two derivations', { type: 'string', 'x-derived': { rule: 'a', constant: 1 } }, 'must hold one of'],
    [
      'a default and a derivation',
      { type: 'integer', default: 1, 'x-derived': { rule: 'a' } },
      'cannot have a default',
    ],
    [
      'a condition that is not a plain value',
      { type: 'string', 'x-derived': { collect: 'a', member: 'm', where: { b: [1] } } },
      'plain value',
    ],
    [
      'a condition of null',
      { type: 'string', 'x-derived': { collect: 'a', member: 'm', where: { b: null } } },
      'not be null',
    ],
    ['aliases of a number', { type: 'integer', 'x-aliases': { One: '1' } }, 'only one-line texts have aliases'],
    ['a served text', { type: 'string', 'x-served': true }, 'only addresses'],
    ['two defaults', { type: 'integer', default: 1, 'x-default': 'now' }, 'either default or x-default'],
    ['an order of its own for now', { type: 'integer', 'x-default': 'now' }, 'only dates and date-times'],
    ['another v1 name in lower case', { type: 'string', 'x-v1': 'Zip' }, 'upper case'],
    [
      'a value list that is of neither texts nor ids',
      { type: 'array', items: { type: 'string', format: 'date' } },
      'holds texts or uuids',
    ],
  ])('is rejected with %s', (_, member, problem) => {
    expect(() => parse('it', member)).toThrow(problem);
  });
});
