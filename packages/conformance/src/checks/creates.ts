/**
 * Promises about creating records.
 */

import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import { expectError, expectFieldError, expectValidationError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { readObject, readText } from '../http/json.js';
import { definitionsAreShared } from './define.js';

const spec = 'v100#/paths/~1entities~1Accounts/post';
const invalid = 'v100#/components/schemas/ValidationError';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const createChecks: readonly Check[] = [
  {
    id: 'create.answer',
    sentence: 'MUST answer a create with 201, `success` and the whole record in `data`',
    spec,
    run: async ({ rest, fixtures }) => {
      const body = await fixtures.body('Account', { city: 'Graz' });
      const answer = await rest.send('POST', 'Accounts', undefined, { body });
      expectStatus(answer, 201);
      const { success, data } = readObject(answer.json, 'the body');
      expectEqual(success, true, 'success');
      const record = readObject(data, 'data');
      expectThat(uuid.test(idOf(record)), `the id should be a uuid in lower case, is ${idOf(record)}`);
      expectEqual([record.name, record.city], [body.name ?? null, 'Graz'], 'name and city');
    },
  },
  {
    id: 'create.readable',
    sentence: 'MUST answer to a create what the next get answers',
    spec,
    run: async ({ rest, fixtures }) => {
      const account_id = idOf(await fixtures.create('Account'));
      for (const [name, members] of [
        ['Account', {}],
        ['Contact', { account_relations: [{ account_id, is_primary: true }] }],
        ['Opportunity', { account_relations: [{ account_id, is_primary: true }] }],
      ] as const) {
        const created = await fixtures.create(name, members);
        const { collection } = fixtures.entityType(name);
        expectEqual(await rest.get(collection, idOf(created)), created, `the ${name} got`);
      }
    },
  },
  {
    id: 'create.modified',
    sentence: 'MUST set `modified` equal to `created` in a new record',
    spec,
    run: async ({ fixtures }) => {
      const { created, modified } = await fixtures.create('Account');
      expectEqual(modified, created, 'modified of a new record');
    },
  },
  {
    id: 'create.unset',
    sentence: 'MUST show every declared member in every record, unset ones as null or `[]`',
    spec: 'v100#/components/schemas/Account',
    serial: definitionsAreShared,
    run: async ({ fixtures }) => {
      for (const { name, operations } of fixtures.catalog.entityTypes) {
        if (!operations.includes('create')) continue;
        const record = await fixtures.create(name);
        const missing = fixtures.catalog.members(name).filter((member) => record[member.name] === undefined);
        expectEqual(
          missing.map((member) => member.name),
          [],
          `members missing in a ${name}`,
        );
      }
    },
  },
  {
    id: 'create.null',
    sentence: 'MUST take null in a new record for a member that is left out, and give it its default',
    spec,
    run: async ({ fixtures }) => {
      const names = ['account_class', 'share_mode', 'is_unsubscribed', 'city'];
      const without = await fixtures.create('Account');
      const withNull = await fixtures.create('Account', Object.fromEntries(names.map((name) => [name, null])));
      for (const name of names) expectEqual(withNull[name], without[name], `${name} sent as null`);
    },
  },
  {
    id: 'create.id.rejected',
    sentence: 'MUST reject `id` in the body of a create without `validation-level` bit 8',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const id = fixtures.freshId();
      const body = await fixtures.body('Account', { id });
      expectFieldError(
        expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account'),
        'id',
      );
      expectError(await rest.send('GET', 'Accounts', id), 404);
    },
  },
  {
    id: 'create.id.given',
    sentence: 'MUST take `id` and read-only members in the body of a create with `validation-level` bit 8',
    spec: 'v100#/components/parameters/ValidationLevel',
    run: async ({ rest, fixtures }) => {
      const id = fixtures.freshId();
      const body = await fixtures.body('AccountType', { id, created: '2020-02-29T12:00:00' });
      const record = await rest.create('AccountTypes', body, { 'validation-level': 8 });
      expectEqual([record.id, record.created], [id, '2020-02-29T12:00:00.000000'], 'id and created');
    },
  },
  {
    id: 'create.id.taken',
    sentence:
      'MUST reject an `id` that another record has, deleted or not, as an error of the client, and leave that record alone',
    spec: 'v100#/components/parameters/ValidationLevel',
    run: async ({ rest, fixtures }) => {
      const before = await fixtures.create('AccountType');
      const deleted = idOf(await fixtures.create('AccountType'));
      await rest.delete('AccountTypes', deleted);
      for (const id of [idOf(before), deleted]) {
        const body = await fixtures.body('AccountType', { id });
        const answer = await rest.send('POST', 'AccountTypes', undefined, { body, query: { 'validation-level': 8 } });
        expectThat(answer.status >= 400 && answer.status < 500, `${answer.line}; wanted an error of the client`);
      }
      expectEqual(await rest.get('AccountTypes', idOf(before)), before, 'the record that has the id');
    },
  },
  {
    id: 'create.unknown-member',
    sentence: 'MUST reject a member that the entity type does not have with 422, naming it, and write nothing',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const name = fixtures.uniqueText();
      const body = await fixtures.body('Account', { name, nmae: 'x' });
      expectFieldError(
        expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account'),
        'nmae',
      );
      expectEqual((await rest.list('Accounts', { 'filter[name]': name })).records, [], 'accounts made');
    },
  },
  {
    id: 'create.read-only-member',
    sentence: 'MUST ignore members that only answers have in the body of a create',
    spec,
    run: async ({ rest, fixtures }) => {
      const owner = 'https://example.com/entities/Clients/none';
      const body = await fixtures.body('Account', {
        owner,
        formatted_name: 'x',
        is_deleted: true,
        modified: '2001-01-01T00:00:00',
      });
      const record = await rest.create('Accounts', body);
      expectEqual(
        [record.formatted_name, record.is_deleted],
        [body.name ?? null, false],
        'formatted_name and is_deleted',
      );
      expectThat(
        record.owner !== owner && record.modified === record.created,
        "owner and modified should be the server's own",
      );
    },
  },
  {
    id: 'create.all-errors',
    sentence: 'MUST list every error of a body in one answer',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const body = { owner_id: fixtures.freshId(), account_class: 77, no_such_member: 1 };
      const errors = expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account');
      for (const name of ['name', 'owner_id', 'account_class', 'no_such_member']) expectFieldError(errors, name);
    },
  },
  {
    id: 'create.relation.missing',
    sentence: 'MUST reject a relation to a record that does not exist with 422 and code 120',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const id = fixtures.freshId();
      const body = await fixtures.body('Account', { owner_id: id });
      const errors = expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account');
      expectFieldError(errors, 'owner_id', 120);
      expectFieldError(errors, id, 120);
    },
  },
  {
    id: 'create.relation.other-type',
    sentence: 'MUST reject a relation to a record of another entity type with 422 and code 120',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const body = await fixtures.body('Account', { parent_account_id: await fixtures.idOf('Client') });
      const errors = expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account');
      expectFieldError(errors, 'parent_account_id', 120);
    },
  },
  {
    id: 'create.relation.text',
    sentence:
      'MUST reject a relation given as a text that is neither null nor a fitting link of the space, naming the member to set instead',
    spec: 'v100#/components/schemas/RelatedRecord',
    run: async ({ rest, fixtures }) => {
      const client = await fixtures.idOf('Client');
      const texts = ['West', 'https://elsewhere.example/x', '/x', `http://localhost${rest.path('Clients', client)}`];
      for (const unit of texts) {
        const body = await fixtures.body('Account', { unit, industry: `none-${fixtures.freshId()}` });
        const errors = expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account');
        expectFieldError(errors, 'unit_id');
        expectFieldError(errors, 'industry_id');
      }
    },
  },
  {
    id: 'create.relation.link',
    sentence: 'MUST take the link of a record for a relation, whatever its scheme and host, unless the id is given too',
    spec: 'v100#/components/schemas/RelatedRecord',
    run: async ({ rest, fixtures }) => {
      const [parent, other] = [await fixtures.create('Account'), await fixtures.create('Account')];
      const path = rest.path('Accounts', idOf(parent));
      for (const origin of ['http://localhost', 'https://crm.example.com:8443']) {
        const record = await fixtures.create('Account', { parent_account: `${origin}${path}` });
        expectEqual(record.parent_account_id, parent.id, 'parent_account_id');
      }
      const given = { parent_account: `http://localhost${path}`, parent_account_id: idOf(other) };
      expectEqual((await fixtures.create('Account', given)).parent_account_id, other.id, 'parent_account_id');
    },
  },
  {
    id: 'create.relation.option-name',
    sentence: 'MUST take the name of an option for a choice',
    spec: 'v100#/components/schemas/RelatedRecord',
    run: async ({ rest, fixtures }) => {
      const data_set_id = '00000000-0000-0000-0000-0000000d0001';
      const option = await fixtures.create('Data', { data_set_id, option_name: `option ${fixtures.freshId()}` });
      const record = await fixtures.create('Account', { industry: readText(option.option_name, 'option_name') });
      expectEqual((await rest.get('Accounts', idOf(record))).industry_id, option.id, 'industry_id');
    },
  },
  {
    id: 'create.unique.holder',
    sentence: 'MUST name the record that has a unique value when another one wants it',
    spec: invalid,
    run: async ({ rest, fixtures }) => {
      const sku = fixtures.freshId();
      const holder = idOf(await fixtures.create('Product', { sku }));
      const body = await fixtures.body('Product', { sku });
      const errors = expectValidationError(await rest.send('POST', 'Products', undefined, { body }), 'Product');
      expectFieldError(errors, 'sku');
      expectThat(
        errors.some(({ message }) => message.includes(holder)),
        `an error should name ${holder}`,
      );
      await fixtures.create('Product', { sku: sku.toUpperCase() });
    },
  },
  {
    id: 'create.relation.deleted',
    sentence: 'MUST reject a relation to a deleted record unless `validation-level` has bit 16',
    spec: 'v100#/components/parameters/ValidationLevel',
    run: async ({ rest, fixtures }) => {
      const parent_account_id = idOf(await fixtures.create('Account'));
      await rest.delete('Accounts', parent_account_id);
      const body = await fixtures.body('Account', { parent_account_id });
      const errors = expectValidationError(await rest.send('POST', 'Accounts', undefined, { body }), 'Account');
      expectFieldError(errors, 'parent_account_id');
      const record = await rest.create('Accounts', body, { 'validation-level': 16 });
      expectEqual(record.parent_account_id, parent_account_id, 'parent_account_id');
    },
  },
  {
    id: 'create.no-json',
    sentence: 'MUST answer 400 with code 117 when the body is absent or no JSON object',
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      for (const rawBody of ['', '{', '"text"', '[]', 'null', '{"name": }']) {
        const headers = { 'content-type': 'application/json' };
        expectError(await rest.send('POST', 'Accounts', undefined, { rawBody, headers }), 400, 117);
      }
    },
  },
  {
    id: 'create.default-type',
    sentence: 'MUST fill `account_type_id` with a type of the space when it is left out',
    spec: 'v100#/components/schemas/AccountCreate',
    run: async ({ rest, fixtures }) => {
      const { account_type_id: _, ...body } = await fixtures.body('Account');
      const record = await rest.create('Accounts', body);
      await rest.get('AccountTypes', readText(record.account_type_id, 'account_type_id'));
    },
  },
];
