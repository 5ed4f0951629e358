/**
 * An answer that the caller knows already is not made again, and is made again once anything that it shows has changed: by whichever
 * process.
 */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { TestSpace } from '../test-space.js';

onBothDatabases((running) => {
  const ask = async (space: TestSpace, path: string, known = '') =>
    space.send('GET', path, known === '' ? {} : { headers: { 'If-None-Match': known } });
  const tagOf = async (space: TestSpace, path: string) => {
    const answer = await ask(space, path);
    expect(answer.status).toBe(200);
    return answer.headers.get('ETag') ?? '';
  };
  /** @returns statuses of the known answer: before the change, and after it */
  const across = async (space: TestSpace, path: string, change: () => Promise<unknown>) => {
    const tag = await tagOf(space, path);
    const before = await ask(space, path, tag);
    await change();
    return [before.status, (await ask(space, path, tag)).status];
  };

  it('tags lists, and answers 304 without reading any record', async () => {
    const space = await running.server.newSpace('tagged');
    await space.newContact();
    const path = 'Contacts?expand=owner&filter[last_name]=Okafor';
    const first = await ask(space, path);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"\d+-[\w-]{22}"$/);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(first.headers.get('Vary')).toContain('Authorization');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const statements = await running.server.statementsOf(async () => {
        const answer = await ask(space, path, known);
        expect([answer.status, answer.text, answer.headers.get('ETag')]).toEqual([304, '', tag]);
      });
      expect(statements).toEqual([]);
    }
    expect((await ask(space, path, '"other"')).status).toBe(200);
  });

  it('answers in full after each kind of change that the answer shows', async () => {
    const space = await running.server.newSpace('changing');
    const { ownerId } = space.ids;
    const account = await space.newAccount({ name: 'Harbour' });
    const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
    const list = 'Contacts?expand=owner,account_relations.account';
    const update = (city: string) => space.update('Contacts', contact.id, { city });
    expect(await across(space, list, () => update('Graz'))).toEqual([304, 200]);
    expect(await across(space, list, () => space.newContact())).toEqual([304, 200]);
    const expanded = () => space.update('Accounts', account.id, { city: 'Linz' });
    expect(await across(space, list, expanded)).toEqual([304, 200]);
    const filtered = 'Contacts?filter[account_relations.account.name]=Harbour';
    const renamed = () => space.update('Accounts', account.id, { name: 'Port' });
    expect(await across(space, filtered, renamed)).toEqual([304, 200]);
    expect(await across(space, list, () => space.update('Clients', ownerId, { first_name: 'Ada' }))).toEqual([
      304, 200,
    ]);
    const defined = () => space.create('Fields', { entity_name: 'Contact', name: 'Colour', type_id: 'input' });
    expect(await across(space, list, defined)).toEqual([304, 200]);
    const marked = () => space.send('DELETE', `Contacts/${contact.id}`);
    expect(await across(space, list, marked)).toEqual([304, 200]);
    expect(await across(space, list, () => space.create('Tags', { name: 'apart' }))).toEqual([304, 304]);
  });

  it('keeps to a caller and to a request', async () => {
    const { space } = running;
    const tag = await tagOf(space, 'Contacts?first=1');
    const headers = { 'If-None-Match': tag };
    const other = await fetch(`${space.entities}/Contacts?first=1`, {
      headers: { ...headers, Authorization: space.readOnlyAuthorization },
    });
    expect(other.status).toBe(200);
    expect((await ask(space, 'Contacts?first=2', tag)).status).toBe(200);
  });

  it('tags no answer that the clock has a part in', async () => {
    const { space } = running;
    await space.newOpportunity();
    const answer = await ask(space, 'Opportunities?first=1');
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, null]);
    expect(await tagOf(space, 'Opportunities?first=1&load-only=name')).not.toBe('');
  });

  it.each([
    ['Fields', 'recomputation'],
    ['Fields', 'background_work'],
    ['Entities', 'background_work'],
    ['ApiAccesses', 'last_used'],
  ])('tags no list of %s with %s, which changes without the record', async (collection, member) => {
    const { space } = running;
    for (const query of [`load-only=${member}`, `load-only=id&filter-op[${member}]=not-null`]) {
      const answer = await ask(space, `${collection}?first=1&${query}`);
      expect([answer.status, answer.headers.get('ETag')]).toEqual([200, null]);
    }
    expect(await tagOf(space, `${collection}?first=1&load-only=id`)).not.toBe('');
  });

  it('answers gets of a record and lists of REST v1 from what is known', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const path = `Contacts/${contact.id}`;
    const tag = await tagOf(space, path);
    expect((await ask(space, path, tag)).status).toBe(304);
    expect(await running.server.statementsOf(() => ask(space, path, tag))).toEqual([]);
    const v1 = `${running.server.origin}/rest_services/v1/${space.id}/Contacts?limit=1`;
    const send = (known = '') => fetch(v1, { headers: { Authorization: space.authorization, 'If-None-Match': known } });
    const legacy = (await send()).headers.get('ETag') ?? '';
    expect((await send(legacy)).status).toBe(304);
    await space.update('Contacts', contact.id, { city: 'Graz' });
    expect((await ask(space, path, tag)).status).toBe(200);
    expect((await send(legacy)).status).toBe(200);
  });

  it('answers GraphQL by GET from what is known', async () => {
    const { space } = running;
    const contact = await space.newContact();
    const query = encodeURIComponent(`{ contact(id: "${contact.id}") { city } }`);
    const url = `${running.server.origin}/api/v100/graphql/spaces/${space.id}?query=${query}`;
    const send = (known = '') =>
      fetch(url, {
        headers: {
          Authorization: space.authorization,
          Accept: 'application/json',
          ...(known && { 'If-None-Match': known }),
        },
      });
    const tag = (await send()).headers.get('ETag') ?? '';
    expect((await send(tag)).status).toBe(304);
    const statements = await running.server.statementsOf(async () => expect((await send(tag)).status).toBe(304));
    expect(statements).toEqual([]);
    await space.update('Contacts', contact.id, { city: 'Graz' });
    expect((await send(tag)).status).toBe(200);
  });
});
