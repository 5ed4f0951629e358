/**
 * What the fields that are written together claim of others, such as to be the other side of a look-up: the catalog knows only those
 * that were written before. Asks no database.
 */
import type { Lookups } from '../../sql/write/lookups.js';

const claimsOfWave = new WeakMap<Lookups, Map<string, string>>();

/** @returns whether the field has the claim: it made it, or nobody did so far */
export function claim(lookups: Lookups, what: string, field: string): boolean {
  let claims = claimsOfWave.get(lookups);
  if (!claims) {
    claims = new Map();
    claimsOfWave.set(lookups, claims);
  }
  const holder = claims.get(what) ?? field;
  claims.set(what, holder);
  return holder === field;
}
