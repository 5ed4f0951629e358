/**
 * What holds for sibling boxes of all entity types: every relationship that there is can be run, and a box of activities finds what the
 * boxes of tasks and of appointments find between them.
 */
import type { SiblingRelationType } from '@headwater/graphql-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFirstRelation } from '../../src/analytics/filters/first-relations.js';
import { planFilterTab } from '../../src/analytics/filters/plan-filter-tab.js';
import { relationPath, type SiblingRelation, siblingRelations } from '../../src/analytics/filters/sibling-path.js';
import { systemFieldId } from '../../src/plan/values/metadata-id.js';
import { listRecords } from '../../src/records/read/list-records.js';
import { Rights } from '../../src/rights/rights.js';
import { onBothDatabases } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { find, siblingTab } from './ask-filter.js';

onBothDatabases((running) => {
  it('can be run wherever they have a relationship', { timeout: 120_000 }, async () => {
    const { deps, space } = running.server;
    const { catalog } = deps;
    const principal = { space: space.id, token: 'test', rights: Rights.reading, client: null };
    const failures: string[] = [];
    const seen = new Map<SiblingRelation, number>();
    const run = async (main: string, box: string, relation: SiblingRelation) => {
      const at = `${main}, ${box}, ${relation}`;
      const rule = { id: null, field: 'count', operator: 'Is', values: [['1']], at } as const;
      const rules = relation === 'Aggregation' ? [rule] : [];
      const base = { kind: 'rules', lookupFieldId: null, formula: null, at } as const;
      const tab = {
        operator: 'And',
        formula: null,
        isEnabled: true,
        timeZone: null,
        mainBox: { ...base, id: 'main', entity: main, relation: null, rules: [] },
        siblingBoxes: [{ ...base, id: 'box', entity: box, relation, rules }],
        at,
      } as const;
      const filter = planFilterTab(catalog, catalog.existing(main), tab, { now: deps.clock(), timeZone: 'UTC' });
      await listRecords(
        deps,
        { principal, origin: space.origin },
        {
          entityType: main,
          filter,
          sort: [],
          window: { kind: 'offset', limit: 1, offset: 0 },
          includeDeleted: false,
          selection: { kind: 'members', members: [{ kind: 'value', as: 'id', field: 'id' }] },
          withTotal: false,
        },
      );
    };
    for (const main of catalog.entityTypes) {
      for (const box of catalog.entityTypes) {
        for (const relation of siblingRelations) {
          if (!relationPath(relation, main, box) && !isFirstRelation(relation, main, box)) continue;
          seen.set(relation, (seen.get(relation) ?? 0) + 1);
          await run(main.name, box.name, relation).catch((error: unknown) => {
            failures.push(`${main.name}, ${box.name}, ${relation}: ${error}`);
          });
        }
      }
    }
    expect(failures).toEqual([]);
    const none = siblingRelations.filter((relation) => !seen.has(relation));
    expect(none).toEqual(['Custom', 'LastOnlineFormResponse']);
  });

  describe('of activities', () => {
    let space: TestSpace;
    let names: ReadonlyMap<string, string>;

    /** @returns the names of the contacts that a box of activities finds, after those that the others find, each by itself */
    const found = async (kind: SiblingRelationType) => {
      const boxes = ['Task', 'Appointment', 'Activity'];
      const ids = boxes.map((box) => find(space, 'contacts', { filterTab: siblingTab('Contact', [box, kind]) }));
      const [tasks, appointments, both] = (await Promise.all(ids)).map((list) => list.map((id) => names.get(id) ?? ''));
      return { tasks, appointments, both };
    };

    beforeAll(async () => {
      space = await running.server.newSpace('activities');
      const owner_id = space.ids.ownerId;
      const contacts = new Map<string, string>();
      const contact = async (name: string) => {
        const { id } = await space.newContact({ last_name: name });
        contacts.set(id, name);
        return id;
      };
      const typeOf = async (collection: string) => (await space.list(collection)).data[0]?.id;
      const activity_type_id = await typeOf('AppointmentTypes');
      const meeting = (day: string, more: Json) => {
        const times = { start_date: `${day}T09:00:00`, end_date: `${day}T10:00:00` };
        return space.create('Appointments', { subject: 'Meeting', owner_id, activity_type_id, ...times, ...more });
      };
      await meeting('2126-07-01', { contact_relations: [{ contact_id: await contact('Spoken of') }] });
      await meeting('2126-07-01', { invitees_contacts: [{ contact_id: await contact('Invited') }] });
      await meeting('2020-06-01', { contact_relations: [{ contact_id: await contact('Met') }] });
      const due = {
        owner_id,
        activity_type_id: await typeOf('TaskTypes'),
        due_date: '2126-07-01',
        contact_relations: [{ contact_id: await contact('To call') }],
      };
      await space.create('Tasks', { subject: 'Call', ...due });
      names = contacts;
    });

    it('lead to those that the activity is about; who is invited is found along a path or a field', async () => {
      expect(await found('All')).toEqual({
        tasks: ['To call'],
        appointments: ['Spoken of', 'Met'],
        both: ['Spoken of', 'Met', 'To call'],
      });
      expect(await found('NoRelation')).toEqual({
        tasks: ['Spoken of', 'Invited', 'Met'],
        appointments: ['Invited', 'To call'],
        both: ['Invited'],
      });
      const invited = [['Invited']];
      const ofInvited = [{ field: 'invitees_contacts.contact.last_name', operator: 'Is' as const, values: invited }];
      const mainBox = { entity: 'Appointment', filterFields: ofInvited };
      expect(await find(space, 'appointments', { filterTab: { mainBox } })).toHaveLength(1);
      const lookupFieldId = systemFieldId('Appointment', 'invitees_contacts');
      const box = { id: 'invited', entity: 'Appointment', lookupFieldId, filterFields: [] };
      const byField = { mainBox: { entity: 'Contact', filterFields: [] }, siblingBoxes: [box] };
      const ids = await find(space, 'contacts', { filterTab: byField });
      expect(ids.map((id) => names.get(id))).toEqual(['Invited']);
    });

    it('look for the one that is next, and for the one that was completed last', async () => {
      expect(await found('NextScheduledActivity')).toEqual({
        tasks: ['To call'],
        appointments: ['Spoken of'],
        both: ['Spoken of', 'To call'],
      });
      expect(await found('LastFinishedActivity')).toEqual({ tasks: [], appointments: ['Met'], both: ['Met'] });
    });
  });
});
