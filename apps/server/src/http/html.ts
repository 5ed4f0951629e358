/** HTML text from values. Pure. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, unless they come from this function themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(textOf)));
}

export class Html {
  constructor(readonly text: string) {}
}

function textOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}
