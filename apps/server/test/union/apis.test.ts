/**
 * Abstract entity types in GraphQL and REST v1.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';
import { fillUnions } from './two-unions.js';

onOneDatabase((running) => {
  beforeAll(async () => {
    await fillUnions(running.space);
  });

  const ask = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: Json }> => {
    const headers = { authorization: running.space.authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${running.space.origin}/${path}`, { headers, ...init });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const query = async (text: string): Promise<Json> => {
    const { body } = await ask('api/v100/graphql/spaces/acme', {
      method: 'POST',
      body: JSON.stringify({ query: text }),
    });
    expect(body.errors).toBeUndefined();
    return body.data as Json;
  };

  describe('GraphQL', () => {
    it('lists the records of all types with the members of each', async () => {
      const data = await query(`{
        leadOppties(first: 2, orderBy: [{ field: NAME }]) {
          totalCount
          nodes { name tableName closingDate leadType { name } opptyType { id } value { baseValue } tags(first: 5) { nodes { tag { name } } }
            quoteRelations(first: 3) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }
        }
      }`);
      const tags = { nodes: [{ tag: { name: 'Key customer' } }] };
      const quoteRelations = { totalCount: 0, nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
      const lead = { closingDate: null, leadType: { name: 'Web' }, opptyType: null, value: null };
      const deal = {
        closingDate: '2026-09-30',
        leadType: null,
        opptyType: { id: expect.any(String) },
        value: { baseValue: 1000 },
      };
      expect(data.leadOppties).toEqual({
        totalCount: 6,
        nodes: [
          { name: 'A', tableName: 'lead', ...lead, tags, quoteRelations },
          { name: 'B', tableName: 'opportunity', ...deal, tags, quoteRelations },
        ],
      });
    });

    it('filters and pages them', async () => {
      const data = await query(`{
        activities(first: 2, filter: { startDate: { gte: "2026-04-01T09:00:00" } }, orderBy: [{ field: START_DATE }]) {
          nodes { subject startDate activityTypeId }
          pageInfo { hasNextPage }
        }
      }`);
      expect(data.activities).toEqual({
        nodes: [
          { subject: 'B', startDate: '2026-04-01T09:00:00.000000', activityTypeId: expect.any(String) },
          { subject: 'A', startDate: '2026-04-02T00:00:00.000000', activityTypeId: expect.any(String) },
        ],
        pageInfo: { hasNextPage: true },
      });
    });

    it('finds one by its id', async () => {
      const [lead] = (await running.space.list('Leads')).data;
      expect(await query(`{ leadOppty(id: "${lead?.id}") { name tableName owner { id } } }`)).toEqual({
        leadOppty: { name: 'A', tableName: 'lead', owner: { id: running.space.ids.ownerId } },
      });
    });

    it('leaves out what leads to another type in each, and has nothing that writes', async () => {
      const { type, mutations } = await query(`{
        type: __type(name: "Activity") { fields { name } }
        mutations: __schema { mutationType { fields { name } } }
      }`);
      const fields = (type as { fields: { name: string }[] }).fields.map(({ name }) => name);
      expect(fields).toEqual(
        expect.arrayContaining(['activityTypeId', 'tags', 'startDate', 'taskRecurrence', 'location']),
      );
      expect(fields).not.toContain('activityType');
      expect(fields).not.toContain('reminder');
      const { fields: written } = (mutations as { mutationType: { fields: { name: string }[] } }).mutationType;
      expect(written.map(({ name }) => name).filter((name) => /(LeadOppty|Activity)$/.test(name))).toEqual([]);
    });
  });

  describe('REST v1', () => {
    const list = async (path: string) => {
      const { status, body } = await ask(`rest_services/v1/acme/${path}`);
      expect(status).toBe(200);
      return body as unknown as readonly Json[];
    };

    it('lists the records of all types under the names of the union', async () => {
      const records = await list('LeadOppties?sort=-CLOSING_DATE&limit=4');
      expect(records.map((record) => record.OPPORTUNITY_NAME).join('')).toBe('FBDÉ');
      const types = records.map((record) => [record.LEAD_TYPE_ID, record.OPPTY_TYPE_ID].map((id) => id !== null));
      expect(types).toEqual([...Array.from({ length: 3 }, () => [false, true]), [true, false]]);
    });

    it('shows inline rows, ids of rows and what is empty as its own collection does', async () => {
      const own = [...(await list('Leads')), ...(await list('Opportunities'))];
      const found = new Map((await list('LeadOppties')).map((record) => [record.ID, record]));
      expect(found.size).toBe(own.length);
      for (const record of own) expect(found.get(record.ID)).toMatchObject(record);
      expect(own[0]?.ACCOUNT_RELATIONS).toEqual([expect.objectContaining({ IS_PRIMARY: 1 })]);
    });

    it('reads one and cuts it', async () => {
      const [{ id = '' } = {}] = (await running.space.list('Leads')).data;
      const { body } = await ask(`rest_services/v1/acme/LeadOppties/${id}`);
      expect(body).toMatchObject({ OPPORTUNITY_NAME: 'A', CLOSING_DATE: null, TABLE_NAME: 'lead' });
      const [cut] = await list('LeadOppties?loadonly=OPPORTUNITY_NAME|CLOSING_DATE&limit=1');
      expect(cut).toEqual({ ID: body.ID, OPPORTUNITY_NAME: 'A', CLOSING_DATE: null });
    });

    it('describes the fields of the union as those of its own types', async () => {
      const fields = await list('getFields/LeadOppty');
      for (const { ID, TYPE } of fields) expect([ID, TYPE]).toEqual([expect.any(String), expect.any(String)]);
      const names = fields.map(({ API_NAME }) => API_NAME);
      expect(names).toEqual(expect.arrayContaining(['LEAD_TYPE_ID', 'OPPTY_TYPE_ID', 'OPPORTUNITY_NAME']));
    });

    it('keeps the name of Activities for tasks alone', async () => {
      expect((await list('Activities')).map((record) => record.SUBJECT)).toEqual(['A', 'C', 'E']);
    });
  });
});
