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
  /** Letters without accents and digits, joined by dots: fit for an e-mail address. */
  slug: (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '.')
      .replace(/^\.|\.$/g, ''),
} as const satisfies Record<string, (text: string) => string>;

export type TextFilter = keyof typeof textFilters;

export function isTextFilter(name: string): name is TextFilter {
  return Object.hasOwn(textFilters, name);
}
