/**
 * The `Retry-After` header (RFC 9110, 10.2.3): seconds, or a date.
 * Must not know what is done with it.
 */

/**
 * Reads how long the server asks to wait. Pure.
 * @param now milliseconds since 1970, for a header that holds a date
 * @returns milliseconds, 0 for a date that has passed; null when the header is missing or is neither form
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse() alone makes a date of almost anything, "-1" included.
  const date = /^[A-Z][a-z]{2}, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
