/**
 * The quote that an opportunity goes by: it is marked in the quote and named in the opportunity, and both say the same. At most one
 * quote of an opportunity is marked.
 */
import { invalid } from '../../plan/change/field-errors.js';
import { referenceField } from '../../plan/relations/field-path.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

const quotes = 'Quote';
const opportunities = 'Opportunity';
/** Of an opportunity. */
const activeQuote = 'active_quote_id';
/** Of a quote. */
const mark = 'is_active_in_opportunity';
const opportunity = 'oppty_id';

/** Asks whose quote the one is that an opportunity names again. */
export function wantNamedQuote(draft: Draft, context: RuleContext): void {
  const quote = namedQuote(draft);
  if (quote !== null) opportunityOf(context, quote);
}

/** Marks the quote that an opportunity names, and takes the mark from the one that it named before. */
export function resolveNamedQuote(draft: Draft, context: RuleContext): void {
  if (!draft.changes(activeQuote)) return;
  const after = namedQuote(draft);
  const before = draft.stored?.[activeQuote];
  if (after !== null && context.lookups.found(opportunityOf(context, after)) !== draft.id) {
    draft.errors.push(invalid(activeQuote, `${after} is not a quote of this opportunity.`));
    return;
  }
  if (typeof before === 'string') context.change(quotes, before, new Map([[mark, false]]));
  if (after !== null) context.change(quotes, after, new Map([[mark, true]]));
}

/** Asks which quotes the opportunities name to which the quote belongs and belonged. */
export function wantMarkedQuote(draft: Draft, context: RuleContext): void {
  if (draft.get(mark) !== true && draft.stored?.[mark] !== true) return;
  for (const owner of [draft.text(opportunity), draft.stored?.[opportunity]]) {
    if (typeof owner === 'string') activeQuoteOf(context, owner);
  }
}

/** Names a marked quote in its opportunity, and takes the mark from the one that was named there. */
export function resolveMarkedQuote(draft: Draft, context: RuleContext): void {
  const owner = draft.text(opportunity);
  const isMarkGiven = draft.changes(mark);
  // The mark belongs to one opportunity; it does not go with the quote to another one.
  if (!draft.isNew && !isMarkGiven && draft.changes(opportunity) && draft.get(mark) === true) draft.set(mark, false);
  const isMarked = draft.get(mark) === true;
  if (isMarked && owner === null)
    draft.errors.push(invalid(mark, `needs ${opportunity}: the quote belongs to no opportunity.`));
  if (owner !== null && isMarked && (isMarkGiven || draft.changes(opportunity))) {
    const named = context.lookups.found(activeQuoteOf(context, owner));
    const before = claimedBefore(context, owner, draft) ?? named;
    if (before !== null && before !== draft.id) context.change(quotes, before, new Map([[mark, false]]));
    nameIn(context, owner, draft.id, named);
  }
  if (!isMarked || draft.changes(opportunity)) leaveOpportunity(draft, context);
}

/** A quote that goes is not the one that its opportunity goes by. */
export function unmarkRemoved(draft: Draft, context: RuleContext): void {
  leaveOpportunity(draft, context);
  if (draft.get(mark) === true) draft.set(mark, false);
}

/** Quotes that are marked in the same write, by opportunity: the last one that is not rejected stays. */
const markedQuotes = () => new Map<string, Draft[]>();

/** Those ahead of it are checked already: one with an error is not written and takes the mark from nobody. */
function claimedBefore({ shared }: RuleContext, owner: string, quote: Draft): string | undefined {
  const quotesOf = shared(markedQuotes);
  const valid = (quotesOf.get(owner) ?? []).filter(({ errors }) => errors.length === 0).slice(-1);
  quotesOf.set(owner, [...valid, quote]);
  return valid[0]?.id;
}

function leaveOpportunity(draft: Draft, context: RuleContext): void {
  const owner = draft.stored?.[opportunity];
  if (draft.stored?.[mark] !== true || typeof owner !== 'string') return;
  if (context.lookups.found(activeQuoteOf(context, owner)) === draft.id) nameIn(context, owner, null, draft.id);
}

/** @param before what the opportunity named; of two writes at once, the later one sees what the earlier one has done */
function nameIn(context: RuleContext, owner: string, quote: string | null, before: string | null): void {
  context.change(opportunities, owner, new Map([[activeQuote, quote]]), new Map([[activeQuote, before]]));
}

function namedQuote(draft: Draft): string | null {
  return draft.changes(activeQuote) ? draft.text(activeQuote) : null;
}

function opportunityOf({ catalog, lookups }: RuleContext, quote: string): Fact {
  const quoteType = catalog.existing(quotes);
  return lookups.memberOf(quoteType, quote, referenceField(quoteType, opportunity));
}

function activeQuoteOf({ catalog, lookups }: RuleContext, owner: string): Fact {
  const ownerType = catalog.existing(opportunities);
  return lookups.memberOf(ownerType, owner, referenceField(ownerType, activeQuote));
}
