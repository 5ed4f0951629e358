import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import type { Change } from '../records/changes/change-page.js';
import { parseOptions } from './subscription.js';
import { knownEvents, wantedOf } from './wanted-events.js';

const catalog = buildCatalog(entityTypes);
const known = knownEvents(catalog);
const [id, other] = ['018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11', '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a12'];

function change(entity: string, act: Change['act'], members: object = {}, more: Partial<Change> = {}): Change {
  return {
    ...{
      entity,
      id,
      act,
      members: JSON.stringify(members),
      owners: [],
      skipKey: null,
      created: '2026-03-01T09:30:00.000000',
    },
    ...{ place: { revision: 1, position: 0 }, openText: '{' },
    ...more,
  };
}

/** What a webhook gets of a change: events by record. */
function wanted(events: readonly string[], one: Change, options: object = {}): Record<string, readonly string[]> {
  const parsed = { events: new Set(events), options: parseOptions(catalog, options) };
  const found = wantedOf(catalog, known, parsed, one);
  return Object.fromEntries(
    found.map((item) => [`${item.entity} ${item.id === id ? 'itself' : 'other'}`, item.events]),
  );
}

describe('the events of a change', () => {
  it.each<[Change, Record<string, string[]>]>([
    [change('Account', 'created', { name: [null, 'A'] }), { 'Account itself': ['Account.Create'] }],
    [change('Account', 'restored'), { 'Account itself': ['Account.Create'] }],
    [change('Account', 'deleted'), { 'Account itself': ['Account.Delete'] }],
    [change('Account', 'merged_into'), { 'Account itself': ['Account.Delete'] }],
    [change('Account', 'merged_from'), { 'Account itself': ['Account.Update'] }],
    [change('Account', 'updated', { city: ['a', 'b'] }), { 'Account itself': ['Account.Update'] }],
    [
      change('Account', 'updated', { owner_id: [id, other] }),
      { 'Account itself': ['Account.Update', 'Account.OwnerChanged'] },
    ],
    [
      change('Opportunity', 'updated', { step_id: [id, other], status: [1, 3] }),
      { 'Opportunity itself': ['Opportunity.Update', 'Opportunity.Move', 'Opportunity.Won'] },
    ],
    [
      change('Opportunity', 'updated', { is_archived: [false, true], status: [1, 2] }),
      { 'Opportunity itself': ['Opportunity.Update', 'Opportunity.Lost'] },
    ],
    [
      change('Opportunity', 'updated', { is_archived: [true, false], status: [2, 1] }),
      { 'Opportunity itself': ['Opportunity.Update'] },
    ],
    [
      change('Opportunity', 'created', { step_id: [null, other], status: [null, 3] }),
      { 'Opportunity itself': ['Opportunity.Create', 'Opportunity.Won'] },
    ],
    // Leads have no such event.
    [change('Lead', 'updated', { step_id: [id, other] }), { 'Lead itself': ['Lead.Update'] }],
    [change('Lead', 'updated', { status: [1, 2] }), { 'Lead itself': ['Lead.Update', 'Lead.Lost'] }],
    [change('Lead', 'converted'), { 'Lead itself': ['Lead.Delete'], 'Opportunity itself': ['Opportunity.Qualify'] }],
    [
      change('Opportunity', 'converted'),
      { 'Opportunity itself': ['Opportunity.Delete'], 'Lead itself': ['Lead.BackToLead'] },
    ],
    [
      change('ActivityComment', 'created', { activity_id: [null, other] }),
      { 'Task other': ['Task.Comment'], 'Appointment other': ['Appointment.Comment'] },
    ],
    [change('MemoComment', 'created', { memo_id: [null, other] }), { 'Memo other': ['Memo.Comment'] }],
    [
      change('CloudObjectRelation', 'created', { cloud_object_id: [null, id], account_id: [null, other] }),
      { 'Account other': ['Account.DocumentLinked'] },
    ],
    [change('CloudObjectRelation', 'deleted'), {}],
    // Not among the events.
    [change('Tag', 'created'), {}],
    [change('Webhook', 'updated'), {}],
  ])('%#', (one, events) => {
    expect(wanted(['*'], one)).toEqual(events);
  });
});

