/** Facts of the interface that the workspace's own spec must not lose, whatever is changed in its files. */

import { readFileSync } from 'node:fs';
import type { JsonObject } from '@headwater/contract';
import { describe, expect, it } from 'vitest';
import { bundleDocument } from '../src/openapi/bundle-document.js';
import { operationList } from '../src/openapi/operation-list.js';
import { errorsPage } from '../src/pages/errors-page.js';
import { v1NamesPage } from '../src/pages/v1-names-page.js';
import { loadSpec } from '../src/spec/load-spec.js';

const spec = loadSpec();
const v100 = bundleDocument(spec, 'v100');

/** The value at a path of keys; the test fails by throwing when there is none. */
function at(document: JsonObject, ...path: string[]): JsonObject {
  return path.reduce((value, key) => {
    const found = value[key];
    if (found === undefined) throw new Error(`nothing at ${path.join('/')}`);
    return found as JsonObject;
  }, document);
}

const members = (schema: string) => Object.keys(at(v100, 'components', 'schemas', schema, 'properties'));

describe('REST v100', () => {
  it('has the filter operators of the interface, in their order', () => {
    expect(at(v100, 'components', 'schemas', 'FilterOperator').enum).toEqual(
      (
        'eq ieq not-eq not-ieq contains starts ends icontains istarts iends null not-null empty not-empty ' +
        'gt gte lt lte between'
      ).split(' '),
    );
  });

  it('has the list parameters of the interface on every list', () => {
    const lists = operationList(v100).filter((entry) => entry.operation === 'list');
    expect(lists).toHaveLength(spec.entities.length);
    const wanted =
      'include-deleted first last before after expand order-by filter filter-op load-only include-total limit offset ' +
      'If-None-Match';
    for (const { path } of lists) {
      const parameters = at(v100, 'paths', path, 'get', 'parameters') as unknown as { $ref: string }[];
      const names = parameters.map(({ $ref }) => at(v100, ...$ref.slice(2).split('/')).name);
      expect(names).toEqual(wanted.split(' '));
    }
  });

  it('takes an idempotency key on every POST of standard operations and says what it rejects for it', () => {
    const posts = operationList(v100).filter((entry) => entry.method === 'post' && entry.operation !== null);
    expect(posts.map((entry) => entry.operation)).toEqual(expect.arrayContaining(['create', 'batch-modify']));
    for (const { path } of posts) {
      const post = at(v100, 'paths', path, 'post');
      expect(post.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
      expect(Object.keys(at(post, 'responses'))).toEqual(expect.arrayContaining(['409', '413', '415', '422']));
    }
  });

  it('writes at most 1,000 records of a batch', () => {
    const body = at(v100, 'paths', '/entities/Contacts/batch-modify', 'post', 'requestBody');
    expect(at(body, 'content', 'application/json', 'schema')).toMatchObject({ minItems: 1, maxItems: 1000 });
    const ids = at(v100, 'components', 'requestBodies', 'RecordIds', 'content', 'application/json', 'schema');
    expect(ids).toMatchObject({ minItems: 1, maxItems: 1000 });
  });

  it('creates or changes a record by its id and its unique members', () => {
    expect(at(v100, 'components', 'schemas', 'ProductKey').enum).toEqual(['id', 'sku']);
    expect(Object.keys(at(v100, 'paths'))).toContain('/entities/Products/by/{field}/{value}');
    expect(Object.keys(at(v100, 'paths'))).not.toContain('/entities/Types/by/{field}/{value}');
  });

  it('takes to-one relations as objects and leaves their addresses alone', () => {
    expect(at(v100, 'components', 'schemas', 'ContactCreate', 'properties', 'owner')).toMatchObject({
      $ref: '#/components/schemas/RelatedRecord',
    });
  });

  it('takes at most 100 records of a list and 30 by itself', () => {
    expect(at(v100, 'components', 'parameters', 'First', 'schema')).toMatchObject({ default: 30, maximum: 100 });
  });

  it('asks for an owner and a first or a last name of a contact', () => {
    const create = at(v100, 'components', 'schemas', 'ContactCreate');
    expect(create.required).toEqual(['owner_id']);
    expect(create.anyOf).toEqual([{ required: ['first_name'] }, { required: ['last_name'] }]);
  });

  it('takes the members of a contact that the interface names', () => {
    const named =
      'owner_id first_name last_name middle_name title position account_position gender email1 email2 email3 email4 email5 ' +
      'phone1 phone2 phone3 phone4 phone5 address city state_province zip_code country comments quick_account_name ' +
      'contact_type_id unit_id share_mode account_relations created revision is_unsubscribed';
    expect(members('ContactCreate')).toEqual(expect.arrayContaining(named.split(' ')));
  });

  it('answers the members of a contact that the interface names', () => {
    const named =
      'is_delete_protected id is_deleted modified contact_type owner unit formatted_name primary_account ' +
      'primary_account_position is_favorite';
    expect(members('Contact')).toEqual(expect.arrayContaining(named.split(' ')));
  });

  it('opens every record with the system members, then the links', () => {
    expect(members('Account').slice(0, 8)).toEqual(
      'is_delete_protected id is_deleted modified created account_type currency_exchange_rates_list customer_type'.split(
        ' ',
      ),
    );
  });

  it('takes the set of an option once and for all', () => {
    expect(members('DataCreate')).toContain('data_set_id');
    expect(members('DataUpdate')).not.toContain('data_set_id');
  });

  it('only reads the types of fields', () => {
    const ofTypes = operationList(v100).filter((entry) => entry.entityType === 'Type');
    expect(ofTypes.map((entry) => entry.operation)).toEqual(['list', 'get']);
  });
});

describe('errors', () => {
  it('have a page that is up to date: npx headwater-codegen errors docs', () => {
    expect(readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')).toBe(errorsPage(spec));
  });
});

describe('REST v1', () => {
  it('has a page of its names that is up to date: npx headwater-codegen v1-names docs', () => {
    const page = new URL('../../../docs/v1-names.md', import.meta.url);
    expect(readFileSync(page, 'utf8')).toBe(v1NamesPage(spec));
  });

  it('has every error that it can answer on the page about migrating, and no other', () => {
    const page = readFileSync(new URL('../../../docs/migrating-from-v1.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| (\d{3}) \| (\d[\d, ]*) \|/gm)].flatMap(([, status, codes = '']) =>
      codes.split(', ').map((code) => `${status} ${code}`),
    );
    const answered = JSON.stringify(at(v1, 'components', 'responses'));
    // No operation declares the methods that its address does not take.
    const isAnswered = (name: string) => name === 'ERROR_METHOD_NOT_ALLOWED' || answered.includes(`"${name}"`);
    const wanted = spec.errors.filter(({ name }) => isAnswered(name)).map(({ status, code }) => `${status} ${code}`);
    expect(listed.sort()).toEqual(wanted.sort());
  });

  it('names members as REST v1 does in all that it says', () => {
    const legacyNames = new Set<string>();
    const others = new Set<string>();
    for (const field of spec.entities.flatMap(({ fields }) => fields)) {
      const { name } = field;
      if (name.includes('_')) others.add(name);
      if (field.kind === 'money') for (const part of Object.values(field.v1Names)) legacyNames.add(part);
      else if (field.v1Name !== null) legacyNames.add(field.v1Name);
    }
    // What JSON holds goes by the same names in both interfaces.
    const inJson = ['`api_name`'];
    const named = [...JSON.stringify(v1).matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(
      [...new Set(named)]
        .filter((name) => others.has(name))
        .map((name) => `\`${name}\``)
        .sort(),
    ).toEqual(inJson);
    expect(named.filter((name) => legacyNames.has(name)).length).toBeGreaterThan(300);
  });

  const v1 = bundleDocument(spec, 'v1');

  it('calls steps stages and keeps the old names of members', () => {
    expect(Object.keys(at(v1, 'paths'))).toContain('/{space_name}/Stages');
    const named = (schema: string) => Object.keys(at(v1, 'components', 'schemas', schema, 'properties'));
    expect(named('Stage')).toContain('STAGE_NAME');
    expect(named('Account')).toEqual(
      expect.arrayContaining(['ORGANIZATION', 'SALES_UNIT_ID', 'INDUSTRIES_ID', 'ACCESS_LEVEL']),
    );
    expect(named('Contact')).toEqual(expect.arrayContaining(['SURNAME', 'ACCOUNT_RELATIONS']));
    expect(named('Opportunity')).toEqual(
      expect.arrayContaining([
        'OPPORTUNITY_NAME',
        'OPPORTUNITY_VALUE',
        'OPPORTUNITY_VALUE_FOREIGN',
        'CURRENCY_ID',
        'STAGE',
      ]),
    );
    expect(named('Data')).toContain('VALUE');
  });

  it('names users and sales units by number', () => {
    const account = at(v1, 'components', 'schemas', 'Account', 'properties');
    expect(account.OWNER_ID).toMatchObject({ type: 'integer' });
    expect(account.SALES_UNIT_ID).toMatchObject({ type: 'integer' });
  });
});
