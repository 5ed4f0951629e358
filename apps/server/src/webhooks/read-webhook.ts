/**
 * Reads a webhook as deliveries need it.
 */
import { storedParser } from '../records/read/parse-stored.js';
import type { RecordStore } from '../records/record-store.js';
import { Rights } from '../rights/rights.js';
import { selectFurtherEvents } from '../sql/tables/webhooks.js';
import type { Receiver } from './send-message.js';

export interface StoredWebhook {
  readonly id: string;
  /** Another one: something of it has changed. */
  readonly revision: number;
  readonly receiver: Receiver;
  /** Null: deliveries are not signed. */
  readonly secret: string | null;
  /** Names of events, those of its WebhookEvents among them. */
  readonly events: ReadonlySet<string>;
  /** As they are stored. */
  readonly options: unknown;
  readonly isPaused: boolean;
  /** Of the key that has chosen what is sent where. */
  readonly rights: Rights;
}

/** @returns undefined for one that is deleted, or was never there */
export async function readWebhook(
  { catalog, db, stored }: RecordStore,
  space: string,
  id: string,
): Promise<StoredWebhook | undefined> {
  const entityType = catalog.existing('Webhook');
  const [row] = await db.read(stored.compileRecords(space, entityType, [id], { includeDeleted: false, lock: 'none' }));
  if (!row) return undefined;
  const record = storedParser(entityType)(String(row.j));
  const further = await db.read(selectFurtherEvents(db.dialect, space, [id]));
  const own = jsonOf(record.events) as readonly string[];
  return {
    id,
    revision: Number(record.revision),
    receiver: { url: String(record.url), isInsecure: record.insecure_ssl === true },
    secret: typeof record.signature === 'string' ? record.signature : null,
    events: new Set([...own, ...further.map(({ event }) => String(event))]),
    options: jsonOf(record.options),
    isPaused: record.is_paused === true,
    rights: typeof record.scopes === 'string' ? Rights.ofTexts(JSON.parse(record.scopes)) : Rights.everything,
  };
}

/** Lists and JSON are stored as text. */
function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}
