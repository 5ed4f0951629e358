/**
 * Reads the `Authorization` header of HTTP Basic authentication. Knows no keys.
 */
export interface BasicCredentials {
  readonly token: string;
  readonly password: string;
}

/** Longer headers are not looked at: no key of ours comes near, and decoding costs time. */
const maxHeaderLength = 2048;

/** The scheme does not allow them, and databases choke on some. */
const controlCharacter = /\p{Cc}/u;

/**
 * The user name up to the first colon is the token, the rest the password, both UTF-8.
 * @param header as received; undefined when the request has none
 * @returns undefined when it is missing or malformed
 */
export function parseBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 || controlCharacter.test(text)
    ? undefined
    : { token: text.slice(0, colon), password: text.slice(colon + 1) };
}
