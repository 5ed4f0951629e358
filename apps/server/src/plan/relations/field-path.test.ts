import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { resolvePath } from './field-path.js';

const catalog = buildCatalog(entityTypes);
const resolve = (entityType: string, path: string) =>
  resolvePath(catalog, catalog.existing(entityType), path.split('.'), 'here');

/** Steps as member names with the type they lead to, then the end. */
function shown(entityType: string, path: string): string {
  const { steps, terminal } = resolve(entityType, path);
  const names = steps.map(({ kind, field, target }) => `${kind}:${field.name}>${target.name}`);
  const part = terminal.kind === 'money' ? `.${terminal.part}` : '';
  return [...names, terminal.kind === 'number' ? 'number' : `${terminal.kind}:${terminal.field.name}${part}`].join(' ');
}

describe('resolvePath', () => {
  it.each([
    ['Contact', 'city', 'value:city'],
    ['Contact', 'owner_id', 'reference:owner_id'],
    ['Contact', 'owner', 'reference:owner_id'],
    ['Contact', 'owner.id', 'reference:owner_id'],
    ['Contact', 'owner.email', 'one:owner_id>Client value:email'],
    ['Contact', 'owner.default_unit.name', 'one:owner_id>Client one:default_unit_id>SalesUnit value:name'],
    ['Contact', 'owner.number', 'one:owner_id>Client number'],
    ['Contact', 'primary_account', 'reference:primary_account'],
    ['Contact', 'primary_account.name', 'one:primary_account>Account value:name'],
    ['Contact', 'account_relations', 'rows:account_relations'],
    ['Contact', 'account_relations.id', 'many:account_relations>ContactAccountRelation value:id'],
    [
      'Contact',
      'account_relations.account.name',
      'many:account_relations>ContactAccountRelation one:account_id>Account value:name',
    ],
    ['Opportunity', 'value', 'money:value.base_value'],
    ['Opportunity', 'value.currency_id', 'money:value.currency_id'],
    [
      'LeadOpptyAccountRelation',
      'oppty.value.value_foreign',
      'one:lead_oppty_id>Opportunity money:value.value_foreign',
    ],
    ['Client', 'unit_member_ids', 'collected-ids:unit_member_ids'],
    ['Contact', 'is_favorite', 'favorite:is_favorite'],
    ['Task', 'reminder', 'rows:reminder'],
    ['Task', 'reminder.set_date', 'many:reminder>TaskReminder value:set_date'],
    ['Pipeline', 'steps.name', 'many:steps>Step value:name'],
  ])('%s %s', (entityType, path, wanted) => {
    expect(shown(entityType, path)).toBe(wanted);
  });

  it.each([
    ['Contact', 'nmae', 'Contact has no field "nmae"'],
    ['Contact', 'lastname', 'Did you mean "last_name"?'],
    ['Contact', 'city.name', 'here: "city" of Contact is a value, which has no fields.'],
    ['Contact', 'owner_id.email', 'here: "owner_id" of Contact is an id; other fields follow "owner".'],
    ['Contact', 'owner.emial', 'Client has no field "emial". Did you mean "email"?'],
    ['Contact', 'primary_account_id', 'Contact has no field "primary_account_id"'],
    ['Contact', 'number', 'Contact has no field "number"'],
    ['CloudObject', 'storage_key', 'CloudObject has no field "storage_key"'],
    ['CloudObject', 'content', 'CloudObject has no field "content"'],
    ['Contact', '', 'Contact has no field ""'],
    ['Contact', 'owner.', 'Client has no field ""'],
    ['Contact', '__proto__', 'Contact has no field "__proto__"'],
    ['Contact', 'owner.constructor', 'Client has no field "constructor"'],
    [
      'Opportunity',
      'value.amount',
      'here: "value" of Opportunity is an amount; its parts are base_value, value_foreign, currency_id.',
    ],
    ['Opportunity', 'value.currency.code', '"value" of Opportunity is an amount; its parts are base_value,'],
  ])('%s %s is rejected', (entityType, path, words) => {
    expect(() => resolve(entityType, path)).toThrow(words);
    expect(() => resolve(entityType, path)).toThrow(expect.objectContaining({ at: 'here', status: 400 }));
  });
});

it('follows five relations and no more', () => {
  const unit = 'owner.default_unit';
  expect(resolve('Contact', `${unit}${'.parent'.repeat(3)}.name`).steps).toHaveLength(5);
  expect(() => resolve('Contact', `${unit}${'.parent'.repeat(4)}.name`)).toThrow('5');
});

describe('rows that are chosen by a reference', () => {
  const havingOf = (entityType: string, path: string) => {
    const [step] = resolve(entityType, `${path}.id`).steps;
    const having = step?.kind === 'many' ? step.having : undefined;
    return having && { field: having.field.name, at: having.at?.name };
  };

  it('need it to be set, and to point at the type of its link', () => {
    expect(havingOf('Task', 'account_relations')).toEqual({ field: 'account_id', at: undefined });
    expect(havingOf('Task', 'lead_relations')).toEqual({ field: 'lead_oppty_id', at: 'Lead' });
    expect(havingOf('Contact', 'account_relations')).toBeUndefined();
  });
});
