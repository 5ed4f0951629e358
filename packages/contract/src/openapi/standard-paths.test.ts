import { expect, it } from 'vitest';
import { withParametersOf } from './standard-paths.js';

const id = { $ref: '#/components/parameters/Id' };
const operation = { operationId: 'deleteX', parameters: [id, { $ref: '#/force', 'x-only-in': ['Entity', 'Field'] }] };

it('keeps a parameter in the operations of its entity types', () => {
  expect(withParametersOf('Field', operation)).toEqual({ ...operation, parameters: [id, { $ref: '#/force' }] });
});

it('drops it from those of all others', () => {
  expect(withParametersOf('Contact', operation)).toEqual({ ...operation, parameters: [id] });
});

it('leaves an operation without parameters as it is', () => {
  expect(withParametersOf('Contact', { operationId: 'x' })).toEqual({ operationId: 'x' });
});