describe('what a webhook wants', () => {
  const moved = change('Opportunity', 'updated', { step_id: [id, other] });

  it.each([
    [['*'], ['Opportunity.Update', 'Opportunity.Move']],
    [['Opportunity.*'], ['Opportunity.Update', 'Opportunity.Move']],
    [['Opportunity.Move'], ['Opportunity.Move']],
    [['Opportunity.Won', 'Account.*'], undefined],
  ])('by the events %j', (events, got) => {
    expect(wanted(events, moved)['Opportunity itself']).toEqual(got);
  });

  it('leaves out what names one of its skip keys', () => {
    const skipped = { ...moved, skipKey: 'import' };
    expect(wanted(['*'], skipped, { skip_keys: ['import'] })).toEqual({});
    expect(wanted(['*'], skipped, { skip_keys: ['other'] })).not.toEqual({});
    expect(wanted(['*'], skipped)).not.toEqual({});
  });

  it('watches members of updates, and leaves other events alone', () => {
    const options = { entity: { Opportunity: { 'on-field-change': ['name'] } } };
    expect(wanted(['*'], moved, options)).toEqual({ 'Opportunity itself': ['Opportunity.Move'] });
    expect(wanted(['*'], change('Opportunity', 'deleted'), options)).not.toEqual({});
    const renamed = change('Opportunity', 'updated', { name: ['a', 'b'] });
    expect(wanted(['*'], renamed, options)).toEqual({ 'Opportunity itself': ['Opportunity.Update'] });
  });

  it('takes changes of related rows for updates of their owners', () => {
    const linked = change('ContactAccountRelation', 'updated', {}, { owners: [other] });
    const got = wanted(['Contact.*', 'Account.*'], linked, { related_entity: ['ContactAccountRelation'] });
    expect(got).toEqual({ 'Contact other': ['Contact.Update'] });
    expect(wanted(['Contact.*'], linked)).toEqual({});
  });
});

describe('lists of thousands of names', () => {
  it('count each name once', () => {
    const options = {
      entity: { Account: { 'load-only': Array(5_000).fill('name'), 'on-field-change': Array(5_000).fill('name') } },
    };
    const { entities } = parseOptions(catalog, options);
    expect([...(entities.get('Account')?.onFieldChange ?? [])]).toEqual(['name']);
    expect(entities.get('Account')?.selection).toMatchObject({ only: { name: {} } });
  });

  it('are no more than 4,000 where they are given, and as many as they are where they were saved', () => {
    const names = Array.from({ length: 4_001 }, (_, index) => `owner.n${index}`);
    const options = { entity: { Account: { 'load-only': names } } };
    expect(() => parseOptions(catalog, options)).toThrow('options.entity.Account.load-only: at most 4,000 names');
    expect(() => parseOptions(catalog, options, false)).toThrow('Client has no field "n0"');
  });
});

describe('options that make no sense', () => {
  it.each([
    [{ entity: { Acount: {} } }, 'there is no entity type "Acount"'],
    [{ entity: { Account: { filter: { nmae: 'x' } } } }, 'nmae'],
    [{ entity: { Account: { filter: { name: 'x' }, 'filter-op': { name: 'same' } } } }, '"same" is not an operator'],
    [{ entity: { Account: { 'filter-op': { name: 'gt' } } } }, 'needs a value'],
    [{ entity: { Account: { expand: ['ownr'] } } }, 'ownr'],
    [{ entity: { Account: { 'on-field-change': ['nmae'] } } }, '"nmae" is no member of Account'],
    [{ chunk_size: 101 }, 'options.chunk_size: must be a whole number from 1 to 100'],
    [{ skip_keys: [1] }, 'options.skip_keys: must be a list of texts'],
  ])('%j', (options, message) => {
    expect(() => parseOptions(catalog, options)).toThrow(message);
  });
});
