/** Whether an answer is what a document declares of its operation. */
import type { ContractDocument, OperationEntry } from '../../documents/contract-document.js';
import { expectEqual } from '../../expectation.js';
import { type Answer, expectStatus } from '../../http/answer.js';

/** Expects the declared success and a body of its schema. @throws ExpectationFailed */
export function expectDeclared(document: ContractDocument, entry: OperationEntry, answer: Answer): void {
  const status = document.successStatus(entry);
  expectStatus(answer, status);
  if (document.declaresJson(entry, status))
    expectEqual(document.errorsIn(entry, status, answer.json), [], `errors in the answer of ${entry.operationId}`);
}
