/** The requests of the operations that are no standard ones: which records they can be shown with, and what they send. */

import type { JsonObject } from '@headwater/contract';
import type { V100SpecialOperation } from '@headwater/openapi-types';
import type { ExampleRequest } from './example-request.js';

/** What a record must hold. */
export interface Wanted {
  readonly equal?: Readonly<Record<string, string | number | boolean>>;
  /** Members that are not null. */
  readonly set?: readonly string[];
}

export interface SpecialExample {
  readonly where?: Wanted;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly file?: ExampleRequest['file'];
}

const dryRun = { 'dry-run': 'true' };

/** Those that write are shown as dry runs, where they have them. */
export const specialExamples: Readonly<Record<V100SpecialOperation, SpecialExample>> = {
  listChanges: { query: { first: '3' } },
  revertChanges: { query: dryRun },
  listCollectionChanges: { query: { first: '3' } },
  listRecordChanges: { query: { first: '3' } },
  listRecordHistory: { query: { first: '3' } },
  listAuditEntries: { query: { first: '3' } },
  listWebhookDeliveries: { query: { first: '3' } },
  pingWebhook: {},
  redeliverWebhook: { body: { cursor: '{revision}' } },
  createKey: { body: { label: 'Web form', scopes: ['Leads:create'] } },
  rotateKey: { body: { keep_old_seconds: 3_600 } },
  deleteKey: {},
  uploadCloudObject: { query: { filename: 'hello.txt', ...dryRun }, file: { type: 'text/plain', text: 'Hello' } },
  getCloudObjectContent: { where: { equal: { type: 1 } } },
  qualifyLead: {
    where: { equal: { is_archived: false }, set: ['owner_id'] },
    query: dryRun,
    body: { closing_date: '2030-09-30', value: { base_value: 125_000 } },
  },
  sendOpportunityBack: {
    where: { equal: { status: 1 } },
    query: dryRun,
    body: { description: 'The budget has moved to next year.' },
  },
  reactivateLead: { where: { equal: { is_archived: true } }, query: dryRun },
  reactivateOpportunity: { where: { equal: { is_archived: true } }, query: dryRun },
};

/** What is in the path of a special operation. */
export interface SpecialValues {
  readonly collection: string;
  readonly id: string;
  readonly revision: string;
}

/** @param path as the document has it, with `{id}` and the like */
export function specialRequest(
  operation: V100SpecialOperation,
  method: string,
  path: string,
  values: SpecialValues,
): ExampleRequest {
  const { query = {}, body, file } = specialExamples[operation];
  const filled = (text: string) =>
    // Nobody ends a key by an example.
    text
      .replace('{token}', 'KEY')
      .replace(/\{(collection|id|revision)\}/g, (_, name: keyof SpecialValues) => values[name]);
  return {
    method: method.toUpperCase(),
    path: filled(path),
    query,
    ...(body && { body: JSON.parse(filled(JSON.stringify(body))) as JsonObject }),
    ...(file && { file }),
  };
}
