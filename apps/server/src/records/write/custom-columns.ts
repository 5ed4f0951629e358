/**
 * Makes the texts that are kept beside a record, so that it is read without looking for each of its custom fields. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import type { MoneyChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { customColumn, customLayoutColumn, customLinksColumn } from '../../sql/columns.js';
import { type CustomLayout, customLayout, nextLayout } from '../../sql/custom-values/custom-layout.js';
import { type CustomLink, customLinks, linkBaseMark } from '../../sql/custom-values/custom-texts.js';
import type { HoldingField } from '../../sql/custom-values/custom-value.js';
import type { Draft } from './draft.js';

/** Whether the texts of a record are other ones after the write. A new record without values needs none. */
export function changesCustom(draft: Draft): boolean {
  const byName = customLayout(draft.entityType)?.byName;
  if (!byName) return false;
  for (const name of draft.money.keys()) if (byName.has(name)) return true;
  for (const name of draft.values.keys()) if (byName.has(name) && draft.changes(name)) return true;
  return false;
}

/** Whether the texts of a stored record are of no use any more: reading it means to look for each of its fields. */
export function hasUnknownLayout({ entityType, stored }: Draft): boolean {
  const layout = customLayout(entityType);
  const written = stored?.[customLayoutColumn];
  if (!layout || typeof written !== 'number') return false;
  return written !== layout.current && written !== layout.restarted && !layout.earlier.has(written);
}

/** @returns the values of the columns that hold the texts; none where the space has defined no fields */
export function customColumns(catalog: Pick<Catalog, 'existing'>, draft: Draft): [name: string, value: Operand][] {
  const layout = customLayout(draft.entityType);
  if (!layout) return [];
  const before = draft.stored?.[customLayoutColumn];
  const { values, links } = membersOf(layout);
  const valueTexts = values.map(({ start, of }) => start + valueText(draft, of));
  const linkTexts = links.map(({ start, of: { field, link } }) => {
    const id = draft.text(field.name);
    return start + (id === null ? 'null' : `"${linkBaseMark}${catalog.existing(link.target).collection}/${id}"`);
  });
  return [
    [customColumn, `{${valueTexts.join(',')}}`],
    [customLinksColumn, links.length === 0 ? null : `{${linkTexts.join(',')}}`],
    [customLayoutColumn, nextLayout(layout, typeof before === 'number' ? before : null)],
  ];
}

/** A member of a text. */
interface Member<T> {
  /** Its name and the colon. */
  readonly start: string;
  readonly of: T;
}

interface Members {
  readonly values: readonly Member<HoldingField>[];
  readonly links: readonly Member<CustomLink>[];
}

const known = new WeakMap<CustomLayout, Members>();

/** The members of both texts: the same for every record, and often a hundred. */
function membersOf(layout: CustomLayout): Members {
  let members = known.get(layout);
  if (!members) {
    const start = (name: string) => `${JSON.stringify(name)}:`;
    members = {
      values: layout.fields.map((field) => ({ start: start(field.name), of: field })),
      links: customLinks(layout.fields).map((link) => ({ start: start(link.link.name), of: link })),
    };
    known.set(layout, members);
  }
  return members;
}

/** What a field shows after the write, as JSON. */
function valueText(draft: Draft, field: HoldingField): string {
  switch (field.kind) {
    case 'value': {
      const value = draft.get(field.name);
      // An amount has its own digits: a number would lose some of them.
      return field.type === 'decimal' && value !== null ? String(value) : JSON.stringify(value);
    }
    case 'reference':
      return JSON.stringify(draft.get(field.name));
    case 'money':
      return moneyText(moneyAfter(draft, field.name));
  }
}

function moneyAfter(draft: Draft, name: string): MoneyChange | null {
  const given = draft.money.get(name);
  return given === undefined ? ((draft.stored?.[name] ?? null) as MoneyChange | null) : given;
}

function moneyText(money: MoneyChange | null): string {
  if (money === null) return 'null';
  const { base_value = null, currency_id = null, value_foreign = null } = money;
  return `{"base_value":${base_value},"currency_id":${JSON.stringify(currency_id)},"value_foreign":${value_foreign}}`;
}
