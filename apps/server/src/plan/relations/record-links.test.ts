import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { idInLink, linkBaseParts, readLink } from './record-links.js';

const catalog = buildCatalog(entityTypes);
const id = '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f6';
const path = `${linkBaseParts.join('demo')}Clients/${id}`;
const idIn = (text: string, targets = ['Client']) => idInLink({ catalog, space: 'demo' }, targets, text);

describe('a link of the space', () => {
  it.each(['http://localhost:3000', 'https://crm.example.com', 'https://example.com/crm/eu', 'http://[::1]:80'])(
    'is one under any origin: %s',
    (origin) => expect(idIn(origin + path.replace(id, id.toUpperCase()))).toBe(id),
  );

  it('leads to a record of one of the entity types', () => {
    expect(idIn(`http://localhost${path}`, ['Account', 'Client'])).toBe(id);
    expect(idIn(`http://localhost${path}`, ['Account'])).toBeUndefined();
    expect(idIn(`http://localhost${path}`, ['Vehicle'])).toBeUndefined();
  });

  it.each([
    path,
    `ftp://localhost${path}`,
    `http://${path}`,
    `http://localhost?${path}`,
    `see http://localhost${path}`,
    `http://local host${path}`,
    `http://localhost${path}/`,
    `http://localhost${path}/accounts`,
    `http://localhost${path}?expand=x`,
    `http://localhost${path} `,
    `http://localhost${path.replace('v100', 'v1')}`,
    `http://localhost${path.replace(id, '7')}`,
    `http://localhost${linkBaseParts.join('demo')}Clients`,
    '',
  ])('is no other text: %s', (text) => expect(idIn(text)).toBeUndefined());

  it('is not one of another space, which is known by its form', () => {
    const elsewhere = `http://localhost${path.replace('demo', 'other')}`;
    expect(idIn(elsewhere)).toBeUndefined();
    expect(readLink(catalog, ['Client'], elsewhere)).toEqual({ space: 'other', id });
    expect(readLink(catalog, ['Account'], elsewhere)).toBeUndefined();
  });
});
