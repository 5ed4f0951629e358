/**
 * A tab as it is kept in the settings of records, in snake case, read and written. Programs that speak REST write it too, so what is
 * read is checked as whatever comes from outside. Pure.
 */
import { ApiError } from '../errors/api-error.js';
import { suggestion } from '../errors/closest-name.js';
import { fieldOperators, isFieldOperator } from './field-operator.js';
import type { FilterBox, FilterRule, FilterTab, RuleValues, WeighedRule } from './filter-tab.js';
import { type SiblingRelation, siblingRelations } from './sibling-relation.js';

/**
 * @param settings such as `{operator, is_enabled, filter_main_box: {id, entity, filter_fields: […]}, filter_sibling_boxes: […]}`
 * @param entity name of the entity type of a main box that names none
 * @param at where they stand, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` when they are no filter
 */
export function parseTabSettings(settings: unknown, entity: string, at: string): FilterTab {
  const tab = objectAt(settings, at);
  const mainAt = `${at}.filter_main_box`;
  const main = objectAt(tab.filter_main_box, mainAt);
  const siblingsAt = `${at}.filter_sibling_boxes`;
  return {
    operator: oneOf(['And', 'Or'] as const, tab.operator ?? 'And', `${at}.operator`),
    formula: textOrNull(tab.formula, `${at}.formula`),
    isEnabled: tab.is_enabled !== false,
    timeZone: textOrNull(tab.time_zone, `${at}.time_zone`),
    mainBox: parseBox({ id: 'main', entity, ...main, lookup_field_id: null, relation: null }, mainAt),
    siblingBoxes: listAt(tab.filter_sibling_boxes, siblingsAt).map((box, index) =>
      parseBox(objectAt(box, `${siblingsAt}[${index}]`), `${siblingsAt}[${index}]`),
    ),
    at,
  };
}

function parseBox(box: Settings, at: string): FilterBox {
  const fieldsAt = `${at}.filter_fields`;
  const rules = listAt(box.filter_fields, fieldsAt).map((rule, index) => parseRule(rule, `${fieldsAt}[${index}]`));
  const base = {
    id: text(box.id, `${at}.id`),
    entity: text(box.entity, `${at}.entity`),
    lookupFieldId: textOrNull(box.lookup_field_id, `${at}.lookup_field_id`),
    relation: parseRelation(box.relation, `${at}.relation`),
    at,
  };
  if (box.minimum_score === undefined || box.minimum_score === null) {
    return { kind: 'rules', ...base, rules, formula: textOrNull(box.formula, `${at}.formula`) };
  }
  return { kind: 'health', ...base, rules, minimumScore: integer(box.minimum_score, `${at}.minimum_score`) };
}

function parseRelation(relation: unknown, at: string): SiblingRelation | null {
  if (relation === undefined || relation === null) return null;
  const { kind } = objectAt(relation, at);
  return kind === undefined || kind === null ? null : oneOf(siblingRelations, kind, `${at}.kind`);
}

function parseRule(given: unknown, at: string): WeighedRule {
  const rule = objectAt(given, at);
  const operator = rule.operator ?? 'Nop';
  if (typeof operator !== 'string' || !isFieldOperator(operator)) {
    throw unknownWord(operator, Object.keys(fieldOperators), `${at}.operator`);
  }
  return {
    id: textOrNull(rule.id, `${at}.id`),
    field: text(rule.field, `${at}.field`),
    operator,
    values: parseValues(rule.values, `${at}.values`),
    weight: rule.weight === undefined || rule.weight === null ? 1 : integer(rule.weight, `${at}.weight`),
    at,
  };
}

/** Programs write numbers and truth values as they are, and a value of one part without its brackets. */
function parseValues(values: unknown, at: string): RuleValues {
  return listAt(values, at).map((parts, index) =>
    (Array.isArray(parts) ? parts : [parts]).map((part: unknown) => {
      if (part === null || typeof part === 'string') return part;
      if (typeof part === 'number' || typeof part === 'boolean') return String(part);
      throw refuse(`${at}[${index}]`, 'is no text, number or truth value');
    }),
  );
}

/** @returns the tab as it is kept in settings */
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

type Settings = { readonly [name: string]: unknown };

function objectAt(value: unknown, at: string): Settings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse(at, 'is no object');
  return value as Settings;
}

function listAt(value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw refuse(at, 'is no list');
  return value;
}

function text(value: unknown, at: string): string {
  if (typeof value !== 'string') throw refuse(at, 'is no text');
  return value;
}

function textOrNull(value: unknown, at: string): string | null {
  return value === undefined || value === null ? null : text(value, at);
}

function integer(value: unknown, at: string): number {
  if (!Number.isSafeInteger(value)) throw refuse(at, 'is no whole number');
  return value as number;
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown, at: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw unknownWord(value, words, at);
  return found;
}

function unknownWord(value: unknown, words: readonly string[], at: string): ApiError {
  const hint = (typeof value === 'string' && suggestion(value, words)) || ` There are ${words.join(', ')}.`;
  const shown = JSON.stringify(value) ?? 'undefined';
  const problem = `there is no ${shown.length > 80 ? `${shown.slice(0, 79)}…` : shown}`;
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.${hint}`, { at });
}

function refuse(at: string, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.`, { at });
}
