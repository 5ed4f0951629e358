/**
 * A tab of boxes as GraphQL shows it.
 */
import type { FilterBox, FilterTab } from '../../../analytics/filters/filter-tab.js';

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
