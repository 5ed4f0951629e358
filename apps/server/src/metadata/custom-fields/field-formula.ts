/**
 * Checks that what a field is worked out from can be worked out: its formula, and that no field comes to depend on itself.
 */
import { buildCatalog, type Catalog, type EntityType, type Field } from '@headwater/catalog';
import { derivedNeeds, derivedPlan, fieldNeeds } from '../../computed/derived/derived-plan.js';
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

/** Fields that are written together, as far as they have been checked: an item sees those ahead of it. */
interface Ahead {
  /** With the fields that are valid. */
  catalog: Catalog;
  /** Not in the catalog yet: whether they are valid shows only once they are checked whole. */
  others: Draft[];
  /** Of each field that is worked out what it is made of, by `Type.field`. */
  readonly needs: Map<string, readonly string[]>;
}

/** Absent ahead of the first field. */
const fieldsAhead = (): { current?: Ahead } => ({});

function aheadOf({ catalog, shared }: RuleContext): Ahead {
  const ahead = shared(fieldsAhead);
  ahead.current ??= { catalog, others: [], needs: derivedNeeds(catalog) };
  return ahead.current;
}

/** @param draft of a field of the entity type, whose settings have been checked */
export function checkCalculation(draft: Draft, context: RuleContext, owner: EntityType): void {
  const row = fieldRow(draft);
  const ahead = aheadOf(context);
  if (row.calc_formula === null && row.rollup === null) {
    ahead.others.push(draft);
    return;
  }
  takeIn(ahead, context);
  const before = ahead.catalog;
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
  ahead.others.push(draft);
  const name = nameOf(draft);
  const after = withFields(before, [draft]);
  ahead.needs.set(name, fieldNeeds(after, owner.name, draft.text('api_name') ?? '') ?? []);
  noteReadable(ahead, after, owner.name);
  const circle = wayBack(name, ahead.needs);
  if (circle) draft.errors.push(invalid(member, circleProblem(circle)));
}

/** A formula that used a field which was not there can be worked out once there is one of that name. */
function noteReadable({ needs }: Ahead, catalog: Catalog, owner: string): void {
  for (const { name, derived } of catalog.existing(owner).fields) {
    const isKnown = derived?.kind !== 'formula' || needs.has(`${owner}.${name}`);
    const found = isKnown ? undefined : fieldNeeds(catalog, owner, name);
    if (found) needs.set(`${owner}.${name}`, found);
  }
}

/** Adds the fields that have been checked to the catalog, those that turned out to be valid. */
function takeIn(ahead: Ahead, context: RuleContext): void {
  ahead.catalog = withFields(ahead.catalog, ahead.others);
  for (const draft of ahead.others) {
    const name = nameOf(draft);
    const isWorkedOut = draft.text('calc_formula') !== null || draft.text('rollup') !== null;
    const [owner = '', field = ''] = name.split('.');
    const stored = draft.errors.length > 0 ? fieldNeeds(context.catalog, owner, field) : undefined;
    if (stored) ahead.needs.set(name, stored);
    else if (draft.errors.length > 0 || !isWorkedOut) ahead.needs.delete(name);
  }
  ahead.others = [];
}

/** @returns the names from the first one back to it, of which each needs the next; undefined where it does not need itself */
function wayBack(first: string, needs: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const neededBy = new Map<string, string>();
  const found = [first];
  for (const name of found) {
    for (const next of needs.get(name) ?? []) {
      if (next === first) {
        const way = [first];
        for (let at = name; at !== first; at = neededBy.get(at) ?? first) way.unshift(at);
        return [first, ...way];
      }
      if (neededBy.has(next)) continue;
      neededBy.set(next, name);
      found.push(next);
    }
  }
  return undefined;
}

function circleProblem(circle: readonly string[]): string {
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
function withFields(catalog: Catalog, drafts: readonly Draft[]): Catalog {
  const changed = new Map<string, readonly Field[]>();
  for (const draft of drafts) {
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

/** The fields with a formula that are written together. */
const formulas = (): Formulas => ({ drafts: [], characters: 0, looksLeft: maxLooks });

interface Formulas {
  readonly drafts: Draft[];
  /** Of all texts. */
  characters: number;
  needs?: ReadonlyMap<string, readonly string[]>;
  looksLeft: number;
}

/** Circles that are looked for: each may lead through all formulas, and nobody reads the errors of more fields. */
const maxLooks = 100;

/** All formulas are read to find the first circle. */
const maxCharacters = 200_000;

/** To be said of all fields before the first one is checked. */
export function noteFormula(draft: Draft, { shared }: RuleContext): void {
  const text = draft.text('calc_formula');
  if (text === null) return;
  const together = shared(formulas);
  together.drafts.push(draft);
  together.characters += text.length;
}

/** @returns fields, as `Type.field`, of which each needs the next; the first and the last are the one of the draft */
function circleThrough(draft: Draft, { shared }: RuleContext): readonly string[] | undefined {
  const together = shared(formulas);
  if (together.looksLeft === 0 || together.characters > maxCharacters) return undefined;
  together.looksLeft -= 1;
  together.needs ??= new Map(together.drafts.map((one) => [nameOf(one), needsOf(one)]));
  return wayBack(nameOf(draft), together.needs);
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
