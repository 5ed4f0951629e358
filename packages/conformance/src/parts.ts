/**
 * Parts of the interface that a server can have without the others, each as the beginnings of the ids of its checks.
 */

export interface Part {
  /** Beginnings of ids. */
  readonly only: readonly string[];
  /** Beginnings of the ids among them that ask for more than the part. */
  readonly except: readonly string[];
}

/** Standard operations of which an answer must be as declared. */
const operations = [
  'list',
  'get',
  'create',
  'update',
  'delete',
  'batchModify',
  'batchDelete',
  'batchRestore',
  'upsert',
];

/** Entity types, as ids of operations begin their names, that the checks of lists and writes make records of. */
const entityTypes = [
  'Account',
  'Contact',
  'Opportunit',
  'Product',
  'Pipeline',
  'Step',
  'SalesUnit',
  'Client',
  'Currenc',
];

const merged = ['Accounts', 'Contacts', 'Leads', 'Opportunities'];

export const parts = {
  /** REST v100 without conversions, merges, unions, changes, webhooks, definitions and keys, and without GraphQL and REST v1. */
  'lists-and-writes': {
    only: [
      ...['auth.missing.rest', 'auth.missing.body', 'auth.missing.write', 'auth.unknown-space', 'auth.scheme-case'],
      'error.',
      ...operations.flatMap((operation) => entityTypes.map((name) => `operation.${operation}${name}`)),
      'collection.',
      ...['list.', 'filter.', 'order.', 'link.', 'expand.', 'load-only.', 'query.'],
      ...['create.', 'update.', 'delete.', 'batch.', 'upsert.', 'idempotency.', 'revision.', 'value.', 'contact.'],
      ...['dry-run.parameter', 'dry-run.key', 'relation.shorthand', 'product.'],
    ],
    except: [
      ...merged.flatMap((collection) => [`collection.${collection}.parameters`, `collection.${collection}.dry-run`]),
      ...['collection.Activities.', 'collection.LeadOppties.'],
    ],
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as readonly PartName[];
