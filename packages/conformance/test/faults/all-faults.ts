/**
 * Every server that is broken on purpose, by what is wrong with it. The faults of each group are tried in a test file of its own.
 */
import { accessFaults, type Keys } from './access-faults.js';
import { changeFaults } from './change-faults.js';
import { conversionFaults } from './conversion-faults.js';
import { createFaults } from './create-faults.js';
import { dryRunFaults } from './dry-run-faults.js';
import { errorFaults } from './error-faults.js';
import type { Fault } from './fault.js';
import { filterFaults } from './filter-faults.js';
import { graphqlAnalyticsFaults } from './graphql-analytics-faults.js';
import { graphqlChangeFaults } from './graphql-change-faults.js';
import { graphqlDocumentFaults } from './graphql-document-faults.js';
import { graphqlFaults } from './graphql-faults.js';
import { graphqlWriteFaults } from './graphql-write-faults.js';
import { historyFaults } from './history-faults.js';
import { keyFaults } from './key-faults.js';
import { legacyFaults } from './legacy-faults.js';
import { manyFaults } from './many-faults.js';
import { metadataFaults } from './metadata-faults.js';
import { metadataRelationFaults } from './metadata-relation-faults.js';
import { pageFaults } from './page-faults.js';
import { revertFaults } from './revert-faults.js';
import { ruleFaults } from './rule-faults.js';
import { selectionFaults } from './selection-faults.js';
import { updateFaults } from './update-faults.js';
import { valueFaults } from './value-faults.js';
import { webhookFaults } from './webhook-faults.js';

export type FaultGroup = 'reads' | 'writes' | 'changes and webhooks' | 'GraphQL and REST v1' | 'metadata and analytics';

/** @param keys filled in before the first request */
export function faultsOf(keys: Keys): Readonly<Record<FaultGroup, readonly Fault[]>> {
  return {
    reads: [...accessFaults(keys), ...errorFaults, ...pageFaults, ...selectionFaults, ...filterFaults],
    writes: [
      ...createFaults,
      ...updateFaults,
      ...manyFaults,
      ...dryRunFaults,
      ...conversionFaults,
      ...valueFaults,
      ...ruleFaults,
    ],
    'changes and webhooks': [...changeFaults, ...historyFaults, ...revertFaults, ...webhookFaults, ...keyFaults(keys)],
    'GraphQL and REST v1': [
      ...legacyFaults,
      ...graphqlFaults,
      ...graphqlDocumentFaults,
      ...graphqlChangeFaults,
      ...graphqlWriteFaults,
    ],
    'metadata and analytics': [...graphqlAnalyticsFaults, ...metadataFaults, ...metadataRelationFaults],
  };
}
