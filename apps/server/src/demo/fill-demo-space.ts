/**
 * Writes a generated space into the database: everything in one transaction, so that it is there whole or not at all.
 */
import { v7 as newUuid } from 'uuid';
import type { Call } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import { inOneWrite, type WriteSession } from '../records/write/write-session.js';
import { validationBits, type WriteItem } from '../request/write-request.js';
import { appointmentBody, commentBody, emailBody, noteBody, taskBody } from './activity-bodies.js';
import {
  accountBody,
  type Body,
  contactBody,
  fileBody,
  type Known,
  leadBody,
  opportunityBody,
  productBody,
  userBody,
} from './demo-bodies.js';
import type { DemoRecords } from './demo-records.js';
import { demoUserId } from './demo-user-id.js';
import { dealIndicators, stepTimeframes } from './how-deals-move.js';
import { type FirstIds, PlacedIds, readFirstIds } from './known-ids.js';

/** `entity_type` of a fitness of opportunities. */
const opportunities = 4;

/** @param call may write in a space that has the records every space begins with */
export async function fillDemoSpace(store: RecordStore, call: Call, records: DemoRecords): Promise<void> {
  const first = await readFirstIds(store, call);
  await inOneWrite(store, call, async (session) => {
    const filling = new Filling(session, records, { first, placed: new PlacedIds() });
    await filling.write(dealRules(first));
    await filling.create('SalesUnit', 'units', (unit) => ({ ...unit, parent_id: first.rootUnit }));
    await filling.create('Client', 'users', userBody);
    await filling.create('Product', 'products', productBody);
    await filling.create('Tag', 'tags', (tag) => ({ ...tag }));
    await filling.create('CloudObject', 'files', fileBody);
    await filling.create('Account', 'accounts', accountBody);
    await filling.create('Contact', 'contacts', contactBody);
    await filling.create('Opportunity', 'opportunities', opportunityBody);
    await filling.create('Lead', 'leads', leadBody);
    await filling.create('Task', 'tasks', taskBody);
    await filling.create('Appointment', 'appointments', appointmentBody);
    await filling.create('ActivityComment', 'comments', commentBody);
    await filling.create('Note', 'notes', noteBody);
    await filling.create('Email', 'emails', emailBody);
  });
}

class Filling {
  constructor(
    private readonly session: WriteSession,
    private readonly records: DemoRecords,
    private readonly known: Known,
  ) {}

  /** @param bodyOf may point at all records of its own list and of those made before */
  async create<List extends keyof DemoRecords>(
    entityType: string,
    list: List,
    bodyOf: (record: DemoRecords[List][number], known: Known) => Body,
  ): Promise<void> {
    const records: readonly DemoRecords[List][number][] = this.records[list];
    const ids = records.map((_, place) => (list === 'users' ? demoUserId(place) : newUuid()));
    this.known.placed.set(list, ids);
    const validationLevel = validationBits.readOnlyWritable;
    const items = records.map((record, index) => {
      const body = { id: ids[index], ...bodyOf(record, this.known) };
      return { kind: 'create', entityType, body, validationLevel } as const;
    });
    await this.write(items);
  }

  async write(items: readonly WriteItem[]): Promise<void> {
    for (const outcome of await this.session.writeAll(items, { keepGoing: true })) {
      if (outcome.kind === 'failed') throw outcome.error;
    }
  }
}

/** @returns the writes that say how fast deals should move, and by what they are judged */
function dealRules(first: FirstIds): WriteItem[] {
  const validationLevel = 0;
  const steps = Object.entries(stepTimeframes).map(([name, timeframe]): WriteItem => {
    return { kind: 'update', entityType: 'Step', id: first.steps(name), body: { timeframe }, validationLevel };
  });
  const type = first.opportunityTypes('Standard');
  const indicator_relations = dealIndicators.map(({ thresholds, ...indicator }) => {
    return { ...indicator, settings: JSON.stringify(thresholds) };
  });
  const body = { entity_type: opportunities, entity_type_id: type, oppty_type_id: type, indicator_relations };
  return [...steps, { kind: 'create', entityType: 'EntityFitness', body, validationLevel }];
}
