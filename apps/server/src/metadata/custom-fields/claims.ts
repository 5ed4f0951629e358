/**
 * Claims among fields that are written together, such as to be the other side of a lookup: the catalog does not know
 * these fields yet. Asks no database.
 */
import type { RuleContext } from '../../records/write/entity-rule.js';

const claims = () => new Map<string, string>();

/** @returns whether the field has the claim: it made it, or nobody did so far */
export function claim({ shared }: Pick<RuleContext, 'shared'>, what: string, field: string): boolean {
  const holders = shared(claims);
  const holder = holders.get(what) ?? field;
  holders.set(what, holder);
  return holder === field;
}
