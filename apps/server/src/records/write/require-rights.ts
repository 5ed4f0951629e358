/**
 * The rights that a planned item needs: for its record, and for each row that its body makes, changes or leaves out. What the service
 * writes beside that by its own rules needs none.
 */
import { requireRight } from '../../rights/require-right.js';
import type { Call } from '../call.js';
import type { Draft } from './draft.js';
import type { PlannedItem } from './plan-item.js';

const actionOf = { create: 'create', update: 'update', delete: 'delete', restore: 'delete' } as const;

/** @throws ApiError `ERROR_FORBIDDEN` that names the missing right */
export function requireItem({ principal }: Call, { item, entityType }: PlannedItem): void {
  requireRight(principal, entityType, actionOf[item.kind]);
}

/**
 * To be asked once it is known which rows there are.
 * @param draft of an item, with the rows that its body gives
 * @throws ApiError `ERROR_FORBIDDEN` that names the missing right
 */
export function requireRows(call: Call, draft: Draft): void {
  for (const { field, target, drafts, removed } of draft.rowSets) {
    // Rules ask for rows that no body names; those of a custom field are values of the record.
    if (!draft.change.rows.has(field.name) || field.custom !== undefined) continue;
    if (removed.length > 0) requireRight(call.principal, target, 'delete');
    for (const row of drafts) {
      if (row.isNew) requireRight(call.principal, target, 'create');
      else if (row.changesAnything) requireRight(call.principal, target, 'update');
      requireRows(call, row);
    }
  }
}
