/**
 * A lead that becomes an opportunity: what it keeps, what it needs, and what is left of the lead.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';
import { customEntityTypes, eventsOf, kpi, leadSteps, newLead } from './lifecycle-space.js';

const deal = { closing_date: '2026-09-30', value: { base_value: 500 } };

onDatabaseInTurn((running) => {
  const qualify = (id: string, body: Json = deal, more: Json = {}) =>
    running.space.send('POST', `Leads/${id}/qualify`, { body, ...more });

  async function qualified(id: string, body: Json = deal): Promise<TestRecord> {
    const answer = await qualify(id, body);
    expect([answer.status, answer.body]).toMatchObject([200, { success: true }]);
    return answer.body.data as TestRecord;
  }

  describe('a qualified lead', () => {
    it('is an opportunity with its id, its members and what the body says', async () => {
      const { space } = running;
      const members = {
        description: 'Met in Leeds',
        ranking: 40,
        label_flag: 3,
        quick_phone: '+44 113',
        share_mode: 2,
      };
      const lead = await newLead(space, { ...members, created: '2025-01-02' });
      const opportunity = await qualified(lead.id, { ...deal, ranking: 60 });
      const { stepIds, unitId, ownerId } = space.ids;
      expect(opportunity).toMatchObject({
        ...members,
        id: lead.id,
        name: lead.name,
        formatted_name: lead.name,
        created: '2025-01-02T00:00:00.000000',
        ranking: 60,
        owner_id: ownerId,
        unit_id: unitId,
        step_id: stepIds[0],
        status: 1,
        was_qualified: true,
        qualify_date: opportunity.modified,
        last_move_date: opportunity.modified,
        closing_date: '2026-09-30',
        value: { base_value: 500 },
      });
      expect(await space.get('Opportunities', lead.id)).toEqual(opportunity);
      const byName = await space.list('LeadOppties', { 'filter[id]': lead.id, 'include-deleted': true });
      expect(byName.data).toMatchObject([{ id: lead.id, table_name: 'opportunity' }]);
    });

    it('is not a lead any more, not even a deleted one', async () => {
      const { space } = running;
      const { id } = await newLead(space);
      await qualified(id);
      const query = { 'include-deleted': true };
      expect((await space.send('GET', `Leads/${id}`, { query })).status).toBe(404);
      expect((await space.send('PATCH', `Leads/${id}`, { body: { name: 'x' } })).status).toBe(404);
      expect((await qualify(id)).status).toBe(404);
      const restored = await space.send('POST', 'Leads/batch-restore', { body: [id] });
      expect(restored.status).not.toBe(200);
      await space.delete('Opportunities', id);
      expect((await space.get('Opportunities', id, query)).is_deleted).toBe(true);
    });

    it('keeps what belongs to it', async () => {
      const { space } = running;
      const [account, other, contact] = [await space.newAccount(), await space.newAccount(), await space.newContact()];
      const tag = await space.create('Tags', { name: `hot ${Date.now()}` });
      const lead = await newLead(space, {
        account_relations: [
          { account_id: account.id, is_primary: true },
          { account_id: other.id, is_primary: false },
        ],
        contact_relations: [{ contact_id: contact.id, is_primary: true }],
        tags: [{ tag_id: tag.id }],
        sharing_clients: [{ client_id: space.ids.ownerId, role: 1 }],
      });
      const note = await space.create('Notes', {
        note: 'Call on Monday',
        lead_oppty_id: lead.id,
        owner_id: space.ids.ownerId,
      });
      const opportunity = await qualified(lead.id);
      for (const name of [
        'account_relations',
        'contact_relations',
        'tags',
        'sharing_clients',
        'primary_account',
        'primary_contact',
      ]) {
        expect(opportunity[name]).toEqual(lead[name]);
      }
      const [row] = (await space.list('TagRelations', { 'filter[oppty_id]': lead.id })).data;
      expect(row).toMatchObject({ lead_id: null, tag_id: tag.id, revision: opportunity.revision });
      expect(await space.get('Notes', note.id)).toMatchObject({
        lead: null,
        oppty: `${space.entities}/Opportunities/${lead.id}`,
      });
      const { data } = await space.list('Opportunities', { 'filter[account_relations.account_id]': other.id });
      expect(data.map(({ id }) => id)).toEqual([lead.id]);
    });

    it('takes rows from the body in place of those that it had', async () => {
      const { space } = running;
      const [account, other, product] = [await space.newAccount(), await space.newAccount(), await space.newProduct()];
      const lead = await newLead(space, { account_relations: [{ account_id: account.id, is_primary: true }] });
      const opportunity = await qualified(lead.id, {
        closing_date: '2026-09-30',
        is_value_auto_calculate: true,
        account_relations: [{ account_id: other.id, is_primary: true }],
        product_relations: [{ product_id: product.id, price: 5, quantity: 3 }],
      });
      expect(opportunity.primary_account).toBe(`${space.entities}/Accounts/${other.id}`);
      expect(opportunity.account_relations).toHaveLength(1);
      expect(opportunity.value).toMatchObject({ base_value: 15 });
    });

    it('leaves the event of its qualification, and none of a creation', async () => {
      const { space } = running;
      const { id } = await newLead(space, { created: '2025-01-02' });
      const opportunity = await qualified(id);
      expect((await eventsOf(space, id)).map((event) => [event.kpi, event.created])).toEqual([
        [kpi.createLead, '2025-01-02T00:00:00.000000'],
        [kpi.qualifyLead, opportunity.qualify_date],
      ]);
    });

    it('can be won at once', async () => {
      const { space } = running;
      const { id } = await newLead(space);
      const won = await qualified(id, { ...deal, step_id: space.ids.stepIds.at(-1) });
      expect(won).toMatchObject({ status: 3, won_date: won.modified });
      expect(await customEntityTypes(space, id)).toEqual([kpi.createLead, kpi.qualifyLead, kpi.winOpportunity]);
    });
  });

  describe('qualifying', () => {
    it('needs what an opportunity must have, and changes nothing without it', async () => {
      const { space } = running;
      const { id } = await space.create('Leads', { name: 'Nobody owns it' });
      const rejected = await space.send('POST', `Leads/${id}/qualify`);
      expect(rejected.status).toBe(422);
      const missing = leavesOf(rejected).map((leaf) => /(\w+)' is null or empty/.exec(leaf)?.[1]);
      expect(missing.sort()).toEqual(['closing_date', 'owner', 'owner_id', 'value']);
      expect(rejected.body).toMatchObject({ entity_name: 'Opportunity', entity_id: id });
      expect(await space.get('Leads', id)).toMatchObject({ name: 'Nobody owns it' });
      expect(await customEntityTypes(space, id)).toEqual([kpi.createLead]);
      const unknown = await qualify(id, { ...deal, owner_id: space.ids.ownerId, colour: 'red' });
      expect(leavesOf(unknown).map((leaf) => leaf.slice(0, 6))).toEqual(['- 9022']);
      expect((await qualify(id, { ...deal, owner_id: space.ids.ownerId })).status).toBe(200);
    });

    it('is rejected for an archived lead, a stale revision and what is not a lead', async () => {
      const { space } = running;
      const lead = await newLead(space, { is_archived: true });
      const archived = await qualify(lead.id);
      expect([archived.status, archived.body.code]).toEqual([409, 9016]);
      const back = await space.send('POST', `Leads/${lead.id}/reactivate`);
      expect([back.status, (back.body.data as Json).status]).toEqual([200, 1]);
      const stale = await qualify(lead.id, deal, { headers: { 'If-Match': `"${lead.revision}"` } });
      expect([stale.status, stale.body.code]).toEqual([409, 9005]);
      expect((await qualify(lead.id, { ...deal, revision: lead.revision })).status).toBe(409);
      for (const id of ['018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11', 'nonsense'])
        expect((await qualify(id)).status).toBe(404);
      await space.delete('Leads', lead.id);
      expect((await qualify(lead.id)).status).toBe(404);
    });

    it('is not for keys that may only read', async () => {
      const { space } = running;
      const { id } = await newLead(space);
      const headers = { authorization: space.readOnlyAuthorization };
      for (const path of [`Leads/${id}/qualify`, `Leads/${id}/reactivate`]) {
        expect((await space.send('POST', path, { body: deal, headers })).status).toBe(403);
      }
    });

    it('happens once, however many ask for it', async () => {
      const { space } = running;
      const { id } = await newLead(space);
      const answers = await Promise.all(Array.from({ length: 8 }, () => qualify(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
      expect(await customEntityTypes(space, id)).toEqual([kpi.createLead, kpi.qualifyLead]);
    });
  });

  describe('an opportunity that is sent back', () => {
    const sendBack = (id: string, body: Json = {}) =>
      running.space.send('POST', `Opportunities/${id}/back-to-lead`, { body });

    it('is a lead again, and no opportunity', async () => {
      const { space } = running;
      const [account, tag] = [await space.newAccount(), await space.create('Tags', { name: `cold ${Date.now()}` })];
      const lead = await newLead(space, {
        account_relations: [{ account_id: account.id, is_primary: true }],
        tags: [{ tag_id: tag.id }],
        lead_source_id: null,
      });
      const opportunity = await qualified(lead.id);
      const answer = await sendBack(lead.id, { description: 'Next year' });
      expect(answer.status).toBe(200);
      const back = answer.body.data as TestRecord;
      const [step] = await leadSteps(space);
      const { modified, revision, qualify_date } = back;
      const moved = {
        modified,
        revision,
        qualify_date,
        last_move_date: modified,
        description: 'Next year',
        step_id: step,
      };
      expect(back).toEqual({ ...lead, ...moved, step: `${space.entities}/Steps/${step}` });
      expect(qualify_date).toBe(opportunity.qualify_date);
      const query = { 'include-deleted': true };
      expect((await space.send('GET', `Opportunities/${lead.id}`, { query })).status).toBe(404);
      expect(await customEntityTypes(space, lead.id)).toEqual([kpi.createLead]);
      await qualified(lead.id);
      expect(await customEntityTypes(space, lead.id)).toEqual([kpi.createLead, kpi.qualifyLead]);
    });

    it('may never have been a lead', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      const back = (await sendBack(id)).body.data;
      expect(back).toMatchObject({ id, name: '200 forklifts', qualify_date: null, status: 1 });
      expect(await customEntityTypes(space, id)).toEqual([kpi.createOpportunity]);
    });

    it('leaves together what was deleted together', async () => {
      const { space } = running;
      const { id } = await space.newOpportunity();
      const product = await space.create('Products', { name: 'Fork', allowed_pipelines: 1, unit_symbol: 'pcs' });
      const quote = await space.create('Quotes', {
        name: 'Offer',
        owner_id: space.ids.ownerId,
        oppty_id: id,
        product_relations: [{ product_id: product.id, price: 5, quantity: 1 }],
      });
      await space.delete('Quotes', quote.id);
      expect((await sendBack(id)).status).toBe(200);
      await space.send('POST', 'Quotes/batch-restore', { body: [quote.id] });
      expect((await space.get('Quotes', quote.id)).product_relations).toHaveLength(1);
    });

    it('must be open, and have nothing that a lead cannot have', async () => {
      const { space } = running;
      const [won, lost] = [
        await space.newOpportunity({ step_id: space.ids.stepIds.at(-1) }),
        await space.newOpportunity({ is_archived: true }),
      ];
      for (const { id } of [won, lost]) {
        const rejected = await sendBack(id);
        expect([rejected.status, rejected.body.code]).toEqual([409, 9016]);
      }
      const product = await space.newProduct();
      const full = await space.newOpportunity({ product_relations: [{ product_id: product.id, price: 5 }] });
      const rejected = await sendBack(full.id);
      expect([rejected.status, rejected.body.code]).toEqual([409, 9016]);
      expect(rejected.body.message).toContain('OpptyProductRelations');
      await space.update('Opportunities', full.id, { product_relations: [] });
      expect((await sendBack(full.id)).status).toBe(200);
    });
  });

  it('reactivating takes out of the archive, and leaves alone what is not in it', async () => {
    const { space } = running;
    const lost = await space.newOpportunity({ is_archived: true });
    const reactivate = (id: string) => space.send('POST', `Opportunities/${id}/reactivate`);
    const active = await reactivate(lost.id);
    expect(active.status).toBe(200);
    expect(active.body.data).toMatchObject({ status: 1, is_archived: false, lost_date: null });
    expect(await customEntityTypes(space, lost.id)).toEqual([kpi.createOpportunity]);
    expect((await reactivate(lost.id)).body).toEqual(active.body);
    expect((await reactivate('018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11')).status).toBe(404);
  });

  it('each action is carried out once for an Idempotency-Key', async () => {
    const { space } = running;
    const { id } = await newLead(space);
    const headers = { 'Idempotency-Key': 'qualify-once' };
    const [first, again] = [await qualify(id, deal, { headers }), await qualify(id, deal, { headers })];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await qualify(id, { ...deal, ranking: 1 }, { headers })).body.code).toBe(9010);
  });

  it('a page elsewhere cannot do it with the credentials that a browser remembers', async () => {
    const { space } = running;
    const { id } = await newLead(space);
    const headers = { origin: 'https://elsewhere.example' };
    for (const action of ['qualify', 'reactivate']) {
      expect((await space.send('POST', `Leads/${id}/${action}`, { headers })).status).toBe(415);
    }
  });
});
