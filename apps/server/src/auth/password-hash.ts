/**
 * Makes tokens and passwords and turns a password into what is stored of it. Knows no database.
 */
import { createHmac, type KeyObject, randomBytes, randomInt } from 'node:crypto';

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
