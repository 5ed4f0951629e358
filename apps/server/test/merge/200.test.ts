/**
 * What a merge answers and what becomes of the members of the records.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { merge, sendMerge } from './merge.js';

onDatabaseInTurn((running) => {
  it('answers the master as the next get does, at one revision more', async () => {
    const { space } = running;
    const master = await space.newAccount();
    const other = await space.newAccount();
    const { revision } = await space.newContact();
    const answer = await sendMerge(space, 'Accounts', { id: master.id }, [other.id]);
    expect(answer.status).toBe(200);
    expect(answer.body.success).toBe(true);
    const shown = await space.send('GET', `Accounts/${master.id}`);
    expect(answer.body).toEqual(shown.body);
    expect(answer.headers.get('etag')).toBe(shown.headers.get('etag'));
    expect(answer.body.data).toMatchObject({ id: master.id, revision: revision + 1, created: master.created });
  });

  it('gives the master what the body says, else what it has, else what the first of the others has', async () => {
    const { space } = running;
    const master = await space.newAccount({ name: 'Harbourline', city: 'Bristol', phone2: '', comments: null });
    const second = await space.newAccount({
      name: 'Harbourline Ltd',
      city: 'Leeds',
      phone1: '1',
      phone2: '2',
      phone3: '',
    });
    const third = await space.newAccount({
      name: 'H',
      phone1: '7',
      phone3: '3',
      comments: 'big',
      email1: 'a@b.example',
    });
    const body = { id: master.id, name: 'Harbourline Logistics', email1: null };
    expect(await merge(space, 'Accounts', body, [second, third])).toMatchObject({
      name: 'Harbourline Logistics',
      formatted_name: 'Harbourline Logistics',
      city: 'Bristol',
      phone1: '1',
      phone2: '2',
      phone3: '3',
      comments: 'big',
      // Given, be it as null.
      email1: null,
    });
  });

  it('takes over texts that make up another one, references, and objects by their id', async () => {
    const { space } = running;
    const picture = await space.create('CloudObjects', {
      filename: 'a.png',
      type: 8,
      url: 'https://example.com/a.png',
    });
    const master = await space.newContact({ first_name: 'Grace', last_name: null });
    const other = await space.newContact({ first_name: 'G.', last_name: 'Okafor', picture_id: picture.id });
    const merged = await merge(space, 'Contacts', { id: master.id }, [other]);
    expect(merged).toMatchObject({ formatted_name: 'Grace Okafor', picture_id: picture.id });
    const plain = await space.newContact();
    const given = await merge(space, 'Contacts', { id: plain.id, picture: { id: picture.id } }, [merged]);
    expect(given).toMatchObject({ formatted_name: 'Grace Okafor', picture_id: picture.id });
  });

  it('takes no over false and 0 for something said', async () => {
    const { space } = running;
    const master = await space.newContact({ gender: 0, share_mode: 0 });
    const other = await space.newContact({ gender: 2, share_mode: 1 });
    const merged = await merge(space, 'Contacts', { id: master.id }, [other]);
    expect(merged).toMatchObject({ gender: 0, share_mode: 0 });
  });

  it.each(['Contacts', 'Accounts'])('keeps the wish of any of the %s for no more mail', async (collection) => {
    const { space } = running;
    const make = (is_unsubscribed: boolean) =>
      collection === 'Contacts' ? space.newContact({ is_unsubscribed }) : space.newAccount({ is_unsubscribed });
    const [plain, other, third] = [await make(false), await make(false), await make(true)];
    expect((await merge(space, collection, { id: plain.id }, [other])).is_unsubscribed).toBe(false);
    // A master that is sent back as it was read says false without meaning it.
    expect((await merge(space, collection, { id: plain.id, is_unsubscribed: false }, [third])).is_unsubscribed).toBe(
      true,
    );
    const body = { id: plain.id, is_unsubscribed: false };
    expect((await merge(space, collection, body, [await make(false)])).is_unsubscribed).toBe(true);
    expect((await space.update(collection, plain.id, { is_unsubscribed: false })).is_unsubscribed).toBe(false);
  });

  it('leaves what the service itself says of the master', async () => {
    const { space } = running;
    const query = { 'validation-level': 8 };
    const other = await space.create('Accounts', { name: 'x', owner_id: space.ids.ownerId, health_status: 3 }, query);
    expect(other.health_status).toBe(3);
    const master = await space.newAccount({ created: '2020-01-01' });
    const merged = await merge(space, 'Accounts', { id: master.id }, [other]);
    expect(merged).toMatchObject({ health_status: null, created: '2020-01-01T00:00:00.000000' });
    const last = await space.newAccount();
    const dated = await merge(space, 'Accounts', { id: last.id, created: '2019-01-01' }, [merged]);
    expect(dated.created).toBe('2019-01-01T00:00:00.000000');
  });

  it('takes the master as it was read, with links and all', async () => {
    const { space } = running;
    const master = await space.newAccount({ city: 'Bristol' });
    const other = await space.newAccount({ city: 'Leeds', phone1: '1' });
    const merged = await merge(space, 'Accounts', master, [other]);
    // All members were given, those that were null too.
    expect(merged).toMatchObject({ city: 'Bristol', phone1: null });
  });

  it('merges leads and opportunities alike, each standing where it stood', async () => {
    const { space } = running;
    const lead = (members: object) => space.create('Leads', { name: 'an enquiry', ...members });
    const lost = await lead({ is_archived: true, reason_of_close_description: 'too dear', description: 'forklifts' });
    const open = await merge(space, 'Leads', { id: (await lead({})).id }, [lost]);
    expect(open).toMatchObject({
      status: 1,
      description: 'forklifts',
      lost_date: null,
      reason_of_close_description: null,
    });
    const alsoLost = await lead({ is_archived: true });
    const again = await merge(space, 'Leads', { id: alsoLost.id }, [
      await lead({ is_archived: true, reason_of_close_description: 'too late' }),
    ]);
    expect(again).toMatchObject({ status: 2, lost_date: alsoLost.lost_date, reason_of_close_description: 'too late' });

    const won = await space.newOpportunity({ step_id: space.ids.stepIds.at(-1), description: 'forklifts' });
    expect(won.status).toBe(3);
    const opportunity = await space.newOpportunity();
    const merged = await merge(space, 'Opportunities', { id: opportunity.id }, [won]);
    expect(merged).toMatchObject({
      status: 1,
      won_date: null,
      description: 'forklifts',
      step_id: space.ids.stepIds[0],
    });
  });

  it('takes the members that are given as an update does', async () => {
    const { space } = running;
    const archived = await space.create('Leads', { name: 'an enquiry', is_archived: true });
    const other = await space.create('Leads', { name: 'another', description: 'forklifts' });
    const body = { id: archived.id, is_archived: false, name: 'both' };
    expect(await merge(space, 'Leads', body, [other])).toMatchObject({
      status: 1,
      name: 'both',
      description: 'forklifts',
    });
  });

  it('merges the same record on, and what was merged into it leads to where it went', async () => {
    const { space } = running;
    const [first, second, third] = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
    const note = await space.create('Notes', { note: 'x', owner_id: space.ids.ownerId, account_id: first.id });
    await merge(space, 'Accounts', { id: second.id }, [first]);
    await merge(space, 'Accounts', { id: third.id }, [second]);
    expect((await space.get('Notes', note.id)).account_id).toBe(third.id);
    for (const { id } of [first, second]) {
      const { status, text } = await space.send('GET', `Accounts/${id}`);
      expect(status).toBe(404);
      expect(text).toContain(`it was merged into ${third.id}.`);
    }
  });

  it('deletes the others, who are found when deleted records are requested', async () => {
    const { space } = running;
    const master = await space.newContact();
    const other = await space.newContact({ city: 'Leeds' });
    const { revision } = await merge(space, 'Contacts', { id: master.id }, [other]);
    const shown = await space.get('Contacts', other.id, { 'include-deleted': true });
    expect(shown).toMatchObject({ is_deleted: true, city: 'Leeds', revision });
    const list = await space.list('Contacts', { 'filter[id]': other.id });
    expect(list.data).toEqual([]);
    const deletion = await space.send('DELETE', `Contacts/${other.id}`);
    expect(deletion.status).toBe(404);
  });

  it('takes a hundred at once', async () => {
    const { space } = running;
    const master = await space.newAccount();
    const others = await Promise.all(Array.from({ length: 100 }, () => space.newAccount()));
    expect((await merge(space, 'Accounts', { id: master.id }, others)).id).toBe(master.id);
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
