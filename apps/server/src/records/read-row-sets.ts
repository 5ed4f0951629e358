/**
 * The sets of owned rows that a change of their parent works on: those that its body gives, laid over what is stored, and those
 * that its rule wants to see.
 */
import { v7 as newUuid } from 'uuid';
import type { Transaction } from '../db/database.js';
import type { StatementScope } from '../sql/compile-list.js';
import type { Draft } from './draft.js';
import type { RecordStore } from './record-store.js';
import { draftRows, keepRows, type RowSet } from './row-set.js';
import { ruleOf } from './rules/index.js';
import { readStoredRows } from './stored-record.js';

/** @param draft of a stored record, locked: nobody else changes its rows meanwhile */
export async function readRowSets(
  store: RecordStore,
  transaction: Transaction,
  scope: StatementScope,
  draft: Draft,
): Promise<RowSet[]> {
  const { entityType, change } = draft;
  const wanted = ruleOf(entityType.name)?.wantRows?.(draft) ?? [];
  const sets: RowSet[] = [];
  for (const name of new Set([...change.rows.keys(), ...wanted])) {
    const field = store.catalog.field(entityType.name, name);
    if (field?.kind !== 'rows') throw new Error(`${entityType.name}.${name} is not a relation to rows`);
    const target = store.catalog.existing(field.target);
    const stored = await readStoredRows(store, transaction, scope, field, draft.id);
    const given = change.rows.get(name);
    sets.push(given ? draftRows(draft, given, target, stored, newUuid) : keepRows(field, target, stored));
  }
  return sets;
}
