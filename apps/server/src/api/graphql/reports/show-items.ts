/**
 * The items of a report as GraphQL shows them, without what they come to.
 */
import type { PivotItem, ReportItem, TableItem } from '../../../analytics/reports/report-item.js';
import { renderFilterTab } from '../filters/render-filter-tab.js';

export function showItem(item: ReportItem) {
  const { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes } = item;
  const subtypes = entitySubtypes?.map((one) => ({ entityType: one.entityType, id: one.typeId })) ?? null;
  const common = { id, parentId, sortOrder, entityType, entityApiName, entitySubtypes: subtypes };
  return { ...common, ...(item.kind === 'pivot' ? showPivot(item) : showTable(item)) };
}

function showPivot({ calculationFieldId, filter, profileId, view }: PivotItem) {
  const groups = (list: PivotItem['view']['rows']) =>
    list.map(({ descending, ...group }) => ({ ...group, direction: descending ? 'DESC' : 'ASC' }));
  return {
    __typename: 'PivotTable',
    calculationFieldId,
    tabs: {
      __typename: 'PivotReportTabs',
      filter: filter && renderFilterTab(filter),
      profileId,
      view: { ...view, rows: groups(view.rows), columns: groups(view.columns) },
    },
  };
}

function showTable({ filter, profileId, columns, orderBy }: TableItem) {
  return {
    __typename: 'ReportTable',
    filter: filter && renderFilterTab(filter),
    profileId,
    columns: columns.map(({ field }) => field),
    orderBy: orderBy.map(({ field, descending }) => ({ field, direction: descending ? 'DESC' : 'ASC' })),
  };
}
