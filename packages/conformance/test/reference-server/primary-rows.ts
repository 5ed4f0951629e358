/**
 * Of the rows of a parent exactly one is primary, also where they are written through their own collection.
 */
import type { EntityType } from '@headwater/catalog';
import type { Findings } from './rejection.js';
import { catalog, type StoredRecord } from './tables.js';
import type { WriteContext } from './write-context.js';

interface Flag {
  readonly name: string;
  /** The other rows of the same parent, the oldest first. */
  readonly others: readonly StoredRecord[];
}

/** @returns undefined for a record that is no such row */
function flagOf({ tables }: WriteContext, type: EntityType, record: StoredRecord): Flag | undefined {
  for (const field of catalog.entityTypes.flatMap(({ fields }) => fields)) {
    if (field.kind !== 'rows' || field.primary === undefined || field.target !== type.name) continue;
    const { via } = field;
    const others = tables
      .of(type.name)
      .filter((row) => row.id !== record.id && !row.is_deleted && row[via] === record[via]);
    return { name: field.primary, others };
  }
  return undefined;
}

function setFlag(
  { tables, now: modified, revision }: WriteContext,
  type: EntityType,
  row: StoredRecord,
  name: string,
  value: boolean,
) {
  tables.put(type.name, { ...row, [name]: value, modified, revision });
}

/** A row that becomes primary takes the flag from the others; one that is not needs another one that is. */
export function keepOnePrimary(
  context: WriteContext,
  type: EntityType,
  record: StoredRecord,
  findings: Findings,
): void {
  const flag = flagOf(context, type, record);
  if (flag === undefined) return;
  const { name, others } = flag;
  const flagged = others.filter((row) => row[name] === true);
  if (record[name] === true) for (const row of flagged) setFlag(context, type, row, name, false);
  else if (flagged.length === 0)
    findings.add(name, 'ERROR_PRIMARY_RELATION', `No other row is "${name}", so this one has to be.`);
}

/** After a primary row was deleted. */
export function promoteOther(context: WriteContext, type: EntityType, record: StoredRecord): void {
  const { name, others: [oldest] = [] } = flagOf(context, type, record) ?? {};
  if (name !== undefined && oldest !== undefined && record[name] === true) setFlag(context, type, oldest, name, true);
}
