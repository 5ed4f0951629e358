/**
 * Finds where the rows of a backup go in the tables of this version of the server, or says why they cannot. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { schemaVersion } from '../db/migrations/migrations.js';
import { type OrderedTable, type SpaceColumn, spaceTables } from '../sql/tables/space-tables.js';
import { BackupError } from './backup-error.js';
import type { Manifest, SpaceInBackup, TableInBackup } from './manifest.js';

/** A table of this server with the part of the backup that fills it. */
export interface FittingTable {
  readonly table: OrderedTable;
  readonly part: TableInBackup;
  /** Those of the backup. */
  readonly columns: readonly SpaceColumn[];
}

/**
 * An older backup may lack tables and columns of records, which are empty then; one with others than this version has is rejected.
 * @returns the tables with rows, in the order in which they are filled
 * @throws BackupError
 */
export function fittingTables(catalog: Catalog, manifest: Manifest, space: SpaceInBackup): FittingTable[] {
  if (manifest.schema !== schemaVersion) {
    throw new BackupError(
      `the backup was made by version ${manifest.server}, whose tables (${manifest.schema}) differ from those of this one ` +
        `(${schemaVersion}): restore it with version ${manifest.server} into an empty database, then start this version on that`,
    );
  }
  const parts = new Map(space.tables.map((part) => [part.table, part]));
  const tables = spaceTables(catalog);
  const unknown = space.tables.find(
    ({ table }) => !tables.some(({ name, copied }) => name === table && copied !== 'never'),
  );
  if (unknown) throw lacks(manifest, `the table ${unknown.table}`);
  return tables.flatMap((table) => {
    const part = parts.get(table.name);
    return part ? [{ table, part, columns: fittingColumns(manifest, table, part) }] : [];
  });
}

function fittingColumns(manifest: Manifest, table: OrderedTable, part: TableInBackup): SpaceColumn[] {
  return Object.entries(part.columns).map(([name, type]) => {
    const column = table.columns.find((one) => one.name === name);
    if (column?.type !== type) throw lacks(manifest, `the column ${table.name}.${name} of type ${type}`);
    return column;
  });
}

function lacks({ server }: Manifest, what: string): BackupError {
  return new BackupError(
    `the backup was made by version ${server} and has ${what}, which this version lacks: restore it with a later one`,
  );
}
