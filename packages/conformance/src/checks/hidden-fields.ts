/**
 * Promises about a key that hides fields: to it they do not exist, in any API. Each check has a key and accounts of its own.
 */
import { toLegacyId } from '../api/legacy-id.js';
import { idOf, type RecordJson } from '../api/record.js';
import { readPage, readRecord } from '../api/rest-api.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError, expectParameterRejected } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { type Answer, expectStatus, expectSuccess } from '../http/answer.js';
import type { Credentials } from '../http/http.js';
import { isJsonObject, readObject } from '../http/json.js';
import { before, changesOf, readChangesPage } from './changes/read-changes.js';
import { hasMember, memberAt } from './document-members.js';
import { withKey } from './keys.js';

const spec = 'v100#/components/schemas/NewKey';

/** What the keys of the checks hide. */
const hidden = 'comments';

interface Hiding {
  readonly credentials: Credentials;
  /** Has a value in the hidden field, and a child. */
  readonly account: RecordJson;
  readonly child: RecordJson;
  /** The value. */
  readonly secret: string;
}

async function withHidden(context: CheckContext, work: (hiding: Hiding) => Promise<void>): Promise<void> {
  const { fixtures } = context;
  const secret = fixtures.uniqueText();
  const account = await fixtures.create('Account', { [hidden]: secret });
  const child = await fixtures.create('Account', { parent_account_id: idOf(account) });
  await withKey(context, { hidden_fields: [`Accounts.${hidden}`] }, async ({ token, password }) => {
    await work({ credentials: { token, password }, account, child, secret });
  });
}

function expectHidden(answer: Answer, secret: string): void {
  expectSuccess(answer);
  expectThat(!answer.text.includes(secret), 'the answer should not show the value of a hidden field');
  expectThat(!answer.text.includes(`"${hidden}"`), `the answer should have no ${hidden}`);
}

/** @throws ExpectationFailed unless GraphQL says that it does not know the member */
function expectUnknown(answer: Answer, secret: string): void {
  const { errors } = readObject(answer.json, 'the body');
  const text = JSON.stringify(errors ?? []);
  expectThat(text.includes(hidden), `GraphQL should reject ${hidden}, but says ${text}`);
  expectThat(!answer.text.includes(secret), 'GraphQL should not show the value of a hidden field');
}

