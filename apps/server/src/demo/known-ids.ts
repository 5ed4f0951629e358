/**
 * The ids of the records that generated ones point at: by their place in a list, or by name where a space begins with them.
 */

import type { Call } from '../records/call.js';
import { listRecords } from '../records/read/list-records.js';
import type { RecordStore } from '../records/record-store.js';
import { dataSetId, dataSets } from '../spaces/first-records.js';
import { rootUnitName } from '../spaces/foundation.js';
import type { DemoRecords, Place } from './demo-records.js';

/** Ids by name; throws for a name that is not there. */
export type IdsByName = (name: string) => string;

/** What a space begins with. */
export interface FirstIds {
  readonly rootUnit: string;
  readonly steps: IdsByName;
  readonly opportunityTypes: IdsByName;
  readonly taskTypes: IdsByName;
  readonly appointmentTypes: IdsByName;
  /** By set and option: `industries/Retail`. */
  readonly options: IdsByName;
}

/** Ids of generated records by the list that they stand in; there once the list is written. */
export class PlacedIds {
  private readonly lists = new Map<keyof DemoRecords, readonly string[]>();

  set(list: keyof DemoRecords, ids: readonly string[]): void {
    this.lists.set(list, ids);
  }

  at(list: keyof DemoRecords, place: Place): string {
    const id = this.lists.get(list)?.[place];
    if (id === undefined) throw new Error(`there is no record ${place} of the ${list} to point at`);
    return id;
  }
}

export async function readFirstIds(store: RecordStore, call: Call): Promise<FirstIds> {
  const [units, steps, opportunityTypes, taskTypes, appointmentTypes] = await Promise.all(
    ['SalesUnit', 'Step', 'OpportunityType', 'TaskType', 'AppointmentType'].map((entityType) =>
      idsByName(store, call, entityType, 'name'),
    ),
  );
  return {
    rootUnit: required(units)(rootUnitName),
    steps: required(steps),
    opportunityTypes: required(opportunityTypes),
    taskTypes: required(taskTypes),
    appointmentTypes: required(appointmentTypes),
    options: required(await optionIds(store, call)),
  };
}

async function optionIds(store: RecordStore, call: Call): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [name, set] of Object.entries(dataSets)) {
    const options = await idsByName(store, call, 'Data', 'option_name', dataSetId(store.catalog, set));
    for (const [option, id] of options) ids.set(`${name}/${option}`, id);
  }
  return ids;
}

async function idsByName(
  store: RecordStore,
  call: Call,
  entityType: string,
  member: string,
  dataSet?: string,
): Promise<ReadonlyMap<string, string>> {
  const { texts } = await listRecords(store, call, {
    entityType,
    filter:
      dataSet === undefined
        ? null
        : { kind: 'condition', path: ['data_set_id'], operator: 'eq', operands: [dataSet], at: 'data_set_id' },
    sort: [],
    window: { kind: 'cursor', first: 100 },
    includeDeleted: false,
    selection: { kind: 'rest', expand: {}, only: { [member]: {} } },
    withTotal: false,
  });
  return new Map(
    texts.map((text) => {
      const record: Record<string, string> = JSON.parse(text);
      return [record[member] ?? '', record.id ?? ''];
    }),
  );
}

function required(ids: ReadonlyMap<string, string> | undefined): IdsByName {
  return (name) => {
    const id = ids?.get(name);
    if (id === undefined) throw new Error(`the space has no "${name}" to point at`);
    return id;
  };
}
