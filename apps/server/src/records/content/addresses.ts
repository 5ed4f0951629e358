/**
 * Addresses of this service at which content is served, without scheme and host: so are they stored, and get the rest when they are
 * shown. Pure.
 */

import { linkBaseParts } from '../../sql/binder.js';

/** @returns where a key of the space reads the content of a record */
export function contentAddress(space: string, collection: string, id: string): string {
  return `${linkBaseParts.join(space)}${collection}/${id}/content`;
}

/**
 * @param publicKey lets in anyone who has it
 * @param filename is at the end, so that who saves the content gets a name
 */
export function publicAddress(space: string, publicKey: string, filename: string): string {
  return `/public/${space}/${publicKey}/${encodeURIComponent(plainName(filename))}`;
}

/** @returns the last part of what may be a path, without what could lead elsewhere or break a header; never empty */
export function plainName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const harmless = last.replaceAll(/\p{Cc}|\p{Cf}/gu, '').trim();
  return /^\.*$/.test(harmless) ? 'file' : harmless;
}
