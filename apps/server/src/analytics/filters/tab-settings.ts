/**
 * A tab as the settings of records store it, in snake case, read and written. Programs that speak REST write it too, so what is
 * read is checked as whatever comes from outside. Pure.
 */
import { everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import {
  integerAt,
  objectAt,
  oneOf,
  parseList,
  type Settings,
  textAt,
  textOrNull,
  unknownWord,
} from '../saved/settings-values.js';
import { type FieldOperator, fieldOperators, isFieldOperator } from './field-operator.js';
import type { FilterBox, FilterRule, FilterTab, HealthBox, RuleBox, RuleValues, WeighedRule } from './filter-tab.js';
import { type SiblingRelation, siblingRelations } from './sibling-path.js';

/**
 * @param settings such as `{operator, is_enabled, filter_main_box: {id, entity, filter_fields: […]}, filter_sibling_boxes: […]}`
 * @param entity name of the entity type of a main box that names none
 * @param at where they are, for messages
 * @throws ParameterErrors for all that keeps them from being a filter
 */
export function parseTabSettings(settings: unknown, entity: string, at: string): FilterTab {
  const tab = objectAt(settings, at);
  return everyOf<FilterTab>({
    operator: () => oneOf(['And', 'Or'] as const, tab.operator ?? 'And', `${at}.operator`),
    formula: () => textOrNull(tab.formula, `${at}.formula`),
    isEnabled: () => tab.is_enabled !== false,
    timeZone: () => textOrNull(tab.time_zone, `${at}.time_zone`),
    mainBox: () => parseMainBox(tab.filter_main_box, entity, `${at}.filter_main_box`),
    siblingBoxes: () => parseList(tab.filter_sibling_boxes, `${at}.filter_sibling_boxes`, parseSiblingBox),
    at: () => at,
  });
}

function parseMainBox(given: unknown, entity: string, at: string): FilterBox {
  const box = objectAt(given, at);
  return parseBox({ id: 'main', entity, ...box, lookup_field_id: null, relation: null }, at);
}

function parseSiblingBox(given: unknown, at: string): FilterBox {
  return parseBox(objectAt(given, at), at);
}

function parseBox(box: Settings, at: string): FilterBox {
  const common = {
    id: () => textAt(box.id, `${at}.id`),
    entity: () => textAt(box.entity, `${at}.entity`),
    lookupFieldId: () => textOrNull(box.lookup_field_id, `${at}.lookup_field_id`),
    relation: () => parseRelation(box.relation, `${at}.relation`),
    rules: () => parseList(box.filter_fields, `${at}.filter_fields`, parseRule),
    at: () => at,
  };
  if (box.minimum_score === undefined || box.minimum_score === null) {
    const formula = () => textOrNull(box.formula, `${at}.formula`);
    return everyOf<RuleBox>({ ...common, kind: () => 'rules', formula });
  }
  const minimumScore = () => integerAt(box.minimum_score, `${at}.minimum_score`);
  return everyOf<HealthBox>({ ...common, kind: () => 'health', minimumScore });
}

function parseRelation(relation: unknown, at: string): SiblingRelation | null {
  if (relation === undefined || relation === null) return null;
  const { kind } = objectAt(relation, at);
  return kind === undefined || kind === null ? null : oneOf(siblingRelations, kind, `${at}.kind`);
}

function parseRule(given: unknown, at: string): WeighedRule {
  const rule = objectAt(given, at);
  return everyOf<WeighedRule>({
    id: () => textOrNull(rule.id, `${at}.id`),
    field: () => textAt(rule.field, `${at}.field`),
    operator: () => parseOperator(rule.operator ?? 'Nop', `${at}.operator`),
    values: () => parseValues(rule.values, `${at}.values`),
    weight: () => (rule.weight === undefined || rule.weight === null ? 1 : integerAt(rule.weight, `${at}.weight`)),
    at: () => at,
  });
}

function parseOperator(operator: unknown, at: string): FieldOperator {
  if (typeof operator === 'string' && isFieldOperator(operator)) return operator;
  throw unknownWord(operator, Object.keys(fieldOperators), at);
}

/** Programs write numbers and truth values as they are, and a value of one part without its brackets. */
function parseValues(values: unknown, at: string): RuleValues {
  return parseList(values, at, (parts, path) =>
    (Array.isArray(parts) ? parts : [parts]).map((part: unknown) => {
      if (part === null || typeof part === 'string') return part;
      if (typeof part === 'number' || typeof part === 'boolean') return String(part);
      throw parameterError(path, 'is not a text, number or truth value');
    }),
  );
}

/** @returns the tab as settings store it */
export function renderTabSettings(tab: FilterTab): Settings {
  return {
    operator: tab.operator,
    is_custom: tab.formula !== null,
    is_enabled: tab.isEnabled,
    ...(tab.formula === null ? {} : { formula: tab.formula }),
    ...(tab.timeZone === null ? {} : { time_zone: tab.timeZone }),
    filter_main_box: renderBox(tab.mainBox),
    filter_sibling_boxes: tab.siblingBoxes.map((box) => ({
      ...renderBox(box),
      ...(box.lookupFieldId === null ? {} : { lookup_field_id: box.lookupFieldId }),
      relation: box.relation === null ? null : { kind: box.relation },
    })),
  };
}

function renderBox(box: FilterBox): Settings {
  const { id, entity } = box;
  if (box.kind === 'health') {
    const rules = box.rules.map((rule) => ({ ...renderRule(rule), weight: rule.weight }));
    return { id, entity, filter_fields: rules, minimum_score: box.minimumScore };
  }
  return {
    id,
    entity,
    filter_fields: box.rules.map(renderRule),
    ...(box.formula === null ? {} : { formula: box.formula }),
  };
}

function renderRule({ id, field, operator, values }: FilterRule): Settings {
  return { id, field, operator, values };
}
