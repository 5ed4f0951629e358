/**
 * Templates of a mapping: text with `{column}` and `{column | filter}` in it; `{{` is a brace. Pure.
 */

export interface TemplateColumn {
  readonly column: string;
  readonly filters: readonly TextFilter[];
}

/** Texts and columns in the order in which they stand. */
export type Template = readonly (string | TemplateColumn)[];

/** @throws Error naming an unknown filter or an open brace */
export function parseTemplate(text: string): Template {
  const parts: (string | TemplateColumn)[] = [];
  for (const [piece, inBraces] of text.matchAll(/\{\{|\{([^{}]*)\}|[^{]+|\{/g)) {
    if (piece === '{') throw new Error(`"${text}" has a brace that is not closed; write {{ for a brace`);
    parts.push(inBraces === undefined ? piece.replace('{{', '{') : parseColumn(inBraces));
  }
  return parts;
}

function parseColumn(text: string): TemplateColumn {
  const [column = '', ...filters] = text.split('|').map((part) => part.trim());
  if (column === '') throw new Error('a template needs the name of a column between { and }');
  return {
    column,
    filters: filters.map((filter) => {
      if (isTextFilter(filter)) return filter;
      throw new Error(`"${filter}" is not one of the filters ${Object.keys(textFilters).join(', ')}`);
    }),
  };
}

/** @returns the text, or '' when one of its columns is empty */
export function renderTemplate(template: Template, cell: (column: string) => string): string {
  let text = '';
  for (const part of template) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = part.filters.reduce((value, filter) => textFilters[filter](value), cell(part.column));
    if (value === '') return '';
    text += value;
  }
  return text;
}

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

type TextFilter = keyof typeof textFilters;

function isTextFilter(name: string): name is TextFilter {
  return Object.hasOwn(textFilters, name);
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