export const hiddenFieldChecks: readonly Check[] = [
  {
    id: 'keys.hidden-fields.reads',
    sentence:
      'MUST leave a field that a key hides out of gets, lists, expanded records and answers to writes, in every API',
    spec,
    run: async (context) => {
      const { rest, legacy, graphql, fixtures } = context;
      await withHidden(context, async ({ credentials, account, child, secret }) => {
        const id = idOf(account);
        const get = await rest.send('GET', 'Accounts', id, { credentials });
        expectHidden(get, secret);
        const shown = Object.keys(await rest.get('Accounts', id)).filter((name) => name !== hidden);
        expectEqual(Object.keys(readRecord(get)), shown, 'members of the account');
        const query = { 'filter[id]': [id, idOf(child)], expand: 'parent_account' };
        const list = await rest.send('GET', 'Accounts', undefined, { query, credentials });
        expectHidden(list, secret);
        expectEqual(readPage(list).records.length, 2, 'accounts that are listed');
        const body = { city: fixtures.uniqueText() };
        expectHidden(await rest.send('PATCH', 'Accounts', id, { body, credentials }), secret);
        const old = await legacy.send('GET', `/Accounts/${toLegacyId(id)}`, { credentials });
        expectStatus(old, 200);
        expectThat(!old.text.includes(secret), 'REST v1 should not show the value of a hidden field');
        const ask = (members: string) =>
          graphql.send(`query ($id: UUID!) { account(id: $id) { ${members} } }`, { id }, { credentials });
        expectUnknown(await ask(`id ${hidden}`), secret);
        expectEqual((await ask('id')).json, { data: { account: { id } } }, 'the account in GraphQL');
      });
    },
  },
  {
    id: 'keys.hidden-fields.queries',
    sentence: 'MUST reject a filter, an order, a selection and a path that name a field that the key hides',
    spec,
    run: async (context) => {
      const { rest, graphql } = context;
      await withHidden(context, async ({ credentials, secret }) => {
        for (const [parameter, query] of [
          [`filter[${hidden}]`, { [`filter[${hidden}]`]: secret }],
          [`filter[parent_account.${hidden}]`, { [`filter[parent_account.${hidden}]`]: secret }],
          ['order-by', { 'order-by': hidden }],
          ['load-only', { 'load-only': `id,${hidden}` }],
        ] as const) {
          const answer = await rest.send('GET', 'Accounts', undefined, { query: { ...query, first: 1 }, credentials });
          expectParameterRejected(answer, parameter);
        }
        const filter = `{ ${hidden}: { eq: "${secret}" } }`;
        expectUnknown(await graphql.send(`{ accounts(filter: ${filter}) { totalCount } }`, {}, { credentials }), '\0');
      });
    },
  },
  {
    id: 'keys.hidden-fields.changes',
    sentence: 'MUST leave a field that a key hides out of feeds, histories and records as they were',
    spec,
    run: async (context) => {
      const { rest, fixtures } = context;
      await withHidden(context, async ({ credentials, account, secret }) => {
        const id = idOf(account);
        const city = fixtures.uniqueText();
        const changed = await rest.update('Accounts', id, { city, [hidden]: `${secret} changed` });
        await rest.update('Accounts', id, { [hidden]: null });
        const query = { after: before(account), first: 1000, entity: 'Account' };
        const feed = readChangesPage(await rest.sendInSpace('GET', 'changes', { query, credentials }));
        const found = changesOf(feed.changes, id);
        expectEqual(found.length, 3, 'changes of the account in the feed');
        expectThat(!JSON.stringify(found).includes(secret), 'the feed should not show the value of a hidden field');
        const history = await rest.sendBelow('GET', 'Accounts', `${id}/history`, { credentials });
        expectHidden(history, secret);
        expectThat(history.text.includes(city), 'the history should show what else was changed');
        const then = { 'at-revision': Number(changed.revision) };
        expectHidden(await rest.send('GET', 'Accounts', id, { query: then, credentials }), secret);
      });
    },
  },
  {
    id: 'keys.hidden-fields.writes',
    sentence: 'MUST reject a write of a field that the key hides, and leave it as it is in other writes',
    spec,
    run: async (context) => {
      const { rest, graphql, fixtures } = context;
      await withHidden(context, async ({ credentials, account, secret }) => {
        const id = idOf(account);
        const written = fixtures.uniqueText();
        const body = { [hidden]: written };
        expectError(await rest.send('PATCH', 'Accounts', id, { body, credentials }), 422, 40000);
        const whole = await fixtures.body('Account', body);
        expectError(await rest.send('POST', 'Accounts', undefined, { body: whole, credentials }), 422, 40000);
        const mutation = `mutation ($id: UUID!) { updateAccount(id: $id, input: { ${hidden}: "${written}" }) { id } }`;
        expectUnknown(await graphql.send(mutation, { id }, { credentials }), secret);
        const city = fixtures.uniqueText();
        expectSuccess(await rest.send('PATCH', 'Accounts', id, { body: { city }, credentials }));
        const { [hidden]: kept, city: changed } = await rest.get('Accounts', id);
        expectEqual([kept, changed], [secret, city], `${hidden} and city of the account`);
      });
    },
  },
  {
    id: 'keys.hidden-fields.documents',
    sentence: 'SHOULD leave a field that a key hides out of the documents of the space that are asked for with the key',
    spec,
    run: async (context) => {
      const { rest, graphql, http } = context;
      await withHidden(context, async ({ credentials }) => {
        const document = await rest.sendInSpace('GET', 'openapi.json', { credentials });
        expectStatus(document, 200);
        for (const schema of ['Account', 'AccountCreate', 'AccountUpdate']) {
          const properties = memberAt(document.json, 'components', 'schemas', schema, 'properties');
          expectThat(isJsonObject(properties) && 'city' in properties, `the schema ${schema} should have city`);
          expectThat(!(hidden in properties), `the schema ${schema} should have no ${hidden}`);
        }
        const sdl = await http.send('GET', `${graphql.path}/schema.graphql`, { credentials });
        expectStatus(sdl, 200);
        expectThat(hasMember(sdl.text, 'Account', 'city'), 'the type Account should have city');
        expectThat(!hasMember(sdl.text, 'Account', hidden), `the type Account should have no ${hidden}`);
        const ask = '{ __type(name: "Account") { fields { name } } }';
        const type = JSON.stringify((await graphql.send(ask, {}, { credentials })).json);
        expectThat(type.includes('"city"'), 'the introspected type Account should have city');
        expectThat(!type.includes(`"${hidden}"`), `the introspected type Account should have no ${hidden}`);
      });
    },
  },
  {
    id: 'keys.hidden-fields.keys',
    sentence: 'MUST hide in every key what the key hides that has made it',
    spec,
    run: async (context) => {
      const { rest } = context;
      await withHidden(context, async ({ credentials, account, secret }) => {
        await withKey(
          context,
          { scopes: ['Accounts:read'], hidden_fields: ['Accounts.city'] },
          async ({ token, password }) => {
            const answer = await rest.send('GET', 'Accounts', idOf(account), { credentials: { token, password } });
            expectHidden(answer, secret);
            expectThat(!('city' in readRecord(answer)), 'the account should have no city');
          },
          credentials,
        );
      });
    },
  },
];
