/**
 * Reads what the options count for that formulas meet, so that no formula has to ask for them.
 */
import type { Catalog } from '@headwater/catalog';
import { derivedPlan, type PlannedFormula } from '../../computed/derived/derived-plan.js';
import type { Database } from '../../db/database.js';
import { compileOptionValues } from '../../sql/select/compile-find.js';
import type { Draft } from '../write/draft.js';
import type { OptionValues } from './formula-values.js';

/** @param catalog of the space @returns the calc_values of all options, deleted ones too, of sets that a formula uses */
export async function readOptionValues(db: Database, catalog: Catalog, space: string): Promise<OptionValues> {
  const sets = [...usedSets(catalog)];
  if (sets.length === 0) return new Map();
  const rows = await db.read(compileOptionValues(db.dialect, space, catalog.existing('Data'), sets));
  return new Map(rows.map(({ id, v }) => [String(id), v === null ? null : String(v)]));
}

/** @returns the ids of the Field records of formulas in which options of a set count, by their entity type */
export function formulasOver(catalog: Catalog, set: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [entityType, { formulas }] of derivedPlan(catalog)?.types ?? []) {
    const using = formulas.filter((formula) => setsOf(formula).includes(set));
    const ids = using.flatMap(({ field: { custom } }) => (custom ? [custom.id] : []));
    if (ids.length > 0) found.set(entityType, ids);
  }
  return found;
}

/** Whether a write of an option changes what options count for that formulas meet. One that is deleted counts as before. */
export function countsAnew(draft: Draft, catalog: Catalog): boolean {
  if (!draft.isNew && !draft.changes('calc_value') && !draft.changes('data_set_id')) return false;
  const sets = usedSets(catalog);
  return [draft.text('data_set_id'), draft.stored?.data_set_id].some((set) => typeof set === 'string' && sets.has(set));
}

const setsIn = new WeakMap<Catalog, ReadonlySet<string>>();

function usedSets(catalog: Catalog): ReadonlySet<string> {
  let sets = setsIn.get(catalog);
  if (sets === undefined) {
    const formulas = [...(derivedPlan(catalog)?.types.values() ?? [])].flatMap((type) => type.formulas);
    sets = new Set(formulas.flatMap(setsOf));
    setsIn.set(catalog, sets);
  }
  return sets;
}

function setsOf({ operands }: PlannedFormula): string[] {
  return [...operands.values()].flatMap((field) => (field.kind === 'reference' ? (field.dataSet ?? []) : []));
}
