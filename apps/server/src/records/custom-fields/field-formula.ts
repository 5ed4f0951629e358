/**
 * Checks that what a field is worked out from can be worked out: its formula, and that no field comes to depend on itself.
 */
import { buildCatalog, type Catalog, type EntityType } from '@headwater/catalog';
import { checkFormula } from '../../formula/check-formula.js';
import { FormulaMistake } from '../../formula/formula-mistake.js';
import { parseFormula } from '../../formula/parse-formula.js';
import { invalid } from '../../plan/mistakes.js';
import type { Lookups } from '../../sql/lookups.js';
import { derivedCircle } from '../derived/derived-plan.js';
import { formulaFieldTypes } from '../derived/formula-fields.js';
import type { Draft } from '../draft.js';
import type { RuleContext } from '../entity-rule.js';
import { customField, plainValue } from '../space-catalog/custom-field.js';
import { fieldRow } from './field-draft.js';

/** Of fields that are written together: the catalog with those that were checked before. */
const catalogOfWave = new WeakMap<Lookups, Catalog>();

/** @param draft of a field of the entity type, whose settings have been checked */
export function checkCalculation(draft: Draft, { catalog, lookups }: RuleContext, owner: EntityType): void {
  const row = fieldRow(draft);
  const member = row.calc_formula === null ? 'rollup' : 'calc_formula';
  if (row.calc_formula !== null) {
    const field = plainValue(row);
    const problem = field && formulaProblem(row.calc_formula, owner, field.type);
    if (problem !== undefined) {
      draft.mistakes.push(invalid(member, problem));
      return;
    }
  } else if (row.rollup === null) return;
  const before = catalogOfWave.get(lookups) ?? catalog;
  const after = withField(before, before.existing(owner.name), draft);
  const circle = derivedCircle(after);
  const field = `${owner.name}.${draft.text('api_name')}`;
  if (circle?.includes(field)) {
    draft.mistakes.push(invalid(member, `goes round in a circle: ${[...circle, circle[0]].join(' needs ')}.`));
  } else catalogOfWave.set(lookups, after);
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
    if (error instanceof FormulaMistake) return error.message;
    throw error;
  }
}

/** The catalog as it would be with the field. */
function withField(catalog: Catalog, owner: EntityType, draft: Draft): Catalog {
  const entry = customField(fieldRow(draft), {
    entityTypes: catalog.entityTypes,
    entityType: (name) => catalog.entityType(name),
    field: (entityType, name) => catalog.field(entityType, name),
    row: () => undefined,
    choiceField: () => undefined,
  });
  if (!entry) return catalog;
  const others = owner.fields.filter(({ custom }) => custom?.id !== draft.id);
  const changed: EntityType = { ...owner, fields: [...others, entry.field] };
  return buildCatalog(catalog.entityTypes.map((entityType) => (entityType === owner ? changed : entityType)));
}
