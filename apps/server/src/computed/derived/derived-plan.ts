/**
 * The formulas and roll-ups of a catalog, in the order in which they depend on each other: what is recomputed when
 * something changes. Pure; cached with the catalog.
 */
import type { Catalog, EntityType, ValueField } from '@headwater/catalog';
import { checkFormula } from '../formula/check-formula.js';
import type { CheckedFormula } from '../formula/checked-formula.js';
import { countParts, fieldsOf } from '../formula/formula.js';
import { FormulaError } from '../formula/formula-error.js';
import { parseFormula } from '../formula/parse-formula.js';
import { type FormulaOperand, formulaFieldTypes, formulaOperands } from './formula-fields.js';
import { planRollUp, type RollUpSource } from './plan-roll-up.js';

export interface PlannedFormula {
  readonly field: ValueField;
  readonly formula: CheckedFormula;
  /** The fields that it uses, by the names that it uses for them. */
  readonly operands: ReadonlyMap<string, FormulaOperand>;
  /** Values, operators and calls in it. */
  readonly parts: number;
}

export interface PlannedRollUp extends RollUpSource {
  readonly parent: EntityType;
  readonly field: ValueField;
  /** Roll-ups that are between it and plain values, itself included: it is worked out after all of a lower rank. */
  readonly rank: number;
}

/** What is worked out in the records of one entity type. */
export interface TypePlan {
  /** Each behind those that it uses. */
  readonly formulas: readonly PlannedFormula[];
  readonly rollUps: readonly PlannedRollUp[];
}

/** A field that is worked out, among all others of the catalog. */
export interface DerivedField {
  readonly entityType: EntityType;
  readonly field: ValueField;
  /** As of a roll-up; of a formula that of the last roll-up below it. */
  readonly rank: number;
  /** `Type.field` of all that it is made of. */
  readonly needs: readonly string[];
}

export interface DerivedPlan {
  /** By `Type.field`, each behind all that it is made of. */
  readonly fields: ReadonlyMap<string, DerivedField>;
  /** By entity type; only those with something to work out. */
  readonly types: ReadonlyMap<string, TypePlan>;
  /** The roll-ups of relations whose rows are records of an entity type, by its name. */
  readonly summedUp: ReadonlyMap<string, readonly PlannedRollUp[]>;
  /** Those that sum up records of an entity type at the other ends of the rows. */
  readonly summedUpBeyond: ReadonlyMap<string, readonly PlannedRollUp[]>;
}

const plans = new WeakMap<Catalog, DerivedPlan | null>();

/** @returns undefined for a catalog in which nothing is worked out */
export function derivedPlan(catalog: Catalog): DerivedPlan | undefined {
  let plan = plans.get(catalog);
  if (plan === undefined) {
    plan = makePlan(catalog);
    plans.set(catalog, plan);
  }
  return plan ?? undefined;
}

/** @returns of each field that is worked out what it is made of, by `Type.field`; of those in a circle as well */
export function derivedNeeds(catalog: Catalog): Map<string, readonly string[]> {
  return new Map([...collect(catalog)].map(([name, derived]) => [name, needsOf(derived)]));
}

/** @returns `Type.field` of all that a field is made of; undefined where it is not worked out, or cannot be */
export function fieldNeeds(catalog: Catalog, entityTypeName: string, name: string): readonly string[] | undefined {
  const field = catalog.field(entityTypeName, name);
  const derived = field?.kind === 'value' ? unplacedOf(catalog, catalog.existing(entityTypeName), field) : undefined;
  return derived && needsOf(derived);
}

/** A derived field before its place among the others is known. */
type Unplaced =
  | { readonly kind: 'formula'; readonly entityType: EntityType; readonly planned: PlannedFormula }
  | { readonly kind: 'roll-up'; readonly entityType: EntityType; readonly planned: Omit<PlannedRollUp, 'rank'> };

function makePlan(catalog: Catalog): DerivedPlan | null {
  const unplaced = collect(catalog);
  if (unplaced.size === 0) return null;
  const needs = new Map([...unplaced].map(([name, derived]) => [name, needsOf(derived)]));
  const fields = new Map<string, DerivedField>();
  const types = new Map<string, { formulas: PlannedFormula[]; rollUps: PlannedRollUp[] }>();
  for (const name of inOrder(needs)) {
    const { kind, entityType, planned } = unplaced.get(name)!;
    const own = needs.get(name) ?? [];
    const below = Math.max(0, ...own.map((need) => fields.get(need)?.rank ?? 0));
    const rank = kind === 'formula' ? below : below + 1;
    fields.set(name, { entityType, field: planned.field, rank, needs: own });
    const type = types.get(entityType.name) ?? { formulas: [], rollUps: [] };
    types.set(entityType.name, type);
    if (kind === 'formula') type.formulas.push(planned);
    else type.rollUps.push({ ...planned, rank });
  }
  const rollUps = [...types.values()].flatMap((type) => type.rollUps);
  return {
    fields,
    types,
    summedUp: groupBy(rollUps, ({ step }) => step.target.name),
    summedUpBeyond: groupBy(
      rollUps.filter(({ beyond }) => beyond),
      ({ summed }) => summed.name,
    ),
  };
}

