import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import type { Source } from '../mapping/mapping.js';
import { planSource } from '../mapping/plan-source.js';
import { type CellError, evaluateSource, type LookupAnswer } from './evaluate-source.js';

const cells = new Map(
  Object.entries({ stage: 'Won', name: 'Isdom', empty: '', closed: '2017-03-01', number: '1C1I7A6R' }),
);

function evaluate(source: Source, answer: LookupAnswer = { kind: 'unknown' }) {
  const errors: (string | CellError)[] = [];
  const scope = {
    catalog: buildCatalog(entityTypes),
    variables: new Map([['owner', 'admin@example.com']]),
    today: new Date(),
    namespace: '8f1f4a52-6c0e-5b0d-9d51-2f6f0c1f7a44',
    error: (_: string, message: string) => void errors.push(message),
  };
  const planned = planSource(scope, source, 'x');
  const asked: string[] = [];
  const find = (lookup: { readonly name: string }, text: string) => {
    asked.push(`${lookup.name} ${text}`);
    return answer;
  };
  const value = planned && evaluateSource(planned, { cells, find, error: (error) => errors.push(error) });
  return { value, errors, asked };
}

const byName = { collection: 'Accounts', by: 'name', where: { country: 'Kenya' } };

describe('evaluateSource', () => {
  it.each<[Source, unknown]>([
    [{ column: 'name' }, 'Isdom'],
    [{ column: 'empty' }, undefined],
    [{ value: 0 }, 0],
    [{ value: false }, false],
    [{ variable: 'owner' }, 'admin@example.com'],
    [{ template: '{name} in {closed}' }, 'Isdom in 2017-03-01'],
    [{ template: '{name}{empty}' }, undefined],
    [{ first: [{ column: 'empty' }, { column: 'name' }, { value: 'z' }] }, 'Isdom'],
    [{ first: [{ column: 'empty' }] }, undefined],
    [{ column: 'closed', when: { column: 'stage', is: ['Won', 'Lost'] } }, '2017-03-01'],
    [{ column: 'closed', when: { column: 'stage', is: ['Lost'] } }, undefined],
    [{ value: 1, when: { column: 'empty', filled: true } }, undefined],
    [{ value: 1, when: { column: 'empty', filled: false } }, 1],
    [{ column: 'stage', map: { Won: true } }, true],
    [{ column: 'stage', map: { Lost: true } }, 'Won'],
    [{ column: 'stage', map: { Lost: true }, otherwise: false }, false],
    [{ column: 'empty', map: { '': 1 }, otherwise: 2 }, undefined],
    [{ column: 'number', uuid: true }, '05525525-9eea-5c4b-b54f-6102da653479'],
  ])('%j gives %j', (source, wanted) => {
    const { value, errors } = evaluate(source);
    expect(errors).toEqual([]);
    expect(value).toBe(wanted);
  });

  it('looks up what is left after the map', () => {
    const source = { column: 'stage', map: { Won: 'Isdom' }, lookup: byName };
    const { value, asked } = evaluate(source, { kind: 'found', id: '7' });
    expect(value).toBe('7');
    expect(asked).toEqual(['Accounts.name, country Kenya Isdom']);
  });

  it('looks up nothing for an empty text', () => {
    expect(evaluate({ column: 'empty', lookup: byName }).asked).toEqual([]);
  });

  it('is an error, of all its columns, when nothing is found', () => {
    const source = { column: 'name', when: { column: 'stage', is: ['Won'] }, lookup: byName };
    expect(evaluate(source, { kind: 'missing' })).toMatchObject({
      value: undefined,
      errors: [
        {
          columns: ['name', 'stage'],
          value: 'Isdom',
          reason: 'no record of Accounts.name, country Kenya matches',
          missingIn: 'Accounts.name, country Kenya',
        },
      ],
    });
    expect(evaluate(source, { kind: 'error', reason: '2 match' }).errors).toEqual([
      { columns: ['name', 'stage'], value: 'Isdom', reason: '2 match' },
    ]);
  });
});
