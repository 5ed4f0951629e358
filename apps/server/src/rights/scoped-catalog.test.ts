import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { relatedSteps } from '../plan/relations/related-steps.js';
import { Rights } from './rights.js';
import { mayRead, scopeCatalog } from './scoped-catalog.js';

const catalog = buildCatalog(entityTypes);
const scoped = (...scopes: string[]) => scopeCatalog(catalog, Rights.of(scopes));

it('lets no step lead back to what may not be read', () => {
  const back = [{ from: 'Contact', via: 'owner_id' }];
  const client = catalog.existing('Client');
  const stepsOf = (held: typeof catalog) => relatedSteps(held, client, back, 'filter', 5).entityType.name;
  expect(() => stepsOf(scoped('Clients:read'))).toThrow('lacks the right Contacts:read.');
  expect(stepsOf(scoped('Clients:read', 'Contacts:read'))).toBe('Contact');
});

it.each([
  ['Accounts:read', 'Account', true],
  ['Account:read', 'Account', true],
  ['Acc*:*', 'Account', true],
  ['Account*:create', 'Account', false],
  ['Account:read', 'AccountType', false],
  ['*Type:read', 'AccountType', true],
  ['metadata:read', 'Field', true],
  ['metadata:read', 'Account', false],
  ['Activities:read', 'Activity', false],
])('%s: reading %s is %s', (scope, name, wanted) => {
  expect(mayRead(scoped(scope), catalog.existing(name))).toBe(wanted);
});
