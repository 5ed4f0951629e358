/**
 * Rights over statements that are written for one purpose and not planned of what a caller names: the text says which records they read.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { limitsIn } from '../../rights/field-rights.js';
import { readsEverything, requireFieldsOf, requireReadable } from '../../rights/scoped-catalog.js';
import type { Statement } from '../../sql/binder.js';
import { hasNoColumn, moneyColumns, tableName } from '../../sql/columns.js';
import { identifier } from '../../sql/dialects/quote.js';
import { tablesIn } from '../../sql/tables-read.js';
import type { RecordStore } from '../record-store.js';

/** @throws ApiError `ERROR_FORBIDDEN` for a statement that reads records which may not be read, or a field that the key does not see */
export function requireTables({ catalog, sight }: Pick<RecordStore, 'catalog' | 'sight'>, { text }: Statement): void {
  if (readsEverything(catalog)) return;
  const asked = sight?.withoutConditions(text) ?? text;
  const tables = new Set(tablesIn(catalog, asked));
  for (const entityType of catalog.entityTypes) {
    const hasTable = !entityType.union && entityType.storedIn === undefined;
    if (!hasTable || !tables.has(tableName(entityType))) continue;
    requireReadable(catalog, entityType);
    const named = hiddenFields(catalog, entityType).filter((field) =>
      columnNames(field).some((name) => asked.includes(identifier(name))),
    );
    requireFieldsOf(catalog, [[entityType.name, ...named.map(({ name }) => name)]], 'This reads');
  }
}

/** Of those with columns; a column of that name may be that of another table, which is then taken for a hidden one. */
function hiddenFields(catalog: Catalog, { name, fields }: EntityType): Field[] {
  const hidden = limitsIn(catalog)?.hidden.get(name);
  return hidden === undefined ? [] : fields.filter((field) => hidden.has(field.name) && !hasNoColumn(field));
}

function columnNames(field: Field): string[] {
  if (field.kind === 'rows') return [];
  return field.kind === 'money' ? Object.values(moneyColumns(field)) : [field.name];
}
