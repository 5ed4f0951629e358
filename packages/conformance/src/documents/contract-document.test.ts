/** How a small document is read, and what of an answer goes against it. */
import type { OpenApiDocument } from '@headwater/openapi-types';
import { describe, expect, it } from 'vitest';
import { ContractDocument, type OperationEntry } from './contract-document.js';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  servers: [],
  security: [],
  tags: [],
  paths: {
    '/things/{id}': {
      get: {
        parameters: [
          { $ref: '#/components/parameters/Id' },
          { name: 'expand', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '404': { $ref: '#/components/responses/Missing' },
          '401': { description: 'no body' },
        },
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', schema: { type: 'string' } } },
    responses: {
      Missing: {
        description: 'gone',
        content: { 'application/json': { schema: { type: 'object', required: ['message'] } } },
      },
    },
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'owner'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          size: { type: ['number', 'null'], format: 'decimal' },
          owner: { oneOf: [{ type: 'string', format: 'uri' }, { $ref: '#/components/schemas/Thing' }] },
        },
      },
    },
  },
};

const entry: OperationEntry = {
  operationId: 'getThing',
  method: 'get',
  path: '/things/{id}',
  entityType: null,
  operation: null,
};
const small = new ContractDocument('small', document, [entry]);
const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';

describe('a document', () => {
  it('gives the pointer of an operation, what it takes and how it succeeds', () => {
    expect(small.pointerOf(entry)).toBe('small#/paths/~1things~1{id}/get');
    expect(small.parametersOf(entry)).toEqual([
      { name: 'id', in: 'path' },
      { name: 'expand', in: 'query' },
    ]);
    expect(small.successStatus(entry)).toBe(200);
  });

  it('follows references along a pointer', () => {
    expect(small.find('/paths/~1things~1{id}/get/parameters/0/name')).toBe('id');
    expect(small.find('/components/schemas/Nothing')).toBe(undefined);
  });

  it('passes bodies that are as declared', () => {
    expect(small.errorsIn(entry, 200, { id, owner: 'https://x/y', size: 1 })).toEqual([]);
    expect(small.errorsIn(entry, 200, { id, owner: { id, owner: 'https://x/y' }, size: null })).toEqual([]);
    expect(small.errorsIn(entry, 404, { message: 'x' })).toEqual([]);
  });

  it('names the places that are not', () => {
    const errors = small.errorsIn(entry, 200, { id: 'x', owner: '/relative', size: '1' }).join('\n');
    for (const place of ['/id must match format', '/owner must match', '/size must be'])
      expect(errors).toContain(place);
    expect(small.errorsIn(entry, 404, {})[0]).toContain('message');
    expect(small.errorsIn(entry, 401, {})).toEqual(['getThing declares no JSON body for status 401']);
  });
});
