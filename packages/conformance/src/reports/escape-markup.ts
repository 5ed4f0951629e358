/**
 * Makes any text safe inside XML and HTML, attributes included. Pure.
 */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 can't hold at all, escaped or not: controls and halves of surrogate pairs. */
const unfit = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** @returns the text with markup escaped and characters that XML can't hold shown as U+FFFD */
export function escapeMarkup(text: string): string {
  return text.replaceAll(unfit, '\ufffd').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
