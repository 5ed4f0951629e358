/**
 * What writes of options must know of the other options of the space. Each is one value of the lookup.
 */
import type { EntityType } from '@headwater/catalog';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import type { Fact, Lookups } from './lookups.js';

/** An option of a set. */
export interface OptionOfSet {
  readonly id: string;
  readonly name: string;
  /** `allowed_by` in canonical form. */
  readonly allowedBy: string | null;
}

/** The options of a set, not deleted, as the text of a JSON array of `OptionOfSet`. @param options the entity type of Data records */
export function optionsOfSet(lookups: Lookups, options: EntityType, set: string): Fact {
  return lookups.ask('options of set', [['uuid', set]], ([of], { dialect, inSpace }) => {
    const item = dialect.jsonObject([
      ['id', dialect.jsonValue('t.id', 'uuid')],
      ['name', dialect.jsonValue(column('t', 'option_name'), 'string')],
      ['allowedBy', dialect.canonicalValue(column('t', 'allowed_by'), 'uuids')],
    ]);
    const conditions = [inSpace('t'), `${column('t', 'data_set_id')} = ${of}`, `NOT ${column('t', 'is_deleted')}`];
    const items = dialect.jsonText(dialect.jsonArrayOf(item, [], 't.id'));
    return `(SELECT ${items} FROM ${recordsOf(dialect, options)} t WHERE ${conditions.join(' AND ')})`;
  });
}

/** The id of another option of a set, not deleted, that has this name. */
export function optionNamed(lookups: Lookups, options: EntityType, set: string, name: string, except: string): Fact {
  return lookups.ask(
    'option named',
    [
      ['uuid', set],
      ['string', name],
      ['uuid', except],
    ],
    ([of, named, id], { dialect, inSpace }) => {
      const conditions = [
        inSpace('t'),
        `${column('t', 'data_set_id')} = ${of}`,
        `${column('t', 'option_name')} = ${named}`,
        `t.id <> ${id}`,
        `NOT ${column('t', 'is_deleted')}`,
      ];
      return `(SELECT t.id FROM ${recordsOf(dialect, options)} t WHERE ${conditions.join(' AND ')} LIMIT 1)`;
    },
  );
}
