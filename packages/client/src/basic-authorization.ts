/**
 * The `Authorization` header of HTTP Basic (RFC 7617, UTF-8).
 * Uses only what every platform has; must not know where the header is sent.
 */

/**
 * Renders token and password as the value of an `Authorization` header. Pure.
 * @param token the user name; without a colon
 * @param password any text, non-ASCII included
 */
export function basicAuthorization(token: string, password: string): string {
  const bytes = new TextEncoder().encode(`${token}:${password}`);
  // btoa() takes one character per byte and rejects all beyond U+00FF.
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}
