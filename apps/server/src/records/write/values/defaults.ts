/**
 * Works out what a draft leaves open: defaults and texts made of other fields.
 */
import type { Catalog, Field, MoneyField, ReferenceField } from '@headwater/catalog';
import type { Fact, Lookups } from '../../../sql/write/lookups.js';
import type { Draft } from '../draft.js';
import { fieldLists } from '../field-lists.js';

/** Sets the defaults that need no look-up. @param draft of a new record */
export function setPlainDefaults(draft: Draft, now: string): void {
  for (const field of fieldLists(draft.entityType).plainDefaults) {
    // Of a field of the space null says that it is to be empty.
    if (field.custom && (draft.values.has(field.name) || draft.money.has(field.name))) continue;
    if (field.kind === 'money') {
      setDefaultAmount(draft, field);
      continue;
    }
    if ((draft.values.get(field.name) ?? null) !== null) continue;
    if (field.default?.kind === 'value') draft.set(field.name, field.default.value);
    if (field.default?.kind === 'now') draft.set(field.name, isDate(field) ? now.slice(0, 'YYYY-MM-DD'.length) : now);
  }
}

/** An amount in the base currency. */
function setDefaultAmount(draft: Draft, { name, default: given }: MoneyField): void {
  if (given?.kind === 'value' && (draft.money.get(name) ?? null) === null) {
    draft.money.set(name, { base_value: String(given.value) });
  }
}

function isDate(field: Field): boolean {
  return field.kind === 'value' && field.type === 'date';
}

/** A default that names another record: wanted before the look-up, set after it. @param draft of a new record */
export function wantDefault(catalog: Catalog, draft: Draft, field: ReferenceField, lookups: Lookups): Fact | undefined {
  if (draft.get(field.name) !== null) return undefined;
  const [target] = field.targets;
  if (field.default?.kind === 'first-record' && target !== undefined) {
    const { where } = field.default;
    return lookups.firstRecord(catalog.existing(target), where === undefined ? {} : { [where]: true });
  }
  if (field.default?.kind === 'only-record' && target !== undefined) {
    return lookups.onlyRecord(catalog.existing(target));
  }
  if (field.default?.kind === 'through') {
    const { reference, member } = field.default;
    const through = catalog.field(draft.entityType.name, reference);
    const id = draft.text(reference);
    if (through?.kind !== 'reference') return undefined;
    // A record that nobody owns still belongs somewhere.
    if (id === null)
      return field.nullable || target === undefined ? undefined : lookups.firstRecord(catalog.existing(target));
    const other = catalog.existing(through.targets[0] ?? '');
    const source = catalog.field(other.name, member);
    if (source?.kind === 'reference') return lookups.memberOf(other, id, source);
  }
  return undefined;
}

/** Text fields joined by a blank. */
export function setJoined(draft: Draft): void {
  for (const field of fieldLists(draft.entityType).joined) {
    if (field.derived?.kind !== 'join') continue;
    const { fields } = field.derived;
    if (!draft.isNew && !fields.some((name) => draft.values.has(name))) continue;
    const parts = fields.map((name) => draft.text(name)).filter((part) => part !== null && part !== '');
    draft.set(field.name, parts.length === 0 ? null : parts.join(' '));
  }
}
