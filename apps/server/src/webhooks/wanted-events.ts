/**
 * Which changes a webhook wants. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import type { Change } from '../records/changes/change-page.js';
import { mayRead } from '../rights/scoped-catalog.js';
import { eventPrefix, eventsOfChange, membersOf, type RecordEvents } from './events-of-change.js';
import { optionsFor, type WebhookOptions } from './subscription.js';

/** What a webhook wants, but for the filters over records. */
export interface Wanted {
  /** Names of events, `*` and `Account.*` among them. */
  readonly events: ReadonlySet<string>;
  readonly options: WebhookOptions;
}

/** A change, and what it means for one record. */
export interface WantedChange extends RecordEvents {
  readonly change: Change;
}

/** @returns the names of events that the service knows, without wildcards */
export function knownEvents(catalog: Catalog): ReadonlySet<string> {
  const field = catalog.field('WebhookEvent', 'event');
  const values = field?.kind === 'value' ? (field.enum ?? []) : [];
  return new Set(values.map(({ value }) => String(value)).filter((name) => !name.endsWith('*')));
}

/** @returns what a change means for records that the webhook wants to hear of; a filter over them may still leave them out */
export function wantedOf(
  catalog: Catalog,
  known: ReadonlySet<string>,
  { events, options }: Wanted,
  change: Change,
): WantedChange[] {
  if (change.skipKey !== null && options.skipKeys.has(change.skipKey)) return [];
  return eventsOfChange(catalog, change, known, options.relatedEntities).flatMap((found) => {
    if (!isWantedType(catalog, options, found.entity)) return [];
    // A row may be readable and the record that it belongs to not.
    if (!mayRead(catalog, catalog.existing(found.entity))) return [];
    const wanted = found.events.filter(
      (name) => isWanted(events, name) && hasChanged(catalog, options, found, name, change),
    );
    return wanted.length === 0 ? [] : [{ ...found, events: wanted, change }];
  });
}

function isWanted(events: ReadonlySet<string>, name: string): boolean {
  return events.has('*') || events.has(name) || events.has(`${name.slice(0, name.indexOf('.'))}.*`);
}

function isWantedType(catalog: Catalog, { customEntities }: WebhookOptions, entity: string): boolean {
  return customEntities === undefined || eventPrefix(catalog, entity) === entity || customEntities.has(entity);
}

/** Asks updates of the record itself for the members that the webhook watches. */
function hasChanged(
  catalog: Catalog,
  options: WebhookOptions,
  { entity, isOfRow }: RecordEvents,
  name: string,
  change: Change,
): boolean {
  const { onFieldChange } = optionsFor(options, entity, eventPrefix(catalog, entity));
  if (onFieldChange === undefined || isOfRow || !name.endsWith('.Update')) return true;
  const members = membersOf(change);
  return Object.keys(members).some((member) => onFieldChange.has(member));
}
