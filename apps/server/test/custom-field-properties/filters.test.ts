/**
 * For every type of custom field each operator finds, over REST, what the oracle says, and what does not fit is rejected; records come in
 * the oracle's order, page by page, from either end.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Operator } from '../../src/request/filter.js';
import { databases, onBothDatabases } from '../fixture.js';
import { answer } from '../properties/oracle.js';
import { runsOf } from '../properties/runs.js';
import { seed as firstSeed } from '../properties/seed.js';
import type { QueryValue, TestSpace } from '../test-space.js';
import { allOperators, comparedWith, operandsFor, operatorsOf } from './operators.js';
import { makeOwner, ownersOn } from './owners.js';
import { makePropertyFixture, type PropertyFixture, pathProperties } from './property-fixture.js';
import type { Plain } from './type-properties.js';

const recordCount = 40;
const operandSets = runsOf(2);
const pageSize = 13;

/** No value of any type but a text. */
const nonsense = 'no such value';

type Query = Readonly<Record<string, QueryValue>>;

onBothDatabases((running, database) => {
  // Each database gets operands that the other one does not.
  const seed = firstSeed + databases.indexOf(database);

  describe.each(ownersOn(database))('%s', (ownerName) => {
    let space: TestSpace;
    let fixture: PropertyFixture;
    beforeAll(async () => {
      space = await running.server.newSpace(`properties-of-${ownerName.toLowerCase()}`);
      fixture = await makePropertyFixture(space, await makeOwner(space, ownerName), recordCount);
    });

    const filter = (path: string, operator: Operator, operands: readonly Plain[] = []): Query => ({
      [`filter-op[${path}]`]: operator,
      ...(operands.length > 0 && { [`filter[${path}]`]: operands }),
    });
    const idsOf = async (query: Query) => {
      const { data } = await space.list(fixture.collection, { first: 100, 'load-only': 'id', ...query });
      return data.map(({ id }) => id);
    };

    describe.each(pathProperties.map((property) => [property.path, property] as const))('%s', (path, property) => {
      it(`is found by every operator (seed ${seed})`, async () => {
        const values = comparedWith(fixture.things, property);
        for (const operator of operatorsOf(property.kind)) {
          for (const operands of fc.sample(operandsFor(operator, values), { seed, numRuns: operandSets })) {
            const query = { conditions: [{ path, operator, operands }], order: [], includeDeleted: false };
            const wanted = answer(fixture.things, query).map(({ id }) => id);
            expect(await idsOf(filter(path, operator, operands)), `${operator} ${operands}`).toEqual(wanted);
          }
        }
      });

      it('rejects operators that do not fit', async () => {
        const fitting = operatorsOf(property.kind);
        for (const operator of allOperators.filter((one) => !fitting.includes(one))) {
          const operands = operator === 'between' ? ['1', '2'] : ['1'];
          const { status, body } = await space.send('GET', fixture.collection, {
            query: filter(path, operator, operands),
          });
          expect([status, body.code], operator).toEqual([400, 117]);
          expect(body.message).toContain(`filter[${path}]: operator "${operator}" does not fit`);
        }
      });

      if (property.kind !== 'text') {
        it('rejects what is not a value of its type', async () => {
          const { status, body } = await space.send('GET', fixture.collection, {
            query: filter(path, 'eq', [nonsense]),
          });
          expect([status, body.code]).toEqual([400, 117]);
          expect(body.message).toContain(`filter[${path}]: ${JSON.stringify(nonsense)} is not `);
        });
      }

      if (property.isSortable) {
        it.each(['', '-'])('orders records by %sitself, from both ends', async (sign) => {
          const order = [{ path, descending: sign === '-' }];
          const wanted = answer(fixture.things, { conditions: [], order, includeDeleted: true }).map(({ id }) => id);
          const query = { 'order-by': sign + path, 'include-deleted': true };
          expect(await walk(query, 'forward')).toEqual(wanted);
          expect(await walk(query, 'backward')).toEqual(wanted);
        });
      }
    });

    /** @returns the ids of all pages, in the order of the list */
    const walk = async (query: Query, direction: 'forward' | 'backward'): Promise<string[]> => {
      const found: string[] = [];
      const [size, from] = direction === 'forward' ? ['first', 'after'] : ['last', 'before'];
      for (let cursor: string | null = null; ; ) {
        const window = { [size]: pageSize, ...(cursor !== null && { [from]: cursor }) };
        const { data, page_info } = await space.list(fixture.collection, { ...query, ...window, 'load-only': 'id' });
        const ids = data.map(({ id }) => id);
        found.splice(direction === 'forward' ? found.length : 0, 0, ...ids);
        const isLast = direction === 'forward' ? !page_info.has_next_page : !page_info.has_previous_page;
        if (isLast) return found;
        cursor = direction === 'forward' ? page_info.end_cursor : page_info.start_cursor;
      }
    };
  });
});
