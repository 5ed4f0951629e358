/**
 * Reads base64. Pure.
 */

/** @returns the bytes; undefined for what is no base64 (RFC 4648, 4): line breaks are let through, anything else is not */
export function parseBase64(text: string): Buffer | undefined {
  // Not blanks: one may be a plus sign that something on the way took for a form's.
  const digits = text.replaceAll(/[\r\n]+/g, '');
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(digits, 'base64');
  // The decoder passes over what it does not know, and there are fewer bytes then; - and _ it takes for other digits.
  const isWhole = digits.length % 4 === 0 && bytes.length === (digits.length / 4) * 3 - padding;
  return isWhole && !/[-_]/.test(digits) ? bytes : undefined;
}
