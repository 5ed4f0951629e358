/**
 * The changes of a message as JSON texts, with their records as they are now: one statement for each entity type among them, which also
 * asks which records meet the filters of the webhook.
 */
import type { Call } from '../records/call.js';
import { readRecords } from '../records/read/read-records.js';
import type { RecordStore } from '../records/record-store.js';
import { eventPrefix } from './events-of-change.js';
import { optionsFor, type WebhookOptions } from './subscription.js';
import type { WantedChange } from './wanted-events.js';

/** @returns a text for each that meets the filter of its entity type @throws what `readRecords` throws */
export async function messageItems(
  store: RecordStore,
  call: Call,
  options: WebhookOptions,
  wanted: readonly WantedChange[],
): Promise<string[]> {
  const groups = new Map<string, WantedChange[]>();
  for (const one of wanted) {
    const key = groupOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const texts = new Map<string, ReadonlyMap<string, string>>();
  for (const [key, items] of groups) texts.set(key, await readGroup(store, call, options, items));
  return wanted.flatMap((one) => {
    const record = texts.get(groupOf(one))?.get(one.id);
    const { filter } = optionsOf(store, options, one.entity);
    // Without a filter a record that is gone has events too, but what such a row belongs to is known by reading it.
    return record === undefined && (filter !== null || one.isOfRow) ? [] : [itemText(one, record ?? 'null')];
  });
}

function readGroup(store: RecordStore, call: Call, options: WebhookOptions, items: readonly WantedChange[]) {
  const [{ entity, isOfRow }] = items as [WantedChange];
  const { selection, filter } = optionsOf(store, options, entity);
  const ids = [...new Set(items.map(({ id }) => id))];
  // Filters find deleted records by what they were; the owner of a row is there or has events of its own.
  const request = { entityType: entity, ids, selection, filter, includeDeleted: !isOfRow };
  return readRecords(store, call, request, (statement) => store.db.read(statement));
}

function optionsOf({ catalog }: RecordStore, options: WebhookOptions, entity: string) {
  return optionsFor(options, entity, eventPrefix(catalog, entity));
}

function groupOf({ entity, isOfRow }: WantedChange): string {
  return `${entity} ${isOfRow}`;
}

function itemText({ events, entity, id, change }: WantedChange, record: string): string {
  const head = JSON.stringify({ events, entity, entity_id: id }).slice(0, -1);
  return `${head},"change":${change.openText}},"record":${record}}`;
}
