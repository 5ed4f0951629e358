/**
 * Turns a complete draft into column values.
 */

import type { Operand } from '../plan/predicate.js';
import { foldedColumn, isComputedOnRead, moneyColumns } from '../sql/columns.js';
import { foldBeyondAscii } from '../sql/fold.js';
import type { Draft } from './draft.js';

/**
 * @param stamp what the service itself sets: `modified`, `revision` and, for a new record, the rest of the system members
 * @returns values by column name; of a stored record only those that the write sets
 */
export function columnValues(draft: Draft, stamp: ReadonlyMap<string, Operand>): Map<string, Operand> {
  const values = new Map<string, Operand>();
  for (const field of draft.entityType.fields) {
    if (isComputedOnRead(field)) continue;
    if (field.kind === 'money') {
      const money = draft.money.get(field.name);
      if (money === undefined) continue;
      const names = moneyColumns(field);
      values.set(names.base_value, money?.base_value ?? null);
      values.set(names.value_foreign, money?.value_foreign ?? null);
      values.set(names.currency_id, money?.currency_id ?? null);
    } else if (draft.values.has(field.name)) {
      values.set(field.name, draft.get(field.name));
    }
  }
  if (draft.isNew || changesText(draft)) values.set(foldedColumn, foldedTexts(draft));
  for (const [name, value] of stamp) values.set(name, value);
  return values;
}

function changesText(draft: Draft): boolean {
  return textFields(draft).some((name) => draft.changes(name));
}

function textFields(draft: Draft): string[] {
  return draft.entityType.fields.flatMap((field) =>
    field.kind === 'value' && (field.type === 'string' || field.type === 'text') && !isComputedOnRead(field)
      ? [field.name]
      : [],
  );
}

/** Texts whose case the databases' own lower() would not fold. */
function foldedTexts(draft: Draft): string | null {
  const folded: Record<string, string> = {};
  for (const name of textFields(draft)) {
    const text = draft.text(name);
    const beyond = text === null ? undefined : foldBeyondAscii(text);
    if (beyond !== undefined) folded[name] = beyond;
  }
  return Object.keys(folded).length === 0 ? null : JSON.stringify(folded);
}
