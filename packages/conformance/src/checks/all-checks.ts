/**
 * Every check there is.
 */
import type { Check } from '../check.js';
import { type Contract, interfaceContract } from '../contract.js';
import { authenticationChecks } from './authentication.js';
import { batchChecks } from './batches.js';
import { feedChecks } from './changes/feed.js';
import { feedChoiceChecks } from './changes/feed-choice.js';
import { feedLiveChecks } from './changes/feed-live.js';
import { feedPageChecks } from './changes/feed-pages.js';
import { historyChecks } from './changes/history.js';
import { contactChecks } from './contacts.js';
import { createChecks } from './creates.js';
import { deleteChecks } from './deletes.js';
import { dryRunOnlyChecks } from './dry-runs.js';
import { errorChecks } from './errors.js';
import { fieldChecks } from './fields.js';
import { collectionChecks } from './generated/collection-checks.js';
import { customMemberChecks } from './generated/custom-member-checks.js';
import { dryRunChecks } from './generated/dry-run-checks.js';
import { operationChecks } from './generated/operation-checks.js';
import { graphqlAgendaChecks } from './graphql/agenda.js';
import { graphqlAnswerChecks } from './graphql/answers.js';
import { graphqlBatchChecks } from './graphql/batches.js';
import { graphqlBoxChecks } from './graphql/boxes.js';
import { graphqlChangeChecks } from './graphql/changes.js';
import { graphqlDocumentChecks } from './graphql/documents.js';
import { graphqlFilterChecks } from './graphql/filters.js';
import { graphqlInsightChecks } from './graphql/insights.js';
import { graphqlListChecks } from './graphql/lists.js';
import { graphqlNodeChecks } from './graphql/nodes.js';
import { graphqlReportChecks } from './graphql/reports.js';
import { graphqlRequestChecks } from './graphql/requests.js';
import { graphqlSavedFilterChecks } from './graphql/saved-filters.js';
import { graphqlSiblingBoxChecks } from './graphql/sibling-boxes.js';
import { graphqlTypeChecks } from './graphql/types.js';
import { graphqlWriteChecks } from './graphql/writes.js';
import { hiddenFieldChecks } from './hidden-fields.js';
import { isolationChecks } from './isolation.js';
import { keyChecks } from './keys.js';
import { leadConversionChecks } from './lead-conversion.js';
import { legacyFilterChecks } from './legacy/filters.js';
import { legacyInfoChecks } from './legacy/info.js';
import { legacyListChecks } from './legacy/lists.js';
import { legacyManyChecks } from './legacy/many.js';
import { legacyWriteChecks } from './legacy/writes.js';
import { linkChecks } from './links.js';
import { expandChecks } from './lists/expands.js';
import { filterOperatorChecks } from './lists/filter-operators.js';
import { filterRelationChecks } from './lists/filter-relations.js';
import { filterChecks } from './lists/filters.js';
import { listCursorFaultChecks } from './lists/list-cursor-faults.js';
import { listCursorChecks } from './lists/list-cursors.js';
import { listPageChecks } from './lists/list-pages.js';
import { loadOnlyChecks } from './lists/load-only.js';
import { orderChecks } from './lists/orders.js';
import { queryParameterChecks } from './lists/query-parameters.js';
import { mergeChecks } from './merges.js';
import { metadataChecks } from './metadata/metadata.js';
import { opportunityChecks } from './opportunities.js';
import { primaryRelationChecks } from './primary-relations.js';
import { productChecks } from './products.js';
import { publishedChecks } from './published.js';
import { publishedSpaceChecks } from './published-space.js';
import { revertChecks } from './reverts.js';
import { revisionChecks } from './revisions.js';
import { rightsChecks } from './rights.js';
import { updateChecks } from './updates.js';
import { upsertChecks } from './upserts.js';
import { userChecks } from './users.js';
import { numberValueChecks } from './values/number-values.js';
import { valueChecks } from './values/values.js';
import { webhookAttemptChecks } from './webhooks/attempts.js';
import { webhookChoiceChecks } from './webhooks/choice.js';
import { webhookMessageChecks } from './webhooks/messages.js';

/** The checks of a contract, in the order in which they run. */
export function checksOf(contract: Contract): readonly Check[] {
  return [
    ...authenticationChecks,
    ...isolationChecks,
    ...rightsChecks,
    ...keyChecks,
    ...hiddenFieldChecks,
    ...userChecks,
    ...errorChecks,
    ...publishedChecks,
    ...publishedSpaceChecks,
    ...operationChecks(contract),
    ...collectionChecks(contract),
    ...dryRunChecks(contract),
    ...customMemberChecks(contract),
    ...listPageChecks,
    ...listCursorChecks,
    ...listCursorFaultChecks,
    ...filterChecks,
    ...filterOperatorChecks,
    ...filterRelationChecks,
    ...orderChecks,
    ...linkChecks,
    ...expandChecks,
    ...loadOnlyChecks,
    ...queryParameterChecks,
    ...createChecks,
    ...updateChecks,
    ...deleteChecks,
    ...batchChecks,
    ...mergeChecks,
    ...upsertChecks,
    ...dryRunOnlyChecks,
    ...revertChecks,
    ...revisionChecks,
    ...feedChecks,
    ...feedPageChecks,
    ...feedChoiceChecks,
    ...feedLiveChecks,
    ...historyChecks,
    ...webhookAttemptChecks,
    ...webhookMessageChecks,
    ...webhookChoiceChecks,
    ...valueChecks,
    ...numberValueChecks,
    ...contactChecks,
    ...primaryRelationChecks,
    ...opportunityChecks,
    ...leadConversionChecks,
    ...productChecks,
    ...fieldChecks,
    ...legacyListChecks,
    ...legacyWriteChecks,
    ...legacyManyChecks,
    ...legacyFilterChecks,
    ...legacyInfoChecks,
    ...graphqlListChecks,
    ...graphqlFilterChecks,
    ...graphqlRequestChecks,
    ...graphqlDocumentChecks,
    ...graphqlTypeChecks,
    ...graphqlAnswerChecks,
    ...graphqlNodeChecks,
    ...graphqlChangeChecks,
    ...graphqlWriteChecks,
    ...graphqlBatchChecks,
    ...graphqlBoxChecks,
    ...graphqlSiblingBoxChecks,
    ...graphqlSavedFilterChecks,
    ...graphqlInsightChecks,
    ...graphqlAgendaChecks,
    ...graphqlReportChecks,
    ...metadataChecks,
  ];
}

/** Those of the interface as every space has it. */
export const allChecks: readonly Check[] = checksOf(interfaceContract);
