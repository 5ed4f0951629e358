/**
 * Turns a tab of boxes into the filter tree that lists are filtered by. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ErrorCollector } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { checkFilterSize } from '../../plan/list/filter-size.js';
import type { Filter } from '../../request/filter.js';
import { combineParts, type Part } from './combine-parts.js';
import type { FilterBox, FilterScope, FilterTab } from './filter-tab.js';
import { planBox } from './plan-box.js';
import { planSiblingBox } from './plan-sibling-box.js';
import { checkZone } from './zone.js';

/** How much one filter may hold: databases bound the size of an expression and the number of its values. */
const limits = { boxes: 20, rules: 100, values: 1_000 } as const;

/** What to do about a tab that has too many conditions. */
const fewerBoxes =
  'A box that looks for one record, such as one with "NextScheduledActivity", means several conditions, and a rule or box counts ' +
  'each time that a formula names it. Use fewer boxes, name each once, or give one rule several values';

export interface TabMoment {
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  /** In which days are counted, unless the tab names another. */
  readonly timeZone: string;
}

/**
 * @param entityType of the records looked for
 * @returns null when every record is found: the tab is switched off, or has nothing that could fail
 * @throws ParameterErrors for all that is wrong: a main box of another entity type, boxes with one id, whatever is wrong in the boxes and
 *   in the formula; ApiError `ERROR_PARAMETER_INVALID` for too many of something
 */
export function planFilterTab(
  catalog: Catalog,
  entityType: EntityType,
  tab: FilterTab,
  moment: TabMoment,
): Filter | null {
  checkSize(tab);
  const errors = new ErrorCollector();
  checkIds(tab, errors);
  const zone = errors.attempt(() => tab.timeZone && checkZone(tab.timeZone, `${tab.at}.timeZone`));
  const scope: FilterScope = { catalog, now: moment.now, timeZone: zone ?? moment.timeZone };
  const parts: Part[] = [
    { id: tab.mainBox.id, filter: errors.attempt(() => planMainBox(entityType, tab.mainBox, scope)) ?? null },
    ...tab.siblingBoxes.map((box) => {
      return { id: box.id, filter: errors.attempt(() => planSiblingBox(entityType, box, scope)) ?? null };
    }),
  ];
  const combined = errors.attempt(() =>
    combineParts(parts, {
      formula: tab.formula,
      otherwise: tab.operator === 'And' ? 'and' : 'or',
      at: `${tab.at}.formula`,
      partName: 'box',
    }),
  );
  errors.throwIfAny();
  if (combined) checkFilterSize(combined, tab.at, fewerBoxes);
  return tab.isEnabled ? (combined ?? null) : null;
}

/** The fields of rules of another entity type are not judged: they may all be those of that one. */
function planMainBox(entityType: EntityType, box: FilterBox, scope: FilterScope): Filter | null {
  if (box.entity === entityType.name) return planBox(entityType, box, scope);
  throw parameterError(`${box.at}.entity`, `must be ${entityType.name}, whose records are looked for`);
}

function checkSize({ mainBox, siblingBoxes, at }: FilterTab): void {
  const boxes: FilterBox[] = [mainBox, ...siblingBoxes];
  const rules = boxes.flatMap((box) => [...box.rules]);
  const values = rules.reduce((sum, rule) => sum + rule.values.flat().length, 0);
  if (boxes.length > limits.boxes) throw parameterError(at, `has more than ${limits.boxes} boxes`);
  if (rules.length > limits.rules) throw parameterError(at, `has more than ${limits.rules} rules`);
  if (values > limits.values) throw parameterError(at, `compares with more than ${limits.values} values`);
}

function checkIds({ mainBox, siblingBoxes }: FilterTab, errors: ErrorCollector): void {
  const seen = new Set<string>();
  for (const { id, at } of [mainBox, ...siblingBoxes]) {
    errors.attempt(() => {
      if (seen.has(id)) throw parameterError(`${at}.id`, `${JSON.stringify(id)} is the id of another box`);
    });
    seen.add(id);
  }
}
