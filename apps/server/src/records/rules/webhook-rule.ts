/**
 * Webhook: each of its events exists, its options fit the space and its secret signs; further events are those of its entity type. Its
 * user is the one who subscribes. Who goes on with it takes back why it was paused.
 */
import type { Catalog } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { ParameterErrors } from '../../errors/parameter-error.js';
import { invalid } from '../../plan/change/field-errors.js';
import type { Rights } from '../../rights/rights.js';
import { scopeCatalog } from '../../rights/scoped-catalog.js';
import { secretProblem } from '../../webhooks/message.js';
import { parseOptions, requireEvent } from '../../webhooks/subscription.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule } from '../write/entity-rule.js';

const [events, options, url, signature] = ['events', 'options', 'url', 'signature'] as const;

/** Who sets one of them answers for what is sent: it is what that key may read. */
const chosen = [events, options, url, signature, 'insecure_ssl'] as const;

export const webhookRule: EntityRule = {
  complete(draft, { catalog, actor, rights }) {
    const isChosen = chosen.some((name) => draft.setsAnew(name));
    if (isChosen) draft.set('scopes', rights.readsEverything ? null : JSON.stringify(rights.toTexts()));
    const readable = readableBy(rights, catalog);
    if (draft.isNew && draft.get('client_id') === null) draft.set('client_id', actor);
    if (draft.get('is_paused') !== true && draft.get('paused_reason') !== null) draft.set('paused_reason', null);
    checkEvents(draft, readable);
    checkOptions(draft, readable);
    const [address, secret] = [draft.text(url), draft.text(signature)];
    if (address !== null && draft.setsAnew(url) && !isWebAddress(address)) {
      draft.errors.push(invalid(url, 'must be a whole address that begins with https: or http:.'));
    }
    const problem = secret !== null && draft.setsAnew(signature) ? secretProblem(secret) : undefined;
    if (problem !== undefined) draft.errors.push(invalid(signature, problem));
  },

  /** Whatever it is now: there may be something to deliver. */
  async written(_, effects) {
    effects.leaveWork();
  },
};

/** WebhookEvent: the same holds for it as for the events of the webhook itself. */
export const webhookEventRule: EntityRule = {
  complete(draft, { catalog, rights }) {
    const event = draft.text('event');
    if (event !== null && draft.setsAnew('event')) requireEvent(readableBy(rights, catalog), event);
  },
};

function readableBy(rights: Rights, catalog: Catalog): Catalog {
  return rights.readsEverything ? catalog : scopeCatalog(catalog, rights);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function checkEvents(draft: Draft, catalog: Catalog): void {
  const text = draft.text(events);
  if (text === null || !draft.setsAnew(events)) return;
  const field = catalog.field('WebhookEvent', 'event');
  const known = new Set((field?.kind === 'value' ? (field.enum ?? []) : []).map(({ value }) => String(value)));
  for (const [index, event] of (JSON.parse(text) as string[]).entries()) {
    if (known.has(event)) {
      requireEvent(catalog, event);
      continue;
    }
    draft.errors.push(invalid(events, `item ${index}: ${JSON.stringify(event)} is not an event.`));
  }
}

function checkOptions(draft: Draft, catalog: Catalog): void {
  const text = draft.text(options);
  if (text === null || !draft.setsAnew(options)) return;
  try {
    parseOptions(catalog, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName === 'ERROR_FORBIDDEN') throw error;
    const all = error instanceof ParameterErrors ? error.all : [error];
    draft.errors.push(...all.map(({ message }) => invalid(options, message)));
  }
}
