/**
 * Sibling boxes: each relationship finds the main records that it should, and where there is no such relationship says what there is.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { find, type GivenRule, rejectionOf, siblingTab } from './ask-filter.js';

const now = '2026-06-15T12:00:00.000000';

/** Read-only members are written too. */
const fixed = { 'validation-level': 24 };

onDatabaseInTurn((running) => {
  let space: TestSpace;
  let names: ReadonlyMap<string, string>;

  /** @returns the names of the main records found */
  const found = async (
    [many, entity]: readonly [many: string, entity: string],
    sibling: Parameters<typeof siblingTab>[1],
    ...given: readonly GivenRule[]
  ) => {
    const ids = await find(space, many, { filterTab: siblingTab(entity, sibling, ...given) });
    return ids.map((id) => names.get(id) ?? '').sort();
  };
  const accounts = ['accounts', 'Account'] as const;

  beforeAll(async () => {
    running.server.clock = () => now;
    space = await running.server.newSpace('siblings');
    const known = new Map<string, string>();
    const { stepIds } = space.ids;
    const create = async (collection: string, name: string, body: Json) => {
      const { id } = await space.create(collection, { owner_id: space.ids.ownerId, ...body }, fixed);
      known.set(id, name);
      return id;
    };
    const account = (name: string) => create('Accounts', name, { name });
    const [acme, bolt, cord, dust] = [
      await account('Acme'),
      await account('Bolt'),
      await account('Cord'),
      await account('Dust'),
    ];
    const contact = (name: string, account_relations: readonly Json[], more: Json = {}) =>
      create('Contacts', name, { last_name: name, account_relations, ...more });
    const ann = await contact('Ann', [
      { account_id: acme, is_primary: true },
      { account_id: bolt, is_primary: false },
    ]);
    await contact('Ben', [{ account_id: bolt, is_primary: true }]);
    const gone = await contact('Gone', [{ account_id: cord, is_primary: true }]);
    await space.delete('Contacts', gone);
    const closed = await account('Closed');
    await contact('Left', [{ account_id: closed, is_primary: true }]);
    await space.delete('Accounts', closed);
    const deal = (name: string, account_id: string, more: Json) =>
      create('Opportunities', name, {
        name,
        step_id: stepIds[0],
        closing_date: '2026-09-30',
        value: { base_value: 100 },
        account_relations: [{ account_id, is_primary: true }],
        contact_relations: [{ contact_id: ann, is_primary: true }],
        ...more,
      });
    const won = { step_id: stepIds.at(-1) };
    const near = await deal('Near', acme, { closing_date: '2026-07-01', value: { base_value: 250.5 } });
    await deal('Far', acme, { closing_date: '2026-12-01', value: { base_value: 1000 } });
    await deal('Old win', acme, { ...won, won_date: '2026-01-05T10:00:00' });
    await deal('New win', acme, { ...won, won_date: '2026-03-05T10:00:00', value: { base_value: 7 } });
    await deal('Late', bolt, { closing_date: '2026-12-01' });
    const lost = await deal('Lost', bolt, {});
    await space.update('Opportunities', lost, { is_archived: true, lost_date: '2026-02-01T00:00:00' }, fixed);
    const taskTypes = (await space.list('TaskTypes')).data;
    const appointmentTypes = (await space.list('AppointmentTypes')).data;
    const task = (subject: string, account_id: string, more: Json) =>
      create('Tasks', subject, {
        subject,
        activity_type_id: taskTypes[0]?.id,
        account_relations: [{ account_id }],
        ...more,
      });
    const meeting = (subject: string, account_id: string, start_date: string, more: Json = {}) =>
      create('Appointments', subject, {
        subject,
        activity_type_id: appointmentTypes[0]?.id,
        start_date,
        end_date: '2126-01-01T00:00:00',
        account_relations: [{ account_id }],
        ...more,
      });
    const call = await task('Call', acme, { due_date: '2026-06-15' });
    await task('Overdue', acme, { due_date: '2026-06-01' });
    await meeting('Begun', acme, '2026-06-15T11:59:59');
    await meeting('Review', acme, '2026-06-16T09:00:00');
    await meeting('Kickoff', bolt, '2026-06-15T13:00:00');
    const first = await task('First', bolt, { due_date: '2026-08-01' });
    const second = await task('Second', bolt, { due_date: '2026-08-02' });
    await space.update('Tasks', second, { status: 4 });
    await space.update('Tasks', first, { status: 4 });
    const note = (text: string, account_id: string, created: string) =>
      create('Notes', text, { note: text, account_id, created });
    await note('was angry', acme, '2026-05-01T00:00:00');
    await note('is happy', acme, '2026-05-02T00:00:00');
    await note('is angry', bolt, '2026-05-01T00:00:00');
    const comment = (text: string, activity_id: string, created: string) =>
      create('ActivityComments', text, { comment: text, activity_id, created });
    await comment('first word', call, '2026-05-01T00:00:00');
    await comment('last word', call, '2026-05-02T00:00:00');
    const memo = (subject: string, account_id: string, created: string) =>
      create('Memos', subject, { subject, account_relations: [{ account_id }], created });
    await memo('about prices', cord, '2026-05-02T00:00:00');
    await memo('about goods', cord, '2026-05-03T00:00:00');
    await create('Emails', 'Hello', { subject: 'Hello', sender_client_id: space.ids.ownerId, direction: 2 });
    await create('Emails', 'Unknown', { subject: 'Unknown', direction: 1 });
    await create('Quotes', 'Offer', {
      name: 'Offer',
      oppty_id: near,
      account_relations: [{ account_id: dust, is_primary: true }],
    });
    names = known;
  });

  describe('all related records', () => {
    it('count, whichever is primary', async () => {
      expect(await found(accounts, ['Contact', 'All'], ['last_name', 'Is', 'ann'])).toEqual(['Acme', 'Bolt']);
      expect(await found(accounts, ['Contact', 'All'])).toEqual(['Acme', 'Bolt']);
      expect(await found(['contacts', 'Contact'], ['Account', 'All'], ['name', 'Is', 'Bolt'])).toEqual(['Ann', 'Ben']);
      expect(await found(['opportunities', 'Opportunity'], ['Quote', 'All'])).toEqual(['Near']);
      expect(await found(['quotes', 'Quote'], ['Opportunity', 'All'], ['name', 'Is', 'Near'])).toEqual(['Offer']);
    });

    it('must be none for NoRelation; deleted ones are gone', async () => {
      expect(await found(accounts, ['Contact', 'NoRelation'])).toEqual(['Cord', 'Dust']);
      expect(await found(accounts, ['Contact', 'NoRelation'], ['last_name', 'Is', 'Ben'])).toEqual([
        'Acme',
        'Cord',
        'Dust',
      ]);
    });

    it('are none where what is pointed at was deleted', async () => {
      const contacts = ['contacts', 'Contact'] as const;
      expect(await found(contacts, ['Account', 'All'])).toEqual(['Ann', 'Ben']);
      expect(await found(contacts, ['Account', 'Primary'])).toEqual(['Ann', 'Ben']);
      expect(await found(contacts, ['Account', 'NoRelation'])).toEqual(['Left']);
      expect(await found(contacts, ['Account', 'Aggregation'], ['count', 'Is', '0'])).toEqual(['Left']);
    });

    it('are those of the primary relation for Primary, from both sides', async () => {
      expect(await found(accounts, ['Contact', 'Primary'], ['last_name', 'Is', 'Ann'])).toEqual(['Acme']);
      expect(await found(['contacts', 'Contact'], ['Account', 'Primary'], ['name', 'Is', 'Bolt'])).toEqual(['Ben']);
      expect(await found(['leadOppties', 'LeadOppty'], ['Account', 'Primary'], ['name', 'Is', 'Bolt'])).toEqual([
        'Late',
        'Lost',
      ]);
      expect(await found(['quotes', 'Quote'], ['Account', 'Primary'], ['name', 'Is', 'Dust'])).toEqual(['Offer']);
    });
  });

  describe('one of them', () => {
    it('is the open opportunity that closes next', async () => {
      expect(await found(accounts, ['Opportunity', 'NextOpenOpportunity'], ['name', 'Is', 'Near'])).toEqual(['Acme']);
      expect(await found(accounts, ['Opportunity', 'NextOpenOpportunity'], ['name', 'Is', 'Far'])).toEqual([]);
      expect(await found(accounts, ['Opportunity', 'NextOpenOpportunity'])).toEqual(['Acme', 'Bolt']);
      expect(
        await found(['contacts', 'Contact'], ['Opportunity', 'NextOpenOpportunity'], ['name', 'Is', 'Near']),
      ).toEqual(['Ann']);
    });

    it('is the opportunity won or lost last', async () => {
      expect(await found(accounts, ['Opportunity', 'LastWonOpportunity'], ['name', 'Is', 'New win'])).toEqual(['Acme']);
      expect(await found(accounts, ['Opportunity', 'LastWonOpportunity'], ['name', 'Is', 'Old win'])).toEqual([]);
      expect(await found(accounts, ['Opportunity', 'LastLostOpportunity'])).toEqual(['Bolt']);
    });

    it('is the activity completed last, by its event', async () => {
      const activity = (entity: string, subject: string) =>
        found(accounts, [entity, 'LastFinishedActivity'], ['subject', 'Is', subject]);
      expect(await activity('Task', 'First')).toEqual(['Bolt']);
      expect(await activity('Activity', 'First')).toEqual(['Bolt']);
      expect(await activity('Activity', 'Second')).toEqual([]);
      expect(await found(accounts, ['Appointment', 'LastFinishedActivity'])).toEqual([]);
    });

    it('is the open activity that comes next', async () => {
      const activity = (entity: string, subject: string) =>
        found(accounts, [entity, 'NextScheduledActivity'], ['subject', 'Is', subject]);
      expect(await activity('Activity', 'Call')).toEqual(['Acme']);
      expect(await activity('Activity', 'Overdue')).toEqual([]);
      expect(await activity('Activity', 'Kickoff')).toEqual(['Bolt']);
      expect(await activity('Appointment', 'Review')).toEqual(['Acme']);
      expect(await activity('Appointment', 'Begun')).toEqual([]);
      expect(await activity('Task', 'Call')).toEqual(['Acme']);
      expect(await found(accounts, ['Task', 'NextScheduledActivity'])).toEqual(['Acme']);
    });

    it('is the newest note, message or comment', async () => {
      expect(await found(accounts, ['Note', 'LastNote'], ['note', 'Contains', 'ANGRY'])).toEqual(['Bolt']);
      expect(await found(accounts, ['Memo', 'LastMessage'], ['subject', 'EndsWith', 'goods'])).toEqual(['Cord']);
      expect(await found(accounts, ['Memo', 'LastMessage'], ['subject', 'EndsWith', 'prices'])).toEqual([]);
      const tasks = ['tasks', 'Task'] as const;
      expect(await found(tasks, ['ActivityComment', 'LastActivityComment'], ['comment', 'StartsWith', 'last'])).toEqual(
        ['Call'],
      );
      expect(
        await found(tasks, ['ActivityComment', 'LastActivityComment'], ['comment', 'StartsWith', 'first']),
      ).toEqual([]);
    });

    it('is the sender of an e-mail', async () => {
      expect(await found(['emails', 'Email'], ['Client', 'Sender'], ['email', 'IsNotEmpty'])).toEqual(['Hello']);
    });
  });

  describe('what they add up to', () => {
    const sums = (...given: readonly GivenRule[]) => found(accounts, ['Opportunity', 'Aggregation'], ...given);

    it('is counted, also where there are none', async () => {
      expect(await sums(['count', 'Is', '0'])).toEqual(['Cord', 'Dust']);
      expect(await sums(['count', 'MoreOrEqual', '4'])).toEqual(['Acme']);
      expect(await sums(['count', 'Is', '2'], ['status', 'Is', '1'])).toEqual(['Acme']);
    });

    it('is summed up exactly', async () => {
      expect(await sums(['sum.value', 'Is', '1250.5'], ['status', 'Is', '1'])).toEqual(['Acme']);
      expect(await sums(['sum.value', 'Less', '200.0001'], ['count', 'More', '0'])).toEqual(['Bolt']);
      expect(await sums(['avg.value', 'Is', '625.25'], ['status', 'Is', '1'])).toEqual(['Acme']);
      expect(await sums(['sum.value', 'Is', '0'])).toEqual(['Cord', 'Dust']);
    });

    it('has a least and a greatest', async () => {
      expect(await sums(['min.value', 'Is', '7'])).toEqual(['Acme']);
      expect(await sums(['min.closing_date', 'Less', '2026-09-01'])).toEqual(['Acme']);
      expect(await sums(['max.won_date', 'RelativePeriod', 'ThisYear'])).toEqual(['Acme']);
      expect(await sums(['max.won_date', 'IsEmpty'])).toEqual(['Bolt', 'Cord', 'Dust']);
      expect(await sums(['max.closing_date', 'IsNotEmpty'], ['status', 'IsNot', '1'])).toEqual(['Acme', 'Bolt']);
    });
  });

  describe('rejections', () => {
    const rejected = (entity: string, kind: Parameters<typeof siblingTab>[1][1], ...given: readonly GivenRule[]) =>
      rejectionOf(space, 'accounts', { filterTab: siblingTab('Account', [entity, kind], ...given) });

    it('say what there is', async () => {
      expect(await rejected('Contact', 'LastNote')).toBe(
        'accounts.filterTab.siblingBoxes[0].relation: there is no "LastNote" from Account to Contact; between them there are NoRelation, Aggregation, Primary, All.',
      );
      expect(await rejected('Step', 'All')).toMatch(
        /there is no "All" from Account to Step; Account leads to .*Contact \(NoRelation, Aggregation, Primary, All\).*Note \(NoRelation, Aggregation, LastNote, All\)/,
      );
      expect(await rejected('Contact', 'LastOnlineFormResponse')).toContain(
        'responses to online forms are not stored here',
      );
      expect(await rejected('Contact', 'Custom')).toContain('follows the field that "lookupFieldId" names');
      expect(await rejected('Contct', 'All')).toContain('there is no entity type "Contct". Did you mean "Contact"?');
    });

    it('of sums say what can be summed up', async () => {
      expect(await rejected('Opportunity', 'Aggregation', ['name', 'Is', 'x'])).toContain('takes a rule on "count"');
      expect(await rejected('Opportunity', 'Aggregation', ['sum.name', 'Is', '1'])).toContain(
        '"name" is not a number of Opportunity itself',
      );
      expect(await rejected('Opportunity', 'Aggregation', ['sum.nmae', 'Is', '1'])).toContain('Did you mean "name"?');
      expect(await rejected('Opportunity', 'Aggregation', ['count', 'Contains', '1'])).toContain(
        '"Contains" does not fit "count"',
      );
    });
  });
});
