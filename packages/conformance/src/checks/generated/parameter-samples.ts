/**
 * A value for each parameter that the document declares, so that every one is tried on every collection.
 */
import type { EntityType } from '@headwater/catalog';
import type { HttpRequest } from '../../http/http.js';

export interface SampleSources {
  readonly entityType: EntityType;
  /** Any id. */
  readonly id: string;
  /** Of a record of the collection; undefined where lists have other cursors. */
  readonly cursor: string | undefined;
  /** Of the operation. */
  readonly method: string;
  /** Of the space; asked for where a parameter needs it. */
  readonly revision: number | undefined;
}

/** @returns a request with the parameter; undefined for path parameters and for relations that the entity type lacks */
export function parameterSample(
  name: string,
  { entityType, id, cursor, method, revision }: SampleSources,
): HttpRequest | undefined {
  const samples: Record<string, () => HttpRequest | undefined> = {
    id: () => undefined,
    field: () => undefined,
    value: () => undefined,
    'include-deleted': () => ({ query: { 'include-deleted': true } }),
    first: () => ({ query: { first: 5 } }),
    last: () => ({ query: { last: 5 } }),
    before: () => (cursor === undefined ? undefined : { query: { before: cursor } }),
    after: () => (cursor === undefined ? undefined : { query: { after: cursor } }),
    expand: () => {
      const relation = relationOf(entityType);
      return relation === undefined ? undefined : { query: { expand: relation } };
    },
    'order-by': () => ({ query: { 'order-by': '-modified,id' } }),
    filter: () => ({ query: { 'filter[id]': id } }),
    'filter-op': () => ({ query: { 'filter-op[id]': 'not-null' } }),
    'load-only': () => ({ query: { 'load-only': 'id,revision' } }),
    'include-total': () => ({ query: { 'include-total': true } }),
    limit: () => ({ query: { limit: 5 } }),
    offset: () => ({ query: { offset: 1 } }),
    'validation-level': () => ({ query: { 'validation-level': 4 } }),
    'dry-run': () => ({ query: { 'dry-run': true } }),
    'at-revision': () => (revision === undefined ? undefined : { query: { 'at-revision': revision } }),
    'Webhook-Skip-Key': () => ({ headers: { 'webhook-skip-key': 'conformance' } }),
    'delete-records': () => ({ query: { 'delete-records': true } }),
    'delete-values': () => ({ query: { 'delete-values': true } }),
    'rollback-method': () => ({ query: { 'rollback-method': 1 } }),
    'Idempotency-Key': () => ({ headers: { 'idempotency-key': `conformance-${id}` } }),
    'If-Match': () => ({ headers: { 'if-match': '*' } }),
    'If-None-Match': () => (method === 'get' ? { headers: { 'if-none-match': '"none"' } } : undefined),
  };
  const sample = samples[name];
  if (sample === undefined) throw new Error(`The parameter "${name}" is declared, but no sample of it is known`);
  return sample();
}

function relationOf(entityType: EntityType): string | undefined {
  for (const field of entityType.fields) {
    if (field.kind === 'rows') return field.name;
    if (field.kind === 'reference' && field.links[0] !== undefined) return field.links[0].name;
  }
  return undefined;
}
