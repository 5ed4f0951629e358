/**
 * Keys that do not see all fields: whatever operation of the three interfaces they ask for, nothing of a hidden field is in an answer,
 * nothing changes it, and its name is answered as one that no field has.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { onBothDatabases } from '../fixture.js';
import { graphqlRequests } from '../isolation/graphql-requests.js';
import { type ForeignRequest, type MakeRequest, v1Requests, v100Requests } from '../isolation/rest-requests.js';
import type { ForeignIds } from '../isolation/two-spaces.js';
import { structureOf } from '../reports/ask-pivot.js';
import { dumpSpace } from '../space-dump.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { ScopedKey } from './scoped-key.js';

const catalog = buildCatalog(entityTypes);

const secretText = 'Secrettext-QX7';
const secretNumber = '7654321.25';
const secretAmount = '987654.32';

const hiddenFields = [
  'Accounts.comments',
  'Accounts.cf_pay',
  'Accounts.cf_level',
  'Accounts.cf_hobbies',
  'Account.owner',
  'Opportunities.value',
];

const bases = {
  'REST v100': '/api/v100/rest/spaces/{space}',
  'REST v1': '/rest_services/v1/{space}',
  GraphQL: '/api/v100/graphql/spaces/{space}',
} as const;

onBothDatabases((running) => {
  let space: TestSpace;
  let key: ScopedKey;
  let whole: ScopedKey;
  let account: TestRecord;
  let owner: TestRecord;
  let level: string;
  let hobby: string;
  let ids: ForeignIds;
  let revision: number;

  beforeAll(async () => {
    const { server } = running;
    space = await server.newSpace('hidden');
    const option = async (name: string, type_id: string, text: string) => {
      const data_set = [{ option_name: text }, { option_name: 'Other' }];
      const field = await space.create('Fields', { entity_name: 'Account', name, type_id, data_set });
      const { data } = await space.list('Data', { 'filter[data_set_id]': String(field.data_set_id) });
      return data.find(({ option_name }) => option_name === text)?.id ?? '';
    };
    await space.create('Fields', { entity_name: 'Account', name: 'Pay', type_id: 'float' });
    await space.create('Fields', { entity_name: 'Account', name: 'Open', type_id: 'input' });
    level = await option('Level', 'dropdown', 'Top');
    hobby = await option('Hobbies', 'multiselect_checkbox', 'Chess');
    owner = await space.create('Clients', {
      email: 'hidden@acme.example',
      last_name: 'Owner',
      default_unit_id: space.ids.unitId,
    });
    account = await space.newAccount({
      ...{ name: 'Seen', comments: secretText, cf_pay: Number(secretNumber), cf_level_id: level, cf_open: 'open' },
      ...{ cf_hobbies: [hobby], owner_id: owner.id },
    });
    await space.update('Accounts', account.id, { comments: `${secretText} changed` });
    account = await space.update('Accounts', account.id, { comments: secretText, city: 'Bristol' });
    revision = account.revision;
    await space.newOpportunity({ name: 'Deal', value: { base_value: Number(secretAmount) } });
    await new RecordMaker(space, catalog).createEach();
    const known = new Map<string, string>();
    for (const [name, records] of await dumpSpace(server.deps, space.id)) {
      const [first = ''] = records.keys();
      known.set(name, name === 'Account' ? account.id : first);
    }
    const memberOf = (name: string) =>
      [name, ...(catalog.existing(name).union ?? [])].find((one) => known.get(one)) ?? 'Contact';
    ids = { of: (name) => known.get(memberOf(name)) ?? '', text: (text) => text };
    key = await ScopedKey.of(server, space, { hiddenFields });
    whole = await ScopedKey.of(server, space, {});
  }, 300_000);

  /** What an answer must not have; ids of records only where the answer is about accounts. */
  const shownSecret = (text: string, sent: string, entityType: string | undefined) =>
    [secretText, secretNumber, secretAmount, ...(entityType === 'Account' ? [owner.id, level, hobby] : [])].find(
      (secret) =>
        text.toLowerCase().includes(secret.toLowerCase()) && !sent.toLowerCase().includes(secret.toLowerCase()),
    );

  const stored = async () => {
    const accounts = (await dumpSpace(running.server.deps, space.id)).get('Account');
    const { comments, owner_id } = accounts?.get(account.id) ?? {};
    const { cf_pay, cf_level_id, cf_hobbies } = (await space.get('Accounts', account.id, {
      'include-deleted': true,
    })) as Json;
    return { comments, owner_id, cf_pay, cf_level_id, hobbies: (cf_hobbies as Json[]).length };
  };

  const tried = (request: ForeignRequest, name: keyof typeof bases): ForeignRequest => {
    if (!isWrite(request)) return request;
    if (name === 'REST v100') {
      const at = request.path.includes('?') ? '&' : '?';
      return { ...request, path: `${request.path}${at}dry-run=true` };
    }
    if (name !== 'GraphQL') return request;
    const { query, ...rest } = request.body as { readonly query: string };
    // As a field of its own: what is written is answered, and undone.
    const dry = query.replace(/ \{ (\w+)\(/, (_, field: string) => ` { ${field}(dryRun: true, `);
    const takesIt = !/^mutation.* \{ \w*(Filter|Report|filter|report)\w*\(/.test(query);
    return takesIt ? { ...request, body: { ...rest, query: dry } } : request;
  };

  const isWrite = ({ method, body }: ForeignRequest) => {
    const { query } = (body ?? {}) as { query?: string };
    return query === undefined ? method !== 'GET' : query.startsWith('mutation');
  };

  it('are in the answers to a key that sees them', async () => {
    const { text } = await whole.send('GET', `Accounts/${account.id}`);
    for (const secret of [secretText, secretNumber, owner.id, level, 'Account_cf_hobbies'])
      expect(text).toContain(secret);
  });

  it('are not in the answers', async () => {
    const { body } = await key.send('GET', `Accounts/${account.id}`);
    const seen = (body.data ?? {}) as Json;
    const all = await space.get('Accounts', account.id);
    const hidden = ['comments', 'cf_pay', 'cf_level', 'cf_level_id', 'cf_hobbies', 'owner', 'owner_id'];
    expect(Object.keys(seen)).toEqual(Object.keys(all).filter((name) => !hidden.includes(name)));
    expect(seen).toMatchObject({ name: 'Seen', cf_open: 'open' });
  });

  it('are not in the history, at a revision or in the feed', async () => {
    for (const path of [
      `Accounts/${account.id}/history`,
      `Accounts/${account.id}/changes`,
      'Accounts/changes',
      'AuditEntries',
      `Accounts/${account.id}?at-revision=${revision - 1}`,
    ]) {
      const { status, text } = await key.send('GET', path);
      expect([path, status]).toEqual([path, 200]);
      const ofAccounts = path.startsWith('Accounts') ? [owner.id, '"owner"', '"owner_id"', '"comments"'] : [];
      for (const secret of [secretText, secretNumber, ...ofAccounts])
        expect([path, text.includes(secret) ? secret : '']).toEqual([path, '']);
    }
    const ofHidden = await key.send('GET', `Accounts/${account.id}/history`, { query: { fields: 'comments' } });
    expect(ofHidden.body.data).toEqual([]);
    const both = await key.send('GET', `Accounts/${account.id}/history`, { query: { fields: 'comments,city' } });
    expect((both.body.data as readonly Json[]).map(({ members }) => Object.keys(members as Json))).toEqual([['city']]);
  });

  describe('a name of theirs is answered as one that no field has', () => {
    /** @returns the answers for a hidden field and for no field, with the same name in both */
    const alike = async (hidden: string, ask: (name: string) => Promise<{ status: number; text: string }>) => {
      const [there, nowhere] = [await ask(hidden), await ask(`${hidden.slice(0, -1)}q`)];
      const said = ({ status, text }: { status: number; text: string }, name: string) => [
        status,
        text
          .replaceAll(new RegExp(`\\b${name}\\b`, 'gi'), 'NAME')
          .replaceAll(/ Did you mean .*?\?/g, '')
          .replaceAll(/"request_?[iI]d":"[^"]*"/g, '')
          .replaceAll(uuids, 'ID'),
      ];
      const answers = [said(there, hidden), said(nowhere, `${hidden.slice(0, -1)}q`)];
      expect(answers[0]).toEqual(answers[1]);
      expect(there.status).toBeGreaterThanOrEqual(200);
      return there;
    };
    const rest = (method: string, path: (name: string) => string, body?: (name: string) => unknown) => (name: string) =>
      key.sendTo(method, `${bases['REST v100']}/entities/${path(name)}`, body?.(name));
    const v1 = (method: string, path: (name: string) => string, body?: (name: string) => unknown) => (name: string) =>
      key.sendTo(method, `${bases['REST v1']}/${path(name)}`, body?.(name));
    const graphql =
      (query: (name: string) => string, variables: (name: string) => Json = () => ({})) =>
      (name: string) =>
        key.sendTo('POST', bases.GraphQL, { query: query(name), variables: variables(name) });

    const names = ['comments', 'cf_pay', 'cf_level', 'cf_level_id', 'cf_hobbies', 'owner', 'owner_id'];
    it.each(names)('REST v100: %s', async (hidden) => {
      const list = [
        (name: string) => `filter[${name}]=x`,
        (name: string) => `filter[${name}.id]=${account.id}`,
        (name: string) => `filter[${name}]=1&filter-op[${name}]=not-null`,
        (name: string) => `order-by=${name}`,
        (name: string) => `order-by=-${name}.last_name`,
        (name: string) => `load-only=${name}`,
        (name: string) => `load-only=name,${name}.id`,
        (name: string) => `expand=${name}`,
        (name: string) => `expand=parent_account.${name}`,
        (name: string) => `filter[parent_account.${name}]=x`,
      ];
      for (const query of list) {
        const { status } = await alike(
          hidden,
          rest('GET', (name) => `Accounts?${query(name)}`),
        );
        expect([query(hidden), status]).toEqual([query(hidden), 400]);
      }
      await alike(
        hidden,
        rest('GET', (name) => `Contacts?filter[account_relations.account.${name}]=x`),
      );
      await alike(
        hidden,
        rest('GET', (name) => `Accounts/${account.id}/history?fields=${name}`),
      );
      await alike(
        hidden,
        rest(
          'PUT',
          (name) => `Accounts/by/${name}/x`,
          () => ({ name: 'U' }),
        ),
      );
      for (const body of [
        (name: string) => ({ name: 'New', [name]: 'x' }),
        (name: string) => ({ name: 'N', [name]: null }),
      ]) {
        const { status } = await alike(
          hidden,
          rest('POST', () => 'Accounts', body),
        );
        expect(status).toBe(422);
        await alike(
          hidden,
          rest('PATCH', () => `Accounts/${account.id}`, body),
        );
        await alike(
          hidden,
          rest(
            'POST',
            () => 'Accounts/batch-modify',
            (name) => [body(name)],
          ),
        );
        await alike(
          hidden,
          rest(
            'POST',
            () => 'Accounts/merge',
            (name) => ({ master: { id: account.id, ...body(name) }, secondary_ids: [] }),
          ),
        );
      }
      const rows = (name: string) => ({
        last_name: 'N',
        owner_id: space.ids.ownerId,
        account_relations: [{ account: { id: account.id, [name]: 1 } }],
      });
      await alike(
        hidden,
        rest('POST', () => 'Contacts', rows),
      );
      const field = { entity_name: 'Account', name: 'Sum', type_id: 'input' };
      await alike(
        hidden,
        rest(
          'POST',
          () => 'Fields',
          (name) => ({ ...field, calc_formula: `#${name}` }),
        ),
      );
      const rollup = { relation: 'child_accounts', function: 'MAX' };
      await alike(
        hidden,
        rest(
          'POST',
          () => 'Fields',
          (name) => ({ ...field, type_id: 'rollup', rollup: { ...rollup, field: name } }),
        ),
      );
      const filtered = (name: string) => ({ relation: 'child_accounts', function: 'COUNT', filter: { [name]: 1 } });
      await alike(
        hidden,
        rest(
          'POST',
          () => 'Fields',
          (name) => ({ ...field, type_id: 'rollup', rollup: filtered(name) }),
        ),
      );
      const webhook = (options: (name: string) => Json) => (name: string) => ({
        ...{ url: 'https://example.com/', events: ['Account.Update'], insecure_ssl: false },
        options: { entity: { Account: options(name) } },
      });
      for (const options of [
        (name: string) => ({ filter: { [name]: 'x' } }),
        (name: string) => ({ 'load-only': [name] }),
        (name: string) => ({ 'on-field-change': [name] }),
      ])
        await alike(
          hidden,
          rest('POST', () => 'Webhooks', webhook(options)),
        );
    });

    it.each(['COMMENTS', 'CF_PAY', 'CF_LEVEL', 'CF_HOBBIES', 'OWNER_ID'])('REST v1: %s', async (hidden) => {
      await alike(
        hidden,
        v1('GET', (name) => `Accounts?filter=${name}::x`),
      );
      await alike(
        hidden,
        v1('GET', (name) => `Accounts?sort=${name}`),
      );
      await alike(
        hidden,
        v1('GET', (name) => `Accounts?loadonly=${name}`),
      );
      await alike(
        hidden,
        v1(
          'POST',
          () => 'search/Accounts',
          (name) => ({ filter: `${name}::x` }),
        ),
      );
      await alike(
        hidden,
        v1(
          'PUT',
          () => `Accounts/${account.id}`,
          (name) => ({ ORGANIZATION: 'x', [name]: 'x' }),
        ),
      );
      await alike(
        hidden,
        v1(
          'POST',
          () => 'setEntities?entityName=Account&flag=0',
          (name) => [{ ID: account.id, [name]: 'x' }],
        ),
      );
    });

    it.each(['comments', 'cf_pay', 'cf_level', 'cf_hobbies', 'owner', 'ownerId'])('GraphQL: %s', async (hidden) => {
      const answers = [
        await alike(
          hidden,
          graphql((name) => `{ accounts { nodes { ${name} } } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `{ accounts { nodes { ${name} { id } } } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `{ contacts { nodes { accountRelations { nodes { account { ${name} } } } } } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `{ node(id: "${account.id}") { ... on Account { ${name} } } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `{ accounts(filter: { ${name}: { eq: "x" } }) { nodes { id } } }`),
        ),
        await alike(
          hidden,
          graphql(
            (name) => `{ contacts(filter: { accountRelations: { account: { ${name}: {} } } }) { nodes { id } } }`,
          ),
        ),
        await alike(
          hidden,
          graphql((name) => `{ accounts(orderBy: [{ field: ${name.toUpperCase()} }]) { nodes { id } } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `{ accounts(orderBy: [{ ${name}: {} }]) { nodes { id } } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `mutation { createAccount(input: { name: "x", ${name}: "x" }) { id } }`),
        ),
        await alike(
          hidden,
          graphql((name) => `mutation { updateAccount(id: "${account.id}", input: { ${name}: "x" }) { id } }`),
        ),
        await alike(
          hidden,
          graphql(
            () => 'query ($filter: AccountFilter) { accounts(filter: $filter) { nodes { id } } }',
            (name) => ({ filter: { [name]: { eq: 'x' } } }),
          ),
        ),
        await alike(
          hidden,
          graphql(
            () => 'mutation ($input: AccountUpdateInput!) { upsertAccount(value: "x", input: $input) { id } }',
            (name) => ({ input: { [name]: 'x' } }),
          ),
        ),
      ];
      for (const { text } of answers) expect(text).toContain('"errors"');
      const rules = (name: string) => ({
        tab: { boxes: [{ entityType: 'Account', rules: [{ id: 1, field: name, operator: 'IsEmpty' }] }] },
      });
      await alike(
        hidden,
        graphql(() => 'query ($tab: FilterTabInput) { accounts(filterTab: $tab) { nodes { id } } }', rules),
      );
      const pivot =
        'query ($structure: [ReportItemInput!]!) { evaluateReport(structure: $structure) { items { id } } }';
      const table = (name: string) => ({
        entityType: 'Account',
        rows: [{ field: name }],
        measures: [{ function: 'Count' }],
      });
      await alike(
        hidden,
        graphql(
          () => pivot,
          (name) => structureOf(table(name)) as Json,
        ),
      );
      const measured = (name: string) => ({ entityType: 'Account', measures: [{ function: 'Maximum', field: name }] });
      await alike(
        hidden,
        graphql(
          () => pivot,
          (name) => structureOf(measured(name)) as Json,
        ),
      );
    });
  });

  it('are in no document that the key asks for', async () => {
    const openapi = async (asking: ScopedKey) =>
      (await asking.sendTo('GET', `${bases['REST v100']}/openapi.json`)).body as unknown as Document;
    const [seen, all] = [await openapi(key), await openapi(whole)];
    expect(Object.keys(all.components.schemas.Account?.properties ?? {})).toContain('cf_pay');
    for (const [name, wanted] of Object.entries(all.components.schemas)) {
      const own = seen.components.schemas[name];
      const gone = Object.keys(wanted.properties ?? {}).filter((member) => !(member in (own?.properties ?? {})));
      const hidden = ['comments', 'cf_pay', 'cf_level', 'cf_level_id', 'cf_hobbies', 'owner', 'owner_id'];
      if (/^Account(|Create|Update)$/.test(name))
        expect([name, gone.every((one) => hidden.includes(one))]).toEqual([name, true]);
      if (name === 'Account') expect(gone.sort()).toEqual(hidden.sort());
      if (!/^(Account|Opportunity|LeadOppty|Client)/.test(name)) expect([name, gone]).toEqual([name, []]);
    }
    expect(JSON.stringify(seen)).not.toContain('cf_pay');
    const sdlOf = async (asking: ScopedKey) => {
      const answer = await fetch(`${space.origin}${bases.GraphQL.replace('{space}', space.id)}/schema.graphql`, {
        headers: asking.headers,
      });
      return answer.text();
    };
    const sdl = await sdlOf(key);
    const typeOf = (text: string, head: string) =>
      text.slice(text.indexOf(`\n${head} `), text.indexOf('\n}\n', text.indexOf(`\n${head} `)));
    expect(typeOf(await sdlOf(whole), 'type Account')).toContain('cf_pay');
    for (const head of [
      'type Account',
      'input AccountFilter',
      'input AccountOrder',
      'enum AccountOrderField',
      'input AccountUpdateInput',
    ]) {
      const part = typeOf(sdl, head);
      expect(part).toMatch(/name|NAME|parent/i);
      expect(part).not.toMatch(/^ {2}(comments|COMMENTS|cf_pay|CF_PAY|cf_level|cf_hobbies|owner|ownerId|OWNER_ID)\b/m);
    }
    expect(sdl).not.toContain('cf_pay');
    const { data } = await key.graphql(
      '{ __type(name: "Account") { fields { name } } __schema { types { name fields { name } inputFields { name } enumValues { name } } } }',
    );
    const text = JSON.stringify(data);
    expect(text).not.toContain('cf_pay');
    expect(text).toContain('cf_open');
    const shown = data as unknown as { __type: { fields: readonly { name: string }[] } };
    expect(shown.__type.fields.map(({ name }) => name)).not.toContain('comments');
  });

  describe.each([
    ['REST v100', v100Requests(catalog)],
    ['GraphQL', graphqlRequests(catalog)],
    ['REST v1', v1Requests(catalog)],
  ] as const)('%s', (name, requests: readonly MakeRequest[]) => {
    it('shows nothing of them, and changes nothing', { timeout: 600_000 }, async () => {
      const problems: string[] = [];
      let shown = 0;
      const before = await stored();
      for (const make of [...requests].sort((a, b) => Number(isWrite(a(ids))) - Number(isWrite(b(ids))))) {
        const request = tried(make(ids), name);
        const sent = `${decodeURIComponent(request.path)}${JSON.stringify(request.body)}`;
        const { status, text } = await key.sendTo(request.method, bases[name] + request.path, request.body);
        if (status < 300 && !text.includes('"errors":[')) shown++;
        // These tell of changes of all records, users among them.
        const isOfAll = /^\/changes|^\/entities\/AuditEntries/.test(request.path);
        const secret = shownSecret(text, sent, isOfAll ? undefined : request.entityType);
        if (secret !== undefined)
          problems.push(`${request.method} ${request.path} ${JSON.stringify(request.body)}: ${secret}`);
      }
      expect(problems.slice(0, 20)).toEqual([]);
      expect(shown).toBeGreaterThan(requests.length / 4);
      expect(await stored()).toEqual(before);
      // A whole record has them; its document says nothing of keys.
      running.server.expectUndeclared(/must have required property/);
    });
  });
});

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: Json }>> };
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
