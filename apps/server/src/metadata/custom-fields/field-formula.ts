/**
 * Checks that what a field is worked out from can be worked out: its formula, and that no field comes to depend on itself.
 */
import { buildCatalog, type Catalog, type EntityType, type Field } from '@headwater/catalog';
import { derivedCircle, derivedPlan } from '../../computed/derived/derived-plan.js';
import { formulaFieldTypes } from '../../computed/derived/formula-fields.js';
import { recomputationPasses } from '../../computed/derived/recomputation-passes.js';
import { checkFormula } from '../../computed/formula/check-formula.js';
import { fieldsOf } from '../../computed/formula/formula.js';
import { FormulaError } from '../../computed/formula/formula-error.js';
import { parseFormula } from '../../computed/formula/parse-formula.js';
import { ApiError } from '../../errors/api-error.js';
import { invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { scopeCatalog } from '../../rights/scoped-catalog.js';
import { customValue } from '../../sql/custom-values/custom-value.js';
import { recomputeJobs, recordWithValue } from '../../sql/write/field-questions.js';
import type { Fact } from '../../sql/write/lookups.js';
import { customField, plainValue } from '../space-catalog/custom-field.js';
import type { CatalogEntry } from '../space-catalog/field-base.js';
import { fieldRow } from './field-draft.js';
import { apiNameFrom } from './field-name.js';

/** Fields that are written together: what those that come ahead of one will be when it is there. */
interface Ahead {
  readonly catalog: Catalog;
  /** Not in the catalog yet: whether they are valid shows only once they are checked whole. */
  readonly others: Draft[];
}

/** Absent ahead of the first field. */
const fieldsAhead = (): { current?: Ahead } => ({});

/** @param draft of a field of the entity type, whose settings have been checked */
export function checkCalculation(draft: Draft, context: RuleContext, owner: EntityType): void {
  const row = fieldRow(draft);
  const ahead = context.shared(fieldsAhead);
  ahead.current ??= { catalog: context.catalog, others: [] };
  if (row.calc_formula === null && row.rollup === null) {
    ahead.current.others.push(draft);
    return;
  }
  const before = withFields(ahead.current);
  ahead.current = { catalog: before, others: [draft] };
  const member = row.calc_formula === null ? 'rollup' : 'calc_formula';
  const field = row.calc_formula === null ? undefined : plainValue(row);
  // A formula shows what it is made of to all who see the field.
  const isGiven = draft.isNew || draft.changes(member);
  const shown = isGiven ? scopeCatalog(before, context.rights) : before;
  const problem = field && formulaProblem(row.calc_formula ?? '', shown.existing(owner.name), field.type);
  if (problem !== undefined) {
    const together = circleThrough(draft, context);
    draft.errors.push(invalid(member, together ? circleProblem(together) : problem));
    return;
  }
  const circle = derivedCircle(withFields({ catalog: before, others: [draft] }));
  if (circle?.includes(`${owner.name}.${draft.text('api_name')}`)) {
    draft.errors.push(invalid(member, circleProblem([...circle, circle[0]])));
  }
}

function circleProblem(circle: readonly (string | undefined)[]): string {
  return `is circular: ${circle.join(' needs ')}.`;
}

function formulaProblem(
  text: string,
  owner: EntityType,
  result: Parameters<typeof checkFormula>[2],
): string | undefined {
  try {
    checkFormula(parseFormula(text), formulaFieldTypes(owner), result);
    return undefined;
  } catch (error) {
    if (error instanceof FormulaError) return error.message;
    throw error;
  }
}

/** The catalog as it would be with those of the fields that are valid. */
function withFields({ catalog, others }: Ahead): Catalog {
  const changed = new Map<string, readonly Field[]>();
  for (const draft of others) {
    const entry = draft.errors.length === 0 ? entryOf(draft, catalog) : undefined;
    // Of the rows of a field with several values nothing is worked out.
    if (!entry || entry.field.kind === 'rows') continue;
    const { name, fields: present } = catalog.existing(draft.text('entity_name') ?? '');
    const fields = changed.get(name) ?? present;
    changed.set(name, [...fields.filter(({ custom }) => custom?.id !== draft.id), entry.field]);
  }
  if (changed.size === 0) return catalog;
  return buildCatalog(
    catalog.entityTypes.map((entityType) => {
      const fields = changed.get(entityType.name);
      return fields ? { ...entityType, fields } : entityType;
    }),
  );
}

function entryOf(draft: Draft, catalog: Catalog): CatalogEntry | undefined {
  return customField(fieldRow(draft), {
    entityTypes: catalog.entityTypes,
    entityType: (name) => catalog.entityType(name),
    field: (entityType, name) => catalog.field(entityType, name),
    row: () => undefined,
    choiceField: () => undefined,
  });
}

// Formulas that are written together and need each other in a circle. The catalog cannot show it: the first of them needs fields that
// are still to come.

/** Drafts of the fields with a formula that are written together. */
const formulas = (): Draft[] => [];

/** To be said of all fields before the first one is checked. */
export function noteFormula(draft: Draft, { shared }: RuleContext): void {
  if (draft.text('calc_formula') !== null) shared(formulas).push(draft);
}

/** @returns fields, as `Type.field`, of which each needs the next; the first and the last are the one of the draft */
function circleThrough(draft: Draft, { shared }: RuleContext): readonly string[] | undefined {
  const needs = new Map(shared(formulas).map((one) => [nameOf(one), needsOf(one)]));
  const start = nameOf(draft);
  /** Of each field that the first one needs, the way to it. */
  const ways = new Map<string, readonly string[]>([['', [start]]]);
  for (const way of ways.values()) {
    for (const next of needs.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return undefined;
}

/** A field without a name gets the one that follows from what people call it. */
function nameOf(draft: Draft): string {
  return `${draft.text('entity_name')}.${draft.text('api_name') ?? apiNameFrom(draft.text('name') ?? '')}`;
}

/** A formula that cannot be read needs nothing. */
function needsOf(draft: Draft): string[] {
  try {
    return fieldsOf(parseFormula(draft.text('calc_formula') ?? '')).map(
      (name) => `${draft.text('entity_name')}.${name}`,
    );
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

// Whether a field may get its first formula, or lose its formula, now: a formula must not write over values that people have entered, and
// a field without one must not be left with values of which some are those of an older formula.

const member = 'calc_formula';

/** What must be known; undefined when nothing speaks against the write. */
export function wantSwitch(draft: Draft, { lookups }: RuleContext): Fact | undefined {
  if (draft.act !== 'update' || !draft.changes(member)) return undefined;
  if (draft.text(member) === null) return recomputeJobs(lookups);
  if (draft.stored?.[member]) return undefined;
  const field = plainValue(fieldRow(draft));
  return field && customValue(field) ? recordWithValue(lookups, field) : undefined;
}

/** @param fact that `wantSwitch` requested @throws ApiError `ERROR_STATE_CONFLICT` */
export function rejectSwitch(draft: Draft, context: RuleContext, fact: Fact): void {
  const found = context.lookups.found(fact);
  const owner = draft.text('entity_name') ?? '';
  const name = `${owner}.${draft.text('api_name')}`;
  if (draft.text(member) === null) {
    if (!isWorkedOut(owner, context, found)) return;
    const message = `Values of ${owner} are still being recalculated; remove the formula of ${name} when recomputation of the fields is null.`;
    throw new ApiError('ERROR_STATE_CONFLICT', message);
  }
  if (found === null) return;
  const message =
    `A formula would write over the values that records have in ${name}, such as ${found}, which may be deleted. ` +
    'Make a new field with the formula, or delete this one first.';
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}

/** Whether records of the entity type are still to be gone through: all of their formulas are worked out on the way. */
function isWorkedOut(owner: string, { catalog }: RuleContext, found: string | null): boolean {
  const left = JSON.parse(found ?? '[]') as { readonly subject: string; readonly record_ids: string }[];
  const plan = derivedPlan(catalog);
  return left.some(({ subject, record_ids }) => {
    const changed = { entityType: subject, fieldIds: JSON.parse(record_ids) as string[] };
    return recomputationPasses(catalog, plan, changed).some((pass) => pass.entityType === owner);
  });
}
