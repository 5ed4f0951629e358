/**
 * A tab of boxes as the arguments of GraphQL give it, and as answers show it. Whether its names and operators fit is
 * found out when it is planned.
 */
import type {
  EntityHealthFieldFilterRuleInput,
  FieldFilterRuleInput,
  FilterBoxInput,
  FilterTabInput,
} from '@headwater/graphql-types';
import type { FilterBox, FilterRule, FilterTab, WeighedRule } from '../../../analytics/filters/filter-tab.js';
import { parameterError } from '../../../errors/parameter-error.js';

/**
 * @param given a coerced argument; null is the same as absent
 * @param at its path, for messages: `insights.filter`
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a tab without a main box, or with two
 */
export function parseFilterTab(given: FilterTabInput | null | undefined, at: string): FilterTab | null {
  if (given == null) return null;
  const { siblingBoxes, healthSiblingBoxes } = given;
  return {
    operator: given.operator ?? 'And',
    formula: given.formula ?? null,
    isEnabled: given.isEnabled ?? true,
    timeZone: given.timeZone ?? null,
    mainBox: parseMainBox(given, at),
    siblingBoxes: [
      ...(siblingBoxes ?? []).map((box, index) => parseBox(box, siblingPosition(box, `${at}.siblingBoxes[${index}]`))),
      ...(healthSiblingBoxes ?? []).map((box, index) =>
        parseHealthBox(box, siblingPosition(box, `${at}.healthSiblingBoxes[${index}]`)),
      ),
    ],
    at,
  };
}

function parseMainBox({ mainBox, healthMainBox }: FilterTabInput, at: string): FilterBox {
  const position = { lookupFieldId: null, relation: null };
  if (mainBox != null && healthMainBox == null) return parseBox(mainBox, { ...position, at: `${at}.mainBox` });
  if (mainBox == null && healthMainBox != null) {
    return parseHealthBox(healthMainBox, { ...position, at: `${at}.healthMainBox` });
  }
  throw parameterError(at, 'give either "mainBox" or "healthMainBox"');
}

type BoxPosition = Pick<FilterBox, 'lookupFieldId' | 'relation' | 'at'>;

function siblingPosition(
  { lookupFieldId, relation }: Pick<FilterBoxInput, 'lookupFieldId' | 'relation'>,
  at: string,
): BoxPosition {
  return { lookupFieldId: lookupFieldId ?? null, relation: relation?.kind ?? null, at };
}

interface GivenBox<Rule> {
  readonly id?: string | null | undefined;
  readonly entity: string;
  readonly filterFields: readonly Rule[];
}

type GivenRules = GivenBox<FieldFilterRuleInput> & { readonly formula?: string | null | undefined };
type GivenHealth = GivenBox<EntityHealthFieldFilterRuleInput> & { readonly minimumScore: number };

function parseBox(box: GivenRules, position: BoxPosition): FilterBox {
  const rules = box.filterFields.map((rule, index) => parseRule(rule, `${position.at}.filterFields[${index}]`));
  return { kind: 'rules', id: box.id ?? 'main', entity: box.entity, ...position, rules, formula: box.formula ?? null };
}

function parseHealthBox(box: GivenHealth, position: BoxPosition): FilterBox {
  const rules = box.filterFields.map((rule, index): WeighedRule => {
    return { ...parseRule(rule, `${position.at}.filterFields[${index}]`), weight: rule.weight };
  });
  return {
    kind: 'health',
    id: box.id ?? 'main',
    entity: box.entity,
    ...position,
    rules,
    minimumScore: box.minimumScore,
  };
}

function parseRule({ id, field, operator, values }: FieldFilterRuleInput, at: string): FilterRule {
  return { id: id ?? null, field, operator: operator ?? 'Nop', values: (values ?? []).map((parts) => parts ?? []), at };
}

/**
 * A tab of boxes as GraphQL shows it.
 */
export function renderFilterTab(tab: FilterTab) {
  return {
    operator: tab.operator,
    formula: tab.formula,
    isEnabled: tab.isEnabled,
    timeZone: tab.timeZone,
    mainBox: renderBox(tab.mainBox, { rules: 'MainFilterBox', health: 'EntityHealthMainFilterBox' }),
    siblingBoxes: tab.siblingBoxes.map((box) => ({
      ...renderBox(box, { rules: 'FilterBox', health: 'EntityHealthFilterBox' }),
      relation: box.relation && { kind: box.relation },
    })),
  };
}

function renderBox(box: FilterBox, typeNames: Readonly<Record<FilterBox['kind'], string>>) {
  const { id, entity, lookupFieldId } = box;
  const shown = { __typename: typeNames[box.kind], id, entity, lookupFieldId };
  return box.kind === 'health'
    ? { ...shown, filterFields: box.rules, minimumScore: box.minimumScore }
    : { ...shown, filterFields: box.rules, formula: box.formula };
}
