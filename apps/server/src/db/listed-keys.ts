/**
 * The keys of a space with their users and records, as an administrator sees them.
 */
import type { Database } from './database.js';

export interface ListedKey {
  readonly token: string;
  readonly label: string | null;
  /** SQLite gives 0 or 1. */
  readonly read_only: boolean | number;
  readonly scopes: string | null;
  readonly hidden_fields: string | null;
  readonly networks: string | null;
  readonly old_until: string | null;
  readonly last_used: unknown;
  readonly client_id: string | null;
  readonly as_user: boolean | number;
  readonly created_by: string | null;
  readonly email: string | null;
  readonly is_deleted: boolean | number | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
}

/** @returns oldest first, revoked ones included */
export async function listedKeys({ knex }: Database, space: string): Promise<ListedKey[]> {
  return knex('api_keys as k')
    .leftJoin('clients as c', (on) => on.on('c.space_id', 'k.space_id').andOn('c.id', 'k.client_id'))
    .where({ 'k.space_id': space })
    .orderBy(['k.created_at', 'k.token'])
    .select(
      'k.token',
      'k.label',
      'k.read_only',
      'k.scopes',
      'k.hidden_fields',
      'k.networks',
      'k.old_until',
      'k.client_id',
      'k.as_user',
      'k.created_by',
      'k.expires_at',
      'k.revoked_at',
      'k.created_at',
    )
    .leftJoin('api_accesses as a', (on) => on.on('a.space_id', 'k.space_id').andOn('a.username', 'k.token'))
    .select('c.email', 'c.is_deleted', 'a.last_used');
}
