/**
 * The three shapes of errors, to the letter: A for most failures, B for a rejected record body, C for an address that leads nowhere.
 */
import { describe, expect, it } from 'vitest';
import { onOneDatabase } from './fixture.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

onOneDatabase((running) => {
  it('A: code, name, message, http_status, success', async () => {
    const answer = await running.space.send('GET', 'Contact');
    expect(answer.status).toBe(404);
    expect(answer.text).toBe(
      '{"code":2006,"name":"ERROR_UNKNOWN_TYPE","message":"cannot determine entity type from Contact. Did you mean \\"Contacts\\"?",' +
        '"http_status":404,"success":false}',
    );
  });

  it.each([
    ['Users', '. Did you mean "Clients"?'],
    ['Companies', '. Did you mean "Accounts"?'],
    ['opportunity', '. Did you mean "Opportunities"?'],
    ['Xyzzy', ''],
  ])('A: suggests a collection in place of %s', async (given, suggested) => {
    const { body } = await running.space.send('GET', given);
    expect(body.message).toBe(`cannot determine entity type from ${given}${suggested}`);
  });

  it('B: A and every error, by field where it belongs to one', async () => {
    const owner = '00000000-0000-0000-0000-00000000beef';
    const answer = await running.space.send('POST', 'Accounts', { body: { owner_id: owner, name: '', share_mode: 9 } });
    expect(answer.status).toBe(422);
    const { entity_id: id, ...rest } = answer.body;
    expect(id).toMatch(uuid);
    const groups = [...(rest.field_errors as { field_name: string }[])];
    groups.sort((a, b) => (a.field_name < b.field_name ? -1 : 1));
    const fields = (await running.space.list('Fields', { 'filter[entity_name]': 'Account', first: 100 })).data;
    const fieldId = (name: string) => fields.find((field) => field.api_name === name)?.id;
    const relation = `[owner_id] Relation Account.owner_id=${owner} to Client doesn't exist!`;
    const mode = '[share_mode] must be one of 0 (Standard), 1 (Private), 2 (AllView), 3 (AllEdit).';
    expect({ ...rest, field_errors: groups }).toStrictEqual({
      code: 40000,
      name: 'ERROR_ENTITY_VALIDATION',
      message: expect.stringMatching(/^\n/),
      http_status: 422,
      success: false,
      entity_name: 'Account',
      entity_index: null,
      entity_errors: [
        { code: 119, name: 'ERROR_PARAMETER_MISSING', message: "Non-null field 'name' is null or empty." },
      ],
      field_errors: [
        {
          field_id: fieldId('owner_id'),
          field_name: 'owner_id',
          name: 'ERROR_FIELD_VALIDATION',
          code: 40002,
          errors: [
            {
              code: 120,
              name: 'ERROR_RELATIONS_DOESNT_EXIST',
              message: relation,
              field_id: fieldId('owner_id'),
              field_name: 'owner_id',
            },
          ],
        },
        {
          field_id: fieldId('share_mode'),
          field_name: 'share_mode',
          name: 'ERROR_FIELD_VALIDATION',
          code: 40002,
          errors: [
            {
              code: 9020,
              name: 'ERROR_VALUE_INVALID',
              message: mode,
              field_id: fieldId('share_mode'),
              field_name: 'share_mode',
            },
          ],
        },
      ],
      step_checklist_errors: [],
    });
    expect(String(rest.message).split('\n').slice(1).sort()).toEqual(
      ["Non-null field 'name' is null or empty.", relation, mode].sort(),
    );
  });

  it('B: a missing relation is named by its link and by its id, with the odd quote', async () => {
    const { body } = await running.space.send('POST', 'Accounts', { body: { name: 'Harbourline' } });
    const id = String(body.entity_id);
    const groups = body.field_errors as { field_name: string; errors: { code: number; message: string }[] }[];
    expect(groups.map((group) => group.field_name)).toEqual(['owner_id']);
    expect(groups[0]?.errors.map(({ code, message }) => ({ code, message }))).toEqual([
      { code: 119, message: `Non-null field 'Account'[${id}].owner' is null or empty.` },
      { code: 119, message: `Non-null field 'Account'[${id}].owner_id' is null or empty.` },
    ]);
  });

  it.each(['/api/v100/rest', '/api/v100/rest/spaces/acme', '/api/v100/rest/spaces/acme/entities', '/nothing/here'])(
    'C: status, message, errorcode, traceback at %s',
    async (path) => {
      const answer = await fetch(`${running.server.origin}${path}`, {
        headers: { authorization: running.space.authorization },
      });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
      const text = await answer.text();
      expect(Object.keys(JSON.parse(text))).toEqual(['status', 'message', 'errorcode', 'traceback']);
      expect(JSON.parse(text)).toStrictEqual({
        status: 404,
        message: expect.any(String),
        errorcode: null,
        traceback: null,
      });
    },
  );

  describe('an unexpected failure', () => {
    it('answers 500 without a word of what went wrong, which is logged under the same request id', async () => {
      const secret = 'SELECT secret FROM vault at /srv/app.js:12';
      running.server.onStatement = ({ text }) => {
        if (text.includes('contacts')) throw new Error(secret);
      };
      const headers = { 'X-Request-Id': 'caller-1' };
      const answer = await running.space.send('GET', 'Contacts', { headers });
      running.server.onStatement = () => {};
      expect(answer.status).toBe(500);
      expect(answer.headers.get('X-Request-Id')).toBe('caller-1');
      expect(answer.text).not.toMatch(/SELECT|vault|\.js/);
      expect(answer.body).toStrictEqual({
        code: 9000,
        name: 'ERROR_INTERNAL',
        message: expect.stringContaining('caller-1'),
        http_status: 500,
        success: false,
      });
      expect(running.server.failures.splice(0)).toEqual([new Error(secret)]);
    });

    it('in the middle of a write leaves nothing of it', async () => {
      const account = await running.space.newAccount();
      running.server.onStatement = ({ text }) => {
        if (text.startsWith('INSERT INTO "contact_account_relations"')) throw new Error('no room');
      };
      const rows = [{ account_id: account.id, is_primary: true }];
      const body = { last_name: 'Half', owner_id: running.space.ids.ownerId, account_relations: rows };
      const answer = await running.space.send('POST', 'Contacts', { body });
      running.server.onStatement = () => {};
      expect(answer.status).toBe(500);
      expect((await running.space.list('Contacts', { 'filter[last_name]': 'Half' })).data).toEqual([]);
      expect((await running.space.newContact()).revision).toBe(account.revision + 1);
      running.server.failures.length = 0;
    });
  });

  it('gives every answer a request id, and takes over a harmless one', async () => {
    const { origin, space } = running.server;
    const ids = new Set<string>();
    for (const path of ['/nothing', '/health/live', '/api/v100/rest/spaces/acme/entities/Contacts']) {
      for (const headers of [{}, { authorization: space.authorization }]) {
        ids.add((await fetch(`${origin}${path}`, { headers })).headers.get('X-Request-Id') ?? '');
      }
    }
    expect(ids.size).toBe(6);
    expect([...ids].every((id) => uuid.test(id))).toBe(true);
    const answer = await space.send('GET', 'Contacts', { headers: { 'X-Request-Id': 'a b<script>' } });
    expect(answer.headers.get('X-Request-Id')).toMatch(uuid);
  });

  it('has nothing in its log but what was meant to fail', () => {
    expect(running.server.failures).toEqual([]);
  });
});
