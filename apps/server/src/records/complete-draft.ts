/**
 * Works out what a draft leaves open: defaults, amounts in the other currency, texts made of other fields.
 */
import type { Catalog, Field, MoneyField, ReferenceField } from '@headwater/catalog';
import type { MoneyChange } from '../plan/change.js';
import { invalid } from '../plan/mistakes.js';
import type { Fact, Lookups } from '../sql/lookups.js';
import type { Draft } from './draft.js';

/** Sets the defaults that need no look-up. */
export function setPlainDefaults(draft: Draft, now: string): void {
  if (!draft.isNew) return;
  for (const field of draft.entityType.fields) {
    if (field.derived || (draft.values.get(field.name) ?? null) !== null) continue;
    if (field.default?.kind === 'value') draft.set(field.name, field.default.value);
    if (field.default?.kind === 'now') draft.set(field.name, now);
  }
}

/** A default that names another record: wanted before the look-up, set after it. */
export function wantDefault(catalog: Catalog, draft: Draft, field: Field, lookups: Lookups): Fact | undefined {
  if (!draft.isNew || field.kind !== 'reference' || field.derived || draft.get(field.name) !== null) return undefined;
  const [target] = field.targets;
  if (field.default?.kind === 'first-record' && target !== undefined) {
    const { where } = field.default;
    return lookups.firstRecord(catalog.existing(target), where === undefined ? {} : { [where]: true });
  }
  if (field.default?.kind === 'through') {
    const { reference, member } = field.default;
    const through = catalog.field(draft.entityType.name, reference);
    const id = draft.text(reference);
    if (through?.kind !== 'reference' || id === null) return undefined;
    const other = catalog.existing(through.targets[0] ?? '');
    const source = catalog.field(other.name, member);
    if (source?.kind === 'reference') return lookups.memberOf(other, id, source);
  }
  return undefined;
}

/** Text fields joined by a blank. */
export function setJoined(draft: Draft): void {
  for (const field of draft.entityType.fields) {
    if (field.derived?.kind !== 'join') continue;
    const { fields } = field.derived;
    if (!draft.isNew && !fields.some((name) => draft.values.has(name))) continue;
    const parts = fields.map((name) => draft.text(name)).filter((part) => part !== null && part !== '');
    draft.set(field.name, parts.length === 0 ? null : parts.join(' '));
  }
}

/** The base currency, which amounts without a currency are in. */
export function wantBaseCurrency(catalog: Catalog, lookups: Lookups): Fact {
  return lookups.firstRecord(catalog.existing('Currency'), { is_base: true });
}

/**
 * Completes an amount: in the base currency both values are the same. In another one both must be given, as long as the space
 * has no exchange rates.
 */
export function completeMoney(draft: Draft, field: MoneyField, baseCurrency: string | null): void {
  const given = draft.money.get(field.name);
  if (given === undefined || given === null) return;
  const stored = (draft.stored?.[field.name] ?? {}) as { currency_id?: string | null };
  const currency = given.currency_id ?? stored.currency_id ?? baseCurrency;
  const { base_value: base, value_foreign: foreign } = given;
  if (base === undefined && foreign === undefined) {
    draft.mistakes.push(invalid(field.name, 'needs base_value or value_foreign.'));
  } else if ((base ?? null) === null && (foreign ?? null) === null) {
    draft.money.set(field.name, null);
  } else if (currency === baseCurrency) {
    if (base && foreign && base !== foreign) {
      draft.mistakes.push(
        invalid(field.name, 'base_value and value_foreign differ, but the amount is in the base currency.'),
      );
    }
    const value = base ?? foreign ?? null;
    draft.money.set(field.name, { base_value: value, value_foreign: value, currency_id: currency });
  } else if ((base ?? null) === null || (foreign ?? null) === null) {
    const problem = 'needs both base_value and value_foreign: the space has no exchange rate for this currency.';
    draft.mistakes.push(invalid(field.name, problem));
  } else {
    const money: MoneyChange = { base_value: base ?? null, value_foreign: foreign ?? null, currency_id: currency };
    draft.money.set(field.name, money);
  }
}

/** The references that the write sets to a record, derived ones left out. */
export function setReferences(draft: Draft): { field: ReferenceField; id: string }[] {
  return draft.entityType.fields.flatMap((field) => {
    if (field.kind !== 'reference' || field.derived || !draft.changes(field.name)) return [];
    const id = draft.text(field.name);
    return id === null ? [] : [{ field, id }];
  });
}