/** @returns the derived fields of a catalog by `Type.field`; those that cannot be worked out stay as they are stored */
function collect(catalog: Catalog): Map<string, Unplaced> {
  const found = new Map<string, Unplaced>();
  for (const entityType of catalog.entityTypes) {
    if (entityType.union) continue;
    for (const field of entityType.fields) {
      const derived = field.kind === 'value' ? unplacedOf(catalog, entityType, field) : undefined;
      if (derived) found.set(nodeName(entityType.name, field.name), derived);
    }
  }
  return found;
}

function unplacedOf(catalog: Catalog, entityType: EntityType, field: ValueField): Unplaced | undefined {
  const { derived } = field;
  if (derived?.kind === 'formula') {
    const planned = planFormula(entityType, field, derived.text);
    return planned && { kind: 'formula', entityType, planned };
  }
  if (derived?.kind !== 'roll-up') return undefined;
  const source = planRollUp(catalog, entityType, derived);
  return 'problem' in source
    ? undefined
    : { kind: 'roll-up', entityType, planned: { ...source, parent: entityType, field } };
}

/** @returns undefined for a formula that was valid once, but uses a field that is not there any more */
function planFormula(entityType: EntityType, field: ValueField, text: string): PlannedFormula | undefined {
  try {
    const parsed = parseFormula(text);
    const formula = checkFormula(parsed, formulaFieldTypes(entityType), field.type);
    const operands = formulaOperands(entityType);
    const used = fieldsOf(parsed).flatMap((name): [string, FormulaOperand][] => {
      const operand = operands.get(name);
      return operand ? [[name, operand]] : [];
    });
    return { field, formula, operands: new Map(used), parts: countParts(parsed) };
  } catch (error) {
    if (error instanceof FormulaError) return undefined;
    throw error;
  }
}

function needsOf(derived: Unplaced): string[] {
  if (derived.kind === 'formula') {
    return [...derived.planned.operands.values()].map(({ name }) => nodeName(derived.entityType.name, name));
  }
  const { summed, inputs } = derived.planned;
  return inputs.map((name) => nodeName(summed.name, name));
}

function nodeName(entityType: string, field: string): string {
  return `${entityType}.${field}`;
}

/** Fields in a circle have no place: what was saved before circles could be seen is left as it is. */
function inOrder(needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const left = new Map(needs);
  for (;;) {
    const result = orderOfEvaluation(left);
    if ('order' in result) return result.order;
    for (const name of result.circle) left.delete(name);
  }
}

function groupBy(
  rollUps: readonly PlannedRollUp[],
  nameOf: (rollUp: PlannedRollUp) => string,
): ReadonlyMap<string, readonly PlannedRollUp[]> {
  const found = new Map<string, PlannedRollUp[]>();
  for (const rollUp of rollUps) {
    const name = nameOf(rollUp);
    found.set(name, [...(found.get(name) ?? []), rollUp]);
  }
  return found;
}

// The order in which computed fields are evaluated, so that each comes after those it depends on. Pure; knows neither
// formulas nor roll-ups.

/** Either all names in their order, or names of which each needs the next and the last the first. */
export type EvaluationOrder = { readonly order: readonly string[] } | { readonly circle: readonly string[] };

/**
 * @param needs what each field that is worked out is made of, such as `Deal.cf_total` of `Deal.cf_net` and `Deal.cf_tax`; what it names
 *   and has no entry of its own is a field that is by itself
 * @returns the names with an entry, each behind all that it is made of; the same for the same entries in the same order
 */
export function orderOfEvaluation(needs: ReadonlyMap<string, readonly string[]>): EvaluationOrder {
  const done = new Set<string>();
  for (const first of needs.keys()) {
    // A path and no recursion: fields may need each other in longer chains than the stack is deep.
    const path = [first];
    /** Of each name on the path, what it needs and has not been looked at yet. */
    const left = new Map([[first, iterate(needs, first)]]);
    while (path.length > 0) {
      const name = path.at(-1)!;
      const next = done.has(name) ? undefined : left.get(name)?.next().value;
      if (next === undefined) {
        done.add(name);
        left.delete(name);
        path.pop();
      } else if (left.has(next)) {
        return { circle: path.slice(path.indexOf(next)) };
      } else if (needs.has(next)) {
        path.push(next);
        left.set(next, iterate(needs, next));
      }
    }
  }
  return { order: [...done] };
}

function iterate(needs: ReadonlyMap<string, readonly string[]>, name: string): Iterator<string, undefined> {
  return (needs.get(name) ?? [])[Symbol.iterator]();
}
