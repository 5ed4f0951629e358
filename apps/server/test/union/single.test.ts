/**
 * One record of an abstract entity type: read by its id, never written; deleted records and other spaces.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestRecord } from '../test-space.js';
import { fillUnions, type TwoUnions } from './two-unions.js';

onOneDatabase((running) => {
  let made: TwoUnions;
  let lead: TestRecord;
  let opportunity: TestRecord;
  beforeAll(async () => {
    made = await fillUnions(running.space);
    [lead, opportunity] = [made.leads[0], made.opportunities[0]] as [TestRecord, TestRecord];
  });

  describe('a get', () => {
    it('finds the record in the table that has it', async () => {
      expect(await running.space.get('LeadOppties', lead.id)).toMatchObject({
        id: lead.id,
        table_name: 'lead',
        name: 'A',
      });
      expect(await running.space.get('LeadOppties', opportunity.id)).toMatchObject({
        table_name: 'opportunity',
        name: 'B',
      });
    });

    it('gives what the list gives', async () => {
      for (const listed of (await running.space.list('Activities')).data) {
        expect(await running.space.get('Activities', listed.id)).toEqual(listed);
      }
    });

    it('expands as a list does', async () => {
      const expand = 'owner,oppty_type,lead_type';
      expect(await running.space.get('LeadOppties', lead.id, { expand })).toMatchObject({
        owner: { id: running.space.ids.ownerId, email: expect.any(String) },
        oppty_type: null,
        lead_type: { name: 'Web' },
      });
    });

    it('has the revision of the record as its tag, and answers 304 to who knows it', async () => {
      const answer = await running.space.send('GET', `LeadOppties/${lead.id}`);
      const etag = answer.headers.get('etag') ?? '';
      expect(etag).toMatch(`"${lead.revision}-`);
      const again = await running.space.send('GET', `LeadOppties/${lead.id}`, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    });

    it.each([
      ['Accounts', 'of another entity type'],
      ['', 'of none'],
    ])('answers 404 for an id %s%s', async (collection) => {
      const id = collection === '' ? '00000000-0000-7000-8000-000000000000' : (await running.space.newAccount()).id;
      const answer = await running.space.send('GET', `LeadOppties/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('LeadOppty');
    });

    it('does not see records of another space', async () => {
      const other = await running.server.newSpace('other-union');
      expect((await other.send('GET', `LeadOppties/${lead.id}`)).status).toBe(404);
      expect((await other.list('LeadOppties')).data).toEqual([]);
    });
  });

  describe('a write', () => {
    it.each([
      ['POST', 'LeadOppties'],
      ['POST', 'Activities'],
      ['PATCH', 'LeadOppties/<id>'],
      ['DELETE', 'LeadOppties/<id>'],
    ])('%s %s is not an operation', async (method, path) => {
      const answer = await running.space.send(method, path.replace('<id>', lead.id), { body: { name: 'New' } });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toContain('GET');
      expect((await running.space.get('Leads', lead.id)).name).toBe('A');
    });
  });

  it('a deleted record shows only when requested', async () => {
    const gone = (made.opportunities[2] as TestRecord).id;
    await running.space.delete('Opportunities', gone);
    const ids = async (query = {}) => (await running.space.list('LeadOppties', query)).data.map(({ id }) => id);
    expect(await ids()).not.toContain(gone);
    expect(await ids({ 'include-deleted': true })).toContain(gone);
    const path = `LeadOppties/${gone}`;
    expect((await running.space.send('GET', path)).status).toBe(404);
    expect(await running.space.get('LeadOppties', gone, { 'include-deleted': true })).toMatchObject({
      is_deleted: true,
    });
    const total = async (query = {}) =>
      (await running.space.list('LeadOppties', { 'include-total': true, ...query })).total;
    expect(await total()).toBe(5);
    expect(await total({ 'include-deleted': true })).toBe(6);
  });
});
