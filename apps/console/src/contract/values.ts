/** Values of records as people read them, and the links that answers have. Pure. */
import type { Contract } from './contract.js';
import { amountText, type Money, moneyText, noCurrencies } from './currencies.js';
import type { Member } from './member.js';

export type DataRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Where a link leads, and what it is called there. */
export interface Reference {
  readonly collection: string;
  readonly id: string;
  /** Undefined where the answer has the address alone. */
  readonly label: string | undefined;
}

/** @returns where a relation of a record leads; undefined where it is not set */
export function referenceOf(record: DataRecord, { links }: Member, contract: Contract): Reference | undefined {
  for (const { name, target } of links) {
    const value = record[name];
    if (typeof value === 'string') {
      const [collection = '', id = ''] = value.split('/').slice(-2);
      return { collection: decodeURIComponent(collection), id, label: undefined };
    }
    if (typeof value === 'object' && value !== null) {
      const related = value as DataRecord;
      const entityType = contract.ofName(target);
      if (entityType === undefined) return undefined;
      const label = related[entityType.labelMember];
      return {
        collection: entityType.collection,
        id: related.id,
        label: typeof label === 'string' ? label : undefined,
      };
    }
  }
  return undefined;
}

/** @returns what `load-only` needs to draw a member: of a relation the text that means the related record */
export function loadedFor({ name, kind, links }: Member, contract: Contract): string[] {
  if (kind !== 'relation') return [name];
  const texts = links.map(({ name: link, target }) => `${link}.${contract.ofName(target)?.labelMember ?? 'id'}`);
  return links.some((link) => link.name === name) ? texts : [name, ...texts];
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/**
 * @param text a moment, in UTC where it has no zone, as answers write it
 * @returns the text as it is where it is no moment
 */
export function momentText(text: string): string {
  const hasZone = /(z|:.*[+-]\d{2}(:?\d{2})?)$/i.test(text);
  return formatted(moment, hasZone ? text : `${text}Z`) ?? text;
}

/** @returns undefined where the text is no date */
function formatted(format: Intl.DateTimeFormat, text: string): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : format.format(date);
}

/**
 * @param currencies left out: amounts are numbers alone
 * @returns a value of any member but a relation as a text; empty where it is not set
 */
export function textOf(
  value: unknown,
  { kind, choices }: Pick<Member, 'kind' | 'choices'>,
  currencies = noCurrencies,
): string {
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'boolean':
      return value === true ? 'Yes' : 'No';
    case 'choice':
      return choices.find((choice) => choice.value === value)?.label ?? String(value);
    case 'date':
      return formatted(day, String(value)) ?? String(value);
    case 'date-time':
      return momentText(String(value));
    case 'number':
      return amountText(Number(value), undefined);
    case 'money':
      return moneyText(value as Partial<Money>, currencies);
    case 'texts':
      return Array.isArray(value) ? value.join(', ') : String(value);
    default:
      return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
  }
}
