/**
 * Reads the text of what is stored of a record. Custom fields are in it as the interface shows them, with amounts as numbers, which
 * JavaScript would read with too few digits: they become texts, as those of all other fields are. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { onceFor } from '../../plan/once-for.js';
import { customLayout } from '../../sql/custom-values/custom-layout.js';
import type { StoredRecord } from '../write/draft.js';

type Parser = (text: string) => StoredRecord;

/** @returns a function that reads the texts of records of an entity type */
export const storedParser = onceFor((entityType: EntityType): Parser => makeParser(amountMembers(entityType)));

function makeParser(amounts: readonly string[]): Parser {
  if (amounts.length === 0) return (text) => JSON.parse(text) as StoredRecord;
  // A quotation mark within a text is written as \", so that none but the name of a member ends with one before a colon.
  const member = new RegExp(`("(?:${amounts.join('|')})":)(-?[0-9][0-9.]*)`, 'g');
  return (text) => JSON.parse(text.replace(member, '$1"$2"')) as StoredRecord;
}

/** The names of members that hold amounts, in custom fields or as a part of one. */
function amountMembers(entityType: EntityType): string[] {
  const fields = customLayout(entityType)?.fields ?? [];
  const plain = fields.flatMap((field) => (field.kind === 'value' && field.type === 'decimal' ? [field.name] : []));
  return fields.some(({ kind }) => kind === 'money') ? [...plain, 'base_value', 'value_foreign'] : plain;
}
