/**
 * Finds out of the text of a statement which tables it reads. Knows no answer.
 */
import type { Catalog } from '@headwater/catalog';
import { unionTypes } from '../plan/relations/union-types.js';
import { getOrMake, weighedCache } from './cache.js';
import { tableName } from './columns.js';
import { customValueTypes, valueTable } from './custom-values/value-tables.js';

/** By the name of what can be read; a view is the tables that it shows. */
type KnownTables = ReadonlyMap<string, readonly string[]>;

const knownTables = new WeakMap<Catalog, KnownTables>();

/** Characters of texts whose tables are known. */
const maxCharacters = 4_000_000;
const readByTexts = weighedCache<Found>(maxCharacters, (_, text) => text.length);

interface Found {
  readonly tables: readonly string[];
  /** Everything that it shows changes with a record of one of the tables. */
  readonly isComplete: boolean;
}

/** Tables whose every change goes with one of the record that they belong to: values, and the number of the records that are listed. */
const belonging: ReadonlySet<string> = new Set(['collections', ...customValueTypes.map(valueTable)]);

/**
 * Dependent on the clock, or written without a change of the record: how far a background job has come, when a key was last used.
 * With them, the same statement shows something else though no table has changed.
 */
const changing = /'now'|\bnow\(\)|\b(background_work|recomputation|last_used)\b/;

/**
 * @param texts of all statements that an answer was read with
 * @returns the tables of records, each once, in a fixed order; undefined when the answer may change without one of them
 */
export function tablesRead(catalog: Catalog, texts: Iterable<string>): readonly string[] | undefined {
  const all = new Set<string>();
  for (const text of texts) {
    const found = foundIn(catalog, text);
    if (!found.isComplete) return undefined;
    for (const table of found.tables) all.add(table);
  }
  return [...all].sort();
}

/** @returns the tables of records that a statement reads, whatever else it depends on */
export function tablesIn(catalog: Catalog, text: string): readonly string[] {
  return foundIn(catalog, text).tables;
}

function foundIn(catalog: Catalog, text: string): Found {
  return getOrMake(readByTexts, text, () => find(tablesOf(catalog), text));
}

function find(known: KnownTables, text: string): Found {
  // What a statement names itself is no table.
  const named = new Set(
    [...text.matchAll(/[ ,](\w+)(?:\([^()]*\))? AS (?:NOT )?(?:MATERIALIZED )?\(/g)].map(([, name]) => name),
  );
  const tables = new Set<string>();
  let isComplete = !changing.test(text);
  // Behind LATERAL is a select, which has a FROM of its own where it reads a table.
  for (const [, name = '', call] of text.matchAll(/\b(?:FROM|JOIN)\s+(?!LATERAL\b)"?(\w+)"?(\()?/g)) {
    if (call !== undefined || named.has(name) || belonging.has(name)) continue;
    const read = known.get(name);
    if (read === undefined) isComplete = false;
    for (const table of read ?? []) tables.add(table);
  }
  return { tables: [...tables], isComplete };
}

function tablesOf(catalog: Catalog): KnownTables {
  let known = knownTables.get(catalog);
  if (known === undefined) {
    known = new Map(
      catalog.entityTypes.map((entityType) => {
        const shown = entityType.union ? unionTypes(catalog, entityType).map((one) => one.entityType) : [entityType];
        return [tableName(entityType), shown.map(tableName)];
      }),
    );
    knownTables.set(catalog, known);
  }
  return known;
}
