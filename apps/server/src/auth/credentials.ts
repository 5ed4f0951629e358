/**
 * The credentials of a key: read from a header, made, and turned into what is stored of them with the server's secret.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../db/database.js';
import { settingMadeOnce, storedSetting } from '../db/settings.js';

/** Letters and digits that are not mistaken for one another when read aloud or copied by hand. */
const tokenAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** @returns a token such as `key-7kq2m-x9pvd-4tzha`: about 74 random bits, no secret */
export function randomToken(): string {
  const group = () => Array.from({ length: 5 }, () => tokenAlphabet[randomInt(tokenAlphabet.length)]).join('');
  return `key-${group()}-${group()}-${group()}`;
}

/** @returns a password of 256 random bits as 43 URL-safe characters */
export function randomPassword(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * A keyed hash is enough, and cheap enough to compute for every request, because passwords are long random texts.
 * Space and token are part of it, so that a stored hash is of no use on another key.
 * @returns HMAC-SHA-256, 32 bytes
 */
export function hashPassword(secret: KeyObject, space: string, token: string, password: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([space, token, password]))
    .digest();
}

/** @returns what tells one secret from another, and says nothing else of it */
export function secretFingerprint(secret: KeyObject): string {
  return createHmac('sha256', secret).update('which secret is it').digest('hex').slice(0, 32);
}

// The secret that keys the password hashes. Knows no keys.

const settingName = 'server_secret';

/**
 * @param configured the secret of the environment; without one a random secret is made once and stored in the database,
 * the same one for all processes on it
 * @param readsOnly stores nothing: without any secret it is one that opens no key
 */
export async function serverSecret(
  db: Database,
  configured: string | undefined,
  readsOnly = false,
): Promise<KeyObject> {
  return createSecretKey(configured ?? (await storedSecret(db, readsOnly)), 'utf8');
}

async function storedSecret({ knex }: Database, readsOnly: boolean): Promise<string> {
  const newSecret = () => randomBytes(32).toString('base64url');
  if (readsOnly) return (await storedSetting(knex, settingName)) ?? newSecret();
  return settingMadeOnce(knex, settingName, newSecret);
}

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
