/**
 * Promises about query parameters that an operation does not have.
 */
import type { Check } from '../../check.js';
import { expectParameterRejected } from '../../expect-error.js';
import { expectThat } from '../../expectation.js';
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
