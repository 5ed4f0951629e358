import { describe, expect, it } from 'vitest';
import { Routes } from './routes.js';

const routes = new Routes<string>();
for (const path of [
  '/spaces/:space/merge',
  '/spaces/:space/:collection',
  '/files/:key{/:name}',
  '/old{/:space}{/*rest}',
]) {
  routes.add(path, path);
}

describe('Routes', () => {
  it.each([
    ['/spaces/a/Contacts', { space: 'a', collection: 'Contacts' }],
    ['/spaces/a/Contacts/', { space: 'a', collection: 'Contacts' }],
    ['/spaces/a%20b/C%2FD', { space: 'a b', collection: 'C/D' }],
    ['/spaces/a/%E4%zz', { space: 'a', collection: '%E4%zz' }],
    ['/files/k', { key: 'k' }],
    ['/files/k/n.pdf', { key: 'k', name: 'n.pdf' }],
    ['/old', {}],
    ['/old/a/b/c', { space: 'a', rest: 'b/c' }],
  ])('finds the parts of %s', (path, params) => {
    expect(routes.find(path)[0]?.params).toEqual(params);
  });

  it.each(['/', '/spaces/a', '/Spaces/a/Contacts', '/spaces/a/b/c'])('finds nothing at %s', (path) => {
    expect(routes.find(path)).toEqual([]);
  });

  it('finds the first of two that fit, and the other one after it', () => {
    const actions = routes.find('/spaces/a/merge').map(({ action }) => action);
    expect(actions).toEqual(['/spaces/:space/merge', '/spaces/:space/:collection']);
  });
});
