/**
 * Completes and checks a record and the rows written with it: one look-up for all facts, then defaults, the entity type's rule,
 * derived fields, and every mistake gathered on the record.
 */
import type { Transaction } from '../db/database.js';
import { ValidationError } from '../errors/validation-error.js';
import { inItem } from '../plan/mistakes.js';
import { Lookups } from '../sql/lookups.js';
import { checkValues, wantChecks } from './check-draft.js';
import { completeMoney, setJoined, setPlainDefaults, wantBaseCurrency, wantDefault } from './complete-draft.js';
import type { Draft } from './draft.js';
import type { RuleContext } from './entity-rule.js';
import { systemFieldId } from './field-id.js';
import type { RecordStore } from './record-store.js';
import { derivePrimary, type RowSet } from './row-set.js';
import { ruleOf } from './rules/index.js';

/** @param moment of the write, `YYYY-MM-DDTHH:MM:SS.ffffff` */
export async function settleDrafts(
  { catalog, db }: RecordStore,
  transaction: Transaction,
  space: string,
  parent: Draft,
  rowSets: readonly RowSet[],
  moment: string,
): Promise<void> {
  const drafts = [parent, ...rowSets.flatMap((set) => set.drafts)];
  const lookups = new Lookups(db.dialect, space);
  const context: RuleContext = { catalog, lookups, now: moment, rowSets };
  for (const draft of drafts) setPlainDefaults(draft, moment);
  const defaults = drafts.flatMap((draft) =>
    draft.entityType.fields.map((field) => ({ draft, field, fact: wantDefault(catalog, draft, field, lookups) })),
  );
  const baseCurrency = drafts.some((draft) => draft.money.size > 0) ? wantBaseCurrency(catalog, lookups) : undefined;
  for (const draft of drafts) ruleOf(draft.entityType.name)?.prepare?.(draft, context);
  const checks = drafts.map((draft) => wantChecks(catalog, draft, lookups, new Set([parent.id])));
  await runLookups(transaction, lookups);

  for (const { draft, field, fact } of defaults) {
    const found = fact === undefined ? null : lookups.found(fact);
    // What leads nowhere is reported as it is: a default that depends on it is no mistake of its own.
    if (found !== null) draft.set(field.name, found);
  }
  for (const draft of drafts) {
    ruleOf(draft.entityType.name)?.complete(draft, context);
    setJoined(draft);
    for (const field of draft.entityType.fields) {
      if (field.kind !== 'money' || baseCurrency === undefined) continue;
      completeMoney(draft, field, lookups.found(baseCurrency));
    }
  }
  for (const set of rowSets) derivePrimary(parent, set);
  for (const [index, draft] of drafts.entries()) {
    draft.mistakes.push(...(checks[index]?.finish() ?? []), ...checkValues(draft));
  }
  for (const { field, drafts: rows } of rowSets) {
    for (const [index, row] of rows.entries()) {
      parent.mistakes.push(...row.mistakes.map((mistake) => inItem(field, index, mistake)));
    }
  }
}

/** Asks for all facts that are wanted, in one statement. */
export async function runLookups(transaction: Transaction, lookups: Lookups): Promise<void> {
  const statement = lookups.statement();
  if (!statement) return;
  const [row] = await transaction.run(statement);
  lookups.take(row);
}

/** @throws ValidationError when the draft has mistakes, with all of them, those of a field together */
export function refuseMistakes(draft: Draft): void {
  if (draft.mistakes.length === 0) return;
  const fields = [...new Set(draft.mistakes.flatMap(({ field }) => (field === null ? [] : [field])))];
  throw new ValidationError({
    entityName: draft.entityType.name,
    entityId: draft.id,
    entity: draft.mistakes.filter(({ field }) => field === null),
    fields: fields.map((fieldName) => ({
      fieldId: systemFieldId(draft.entityType.name, fieldName),
      fieldName,
      leaves: draft.mistakes.filter(({ field }) => field === fieldName),
    })),
  });
}
