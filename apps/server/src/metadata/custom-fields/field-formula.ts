/**
 * Checks that what a field is worked out from can be worked out: its formula, and that no field comes to depend on itself.
 */
import { buildCatalog, type Catalog, type EntityType, type Field } from '@headwater/catalog';
import { derivedCircle } from '../../computed/derived/derived-plan.js';
import { formulaFieldTypes } from '../../computed/derived/formula-fields.js';
import { checkFormula } from '../../computed/formula/check-formula.js';
import { FormulaError } from '../../computed/formula/formula-error.js';
import { parseFormula } from '../../computed/formula/parse-formula.js';
import { invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { customField, plainValue } from '../space-catalog/custom-field.js';
import type { CatalogEntry } from '../space-catalog/field-base.js';
import { fieldRow } from './field-draft.js';
import { circleThrough } from './formula-circle.js';

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
  const problem = field && formulaProblem(row.calc_formula ?? '', before.existing(owner.name), field.type);
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
