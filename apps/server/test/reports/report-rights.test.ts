/** Who sees, changes and evaluates saved reports, and what they show of saved filters of others. */
import { beforeAll, expect, it } from 'vitest';
import { createKey } from '../../src/spaces/space-keys.js';
import { ask, mainTab, send } from '../filters/ask-filter.js';
import { onOneDatabase } from '../fixture.js';
import { basic, type Json, TestSpace } from '../test-space.js';
import { change, cities, evaluation, type Saved, save } from './saved-report-documents.js';

onOneDatabase((running) => {
  let space: TestSpace;
  let own: TestSpace;
  let theirs: TestSpace;
  let theirId: string;
  let theirUnit: string;
  beforeAll(async () => {
    space = await running.server.newSpace('reports');
    await space.newAccount({ name: 'North', city: 'Leeds' });
    theirUnit = (await space.create('SalesUnits', { name: 'Theirs' })).id;
    theirId = (await space.create('Clients', { email: 'other@example.com', default_unit_id: theirUnit })).id;
    const as = async (client: string) => {
      const key = await createKey(running.server.deps, { space: space.id, client });
      return new TestSpace(space.origin, space.id, basic(key), space.readOnlyAuthorization);
    };
    [own, theirs] = [await as(space.ids.ownerId), await as(theirId)];
  });

  const rejected = async (query: string, variables: Json, by: TestSpace) =>
    (await send(by, query, variables)).errors?.[0]?.message;

  it('is seen and changed by those with whom it is shared', async () => {
    const saved = async (name: string, shareMode: number, sharing: Json = {}) => {
      const { id } = (await ask<Saved>(own, save, { name: `Shared ${name}`, structure: [cities], shareMode })).saved;
      await space.update('Reports', id, sharing);
      return id;
    };
    const ids = {
      standard: await saved('standard', 0),
      hidden: await saved('hidden', 1),
      all: await saved('for all', 3),
      watched: await saved('to watch', 1, { sharing_clients: [{ client_id: theirId, role: 1 }] }),
      edited: await saved('to edit', 1, { sharing_clients: [{ client_id: theirId, role: 2 }] }),
      unit: await saved('with the unit', 1, { sharing_units: [{ unit_id: theirUnit, role: 2 }] }),
      otherUnit: await saved('with another unit', 1, { sharing_units: [{ unit_id: space.ids.unitId, role: 2 }] }),
    };
    const see = async (by: TestSpace) => {
      const { page } = await ask<{ page: { items: { name: string }[] } }>(
        by,
        '{ page: savedReports(first: 100) { items { name } } }',
      );
      return page.items.map(({ name }) => name).filter((name) => name.startsWith('Shared'));
    };
    expect(await see(own)).toHaveLength(7);
    expect(await see(space)).toHaveLength(7);
    expect(await see(theirs)).toEqual([
      'Shared for all',
      'Shared standard',
      'Shared to edit',
      'Shared to watch',
      'Shared with the unit',
    ]);
    const given = { name: 'Changed' };
    const codes: Record<string, unknown> = {};
    for (const [name, id] of Object.entries(ids)) {
      const answer = await send(theirs, change(given), { id, ...given });
      codes[name] = answer.errors?.[0]?.extensions.code ?? null;
    }
    const [no, none] = ['ERROR_FORBIDDEN', 'ERROR_RECORD_NOT_FOUND'];
    expect(codes).toEqual({
      standard: no,
      hidden: none,
      all: null,
      watched: no,
      edited: null,
      unit: null,
      otherUnit: none,
    });
    expect(await rejected(evaluation, { reportId: ids.hidden }, theirs)).toContain('there is no saved report');
    expect(await rejected(evaluation, { reportId: ids.watched }, theirs)).toBeUndefined();
  });

  it('shows nothing of saved filters that the caller may not see', async () => {
    const { saved: profile } = await ask<Saved>(
      own,
      'mutation ($tab: FilterTabInput!) { saved: saveFilter(name: "Own", tab: $tab, shareMode: 1) { id revision } }',
      { tab: mainTab('Account') },
    );
    const { saved } = await ask<Saved>(own, save, {
      name: 'Hidden filter',
      structure: [cities],
      profileId: profile.id,
    });
    expect(await rejected(evaluation, { reportId: saved.id }, own)).toBeUndefined();
    expect(await rejected(evaluation, { reportId: saved.id }, theirs)).toContain('there is no saved filter');
  });
});
