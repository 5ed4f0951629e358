import { describe, expect, it } from 'vitest';
import { Places } from './places.js';

const places = new Places();

describe('Places', () => {
  it.each([
    ['Contact', [], { GET: 'list', POST: 'create' }, {}],
    ['Contact', ['1'], { DELETE: 'delete', GET: 'get', PATCH: 'update' }, { id: '1' }],
    ['Contact', ['batch-modify'], { POST: 'batch-modify' }, {}],
    ['Contact', ['merge'], { POST: 'merge' }, {}],
    ['Contact', ['duplicates'], { GET: 'duplicates' }, {}],
    ['Product', ['by', 'sku', 'a/b'], { PUT: 'upsert' }, { field: 'sku', value: 'a/b' }],
    ['CloudObject', ['upload'], { POST: 'uploadCloudObject' }, {}],
    ['CloudObject', ['1', 'content'], { GET: 'getCloudObjectContent' }, { id: '1' }],
    // What is the name of an operation elsewhere is an id like any other.
    ['Product', ['merge'], { DELETE: 'delete', GET: 'get', PATCH: 'update' }, { id: 'merge' }],
  ])('%s %j', (entityType, segments, methods, params) => {
    const place = places.find(entityType, segments);
    expect(Object.fromEntries(place?.methods ?? [])).toEqual(methods);
    expect(place?.params).toEqual(params);
  });

  it.each([
    ['Contact', ['1', '2']],
    ['Contact', ['by', 'id']],
    ['Contact', ['by', 'id', '1', '2']],
    ['Contact', ['to', 'id', '1']],
    ['Type', ['by', 'id', '1']],
    ['Nothing', []],
  ])('not %s %j', (entityType, segments) => {
    expect(places.find(entityType, segments)).toBeUndefined();
  });
});
