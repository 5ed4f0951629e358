/**
 * Reads the parameters of REST v1 that are names separated by `|`: `sort` and `loadonly`. Grammar only.
 */
import type { QueryErrors } from './query-errors.js';

/** One sort key as written. */
export interface LegacySort {
  readonly name: string;
  readonly descending: boolean;
}

/**
 * @param text `-MODIFIED|CREATED`; `-` means descending; an empty text is no order
 * @returns the keys in order of weight
 */
export function parseSort(text: string, errors: QueryErrors): LegacySort[] {
  return parseNames('sort', text, errors).flatMap((key) => {
    const descending = key.startsWith('-');
    const name = descending ? key.slice(1) : key;
    if (name === '') {
      errors.add('sort', 'a "-" has no field name after it.');
      return [];
    }
    return { name, descending };
  });
}

/** @returns the names of `loadonly`; undefined, meaning all fields, for an empty text */
export function parseLoadOnly(text: string, errors: QueryErrors): string[] | undefined {
  return text === '' ? undefined : parseNames('loadonly', text, errors);
}

function parseNames(at: string, text: string, errors: QueryErrors): string[] {
  if (text === '') {
    return [];
  }
  const names = text.split('|');
  if (names.includes('')) {
    errors.add(at, `"${text}" holds an empty name; names are separated by a single "|".`);
  }
  return names.filter((name) => name !== '');
}
