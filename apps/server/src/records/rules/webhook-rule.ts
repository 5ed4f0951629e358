/**
 * Webhook: each of its events exists; further events are those of its entity type. Its user is the one who subscribes.
 */
import { invalid } from '../../plan/change/field-errors.js';
import type { EntityRule } from '../write/entity-rule.js';

const events = 'events';

export const webhookRule: EntityRule = {
  complete(draft, { catalog, actor }) {
    if (draft.isNew && draft.get('client_id') === null) draft.set('client_id', actor);
    const text = draft.text(events);
    if (text === null || !draft.setsAnew(events)) return;
    const field = catalog.field('WebhookEvent', 'event');
    const known = new Set((field?.kind === 'value' ? (field.enum ?? []) : []).map(({ value }) => String(value)));
    for (const [index, event] of (JSON.parse(text) as string[]).entries()) {
      if (known.has(event)) continue;
      draft.errors.push(invalid(events, `item ${index}: ${JSON.stringify(event)} is not an event.`));
    }
  },
};
