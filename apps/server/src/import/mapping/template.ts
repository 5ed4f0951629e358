/**
 * Templates of a mapping: text with `{column}` and `{column | filter}` in it; `{{` is a brace. Pure.
 */
import { isTextFilter, type TextFilter, textFilters } from './text-filters.js';

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
