/**
 * What the fields that are written together claim of others, such as to be the other side of a lookup: the catalog knows only those
 * that were written before. Asks no database.
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
