/** What holds for every check: a stable name of its own, a promise, and a place in the spec that is there. */
import { describe, expect, it } from 'vitest';
import { levelOf } from '../check.js';
import { interfaceContract } from '../contract.js';
import { allChecks } from './all-checks.js';
import { collectionChecks } from './generated/collection-checks.js';
import { operationChecks } from './generated/operation-checks.js';

const { documents } = interfaceContract;

describe('the checks', () => {
  it('are many, also beside those that are generated', () => {
    const generated = collectionChecks(interfaceContract).length + operationChecks(interfaceContract).length;
    expect(allChecks.length - generated).toBeGreaterThan(150);
    expect(generated).toBeGreaterThan(200);
  });

  it('try every operation of REST v100', () => {
    const ids = new Set(allChecks.map(({ id }) => id));
    const operations = documents.v100.operations.map(({ operationId }) => operationId);
    expect(operations.filter((operation) => !ids.has(`operation.${operation}`))).toEqual([]);
  });

  it('have ids of their own', () => {
    const ids = allChecks.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]*(\.[A-Za-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  it('begin with their level and are in one line', () => {
    expect(new Set(allChecks.map(levelOf))).toEqual(new Set(['MUST', 'SHOULD']));
    expect(
      allChecks.filter(({ sentence }) => !/^(MUST|SHOULD|MAY) [^\n]{10,200}[^.\s]$/.test(sentence)).map(({ id }) => id),
    ).toEqual([]);
  });

  it('point at places that the documents have', () => {
    const missing = allChecks.filter(({ spec }) => {
      const [name = '', pointer = ''] = spec.split('#');
      if (name === 'graphql') return !/^[A-Z]\w+(\.[a-z]\w*)?$/.test(pointer);
      const document = name === 'v100' ? documents.v100 : name === 'v1' ? documents.v1 : undefined;
      return document?.find(pointer) === undefined;
    });
    expect(missing.map(({ id, spec }) => `${id}: ${spec}`)).toEqual([]);
  });
});
