/**
 * The functions that a template can put a cell through: `{column | slug}`. Pure.
 */
export const textFilters = {
  lower: (text: string) => text.toLowerCase(),
  upper: (text: string) => text.toUpperCase(),
  /** Up to the first blank. */
  'first-word': (text: string) => text.split(/\s+/u)[0] ?? '',
  /** What follows the first blank; the whole text when there is none. */
  'last-words': (text: string) => /^\S+\s+(.+)$/su.exec(text)?.[1] ?? text,
  /** Small letters without accents, and digits, joined by dots: fit for an e-mail address. */
  dots: (text: string) => plainWords(text).join('.'),
  /** The same joined by dashes. */
  dashes: (text: string) => plainWords(text).join('-'),
  /** The first letter in upper case. */
  capital: (text: string) => text.replace(/^\p{L}/u, (letter) => letter.toUpperCase()),
} as const satisfies Record<string, (text: string) => string>;

export type TextFilter = keyof typeof textFilters;

export function isTextFilter(name: string): name is TextFilter {
  return Object.hasOwn(textFilters, name);
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
