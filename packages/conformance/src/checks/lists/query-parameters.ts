/**
 * Promises about query parameters that an operation does not have.
 */
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';

const spec = 'v100#/components/headers/Warning';

/** Names that are no parameters of a list, and the ones that were meant. */
const slips = [
  ['filters[name]', 'filter'],
  ['filter_op[name]', 'filter-op'],
  ['load_only', 'load-only'],
  ['exapnd', 'expand'],
  ['include_total', 'include-total'],
] as const;

export const queryParameterChecks: readonly Check[] = [
  {
    id: 'query.near-parameter',
    sentence:
      'MUST reject a query parameter whose name is close to one of the operation with 400, naming the one that was meant',
    spec,
    run: async ({ rest }) => {
      for (const [given, meant] of slips) {
        const answer = await rest.send('GET', 'Accounts', undefined, { query: { [given]: 'name' } });
        expectParameterRejected(answer, given.replace(/\[.*/, ''));
        expectParameterRejected(answer, meant);
      }
    },
  },
  {
    id: 'query.near-parameter.write',
    sentence:
      'MUST reject a write whose query has a parameter with a name close to one of the operation with 400, and write nothing',
    spec,
    run: async ({ rest, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const before = await rest.get('Accounts', id);
      const body = { city: 'Graz' };
      for (const [method, below, given, meant, sent] of [
        ['PATCH', id, 'validation_level', 'validation-level', { query: { validation_level: 2 }, body }],
        ['DELETE', id, 'dry_run', 'dry-run', { query: { dry_run: true } }],
        ['POST', 'batch-delete', 'rollback_method', 'rollback-method', { query: { rollback_method: 1 }, body: [id] }],
      ] as const) {
        const answer = await rest.sendBelow(method, 'Accounts', below, sent);
        expectParameterRejected(answer, given);
        expectParameterRejected(answer, meant);
      }
      expectEqual(await rest.get('Accounts', id), before, 'the record after the rejected writes');
    },
  },
  {
    id: 'query.ignored-parameter',
    sentence:
      'SHOULD ignore other query parameters that the operation does not have, and name them in the header `Warning`',
    spec,
    run: async ({ rest }) => {
      const answer = await rest.send('GET', 'Accounts', undefined, { query: { first: 1, utm_source: 'x' } });
      expectStatus(answer, 200);
      const warning = answer.headers.get('warning') ?? '';
      expectThat(warning.includes('utm_source'), `Warning should name utm_source, but is ${JSON.stringify(warning)}`);
    },
  },
];
