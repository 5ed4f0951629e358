/**
 * Finds out of which kind the records are that are written as records of all custom entities: they are written as records of their kind,
 * with all that its own fields ask for.
 */

import { isKind, keepers } from '../../plan/custom-types.js';
import { type PlannedItem, planItem, storedId } from './plan-item.js';
import { readStored } from './stored-record.js';
import type { WriteContext } from './write-context.js';

/** @returns the items, those of custom entities as items of their kind where the space has it */
export async function chooseKinds(
  context: WriteContext,
  items: readonly PlannedItem[],
): Promise<readonly PlannedItem[]> {
  const { catalog } = context;
  const unsettled = items.filter(({ entityType }) => entityType.name === keepers.records);
  if (unsettled.length === 0 || !catalog.entityTypes.some(isKind)) return items;
  const ofRecords = await readTexts(context, keepers.records, 'kind', unsettled.map(storedId));
  const ofTypes = await readTexts(context, keepers.types, 'entity_api_name', unsettled.map(typeOfNew));
  return items.map((planned) => {
    if (planned.entityType.name !== keepers.records) return planned;
    const name = ofRecords.get(storedId(planned)) ?? ofTypes.get(typeOfNew(planned)) ?? '';
    const kind = catalog.entityType(name);
    return kind && isKind(kind) ? planItem(catalog, { ...planned.item, entityType: name }, planned.index) : planned;
  });
}

function typeOfNew({ item, change }: PlannedItem): string | undefined {
  const type = item.kind === 'create' ? change.values.get('type_id') : undefined;
  return typeof type === 'string' ? type : undefined;
}

/** @returns what stands in a text field of records, by their ids */
async function readTexts(
  context: WriteContext,
  name: string,
  field: string,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string | undefined, string>> {
  const entityType = context.store.catalog.existing(name);
  const known = ids.filter((id) => id !== undefined);
  const records = await readStored(context, entityType, known, { lock: 'none', includeDeleted: true });
  return new Map([...records].map(([id, record]) => [id, String(record[field] ?? '')]));
}
