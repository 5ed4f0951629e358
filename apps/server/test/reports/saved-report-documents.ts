/** What tests of saved reports send, and the items that they send. */
import type { Json } from '../test-space.js';

const members = 'id name description folderId problem profileId ownerId shareMode revision';
const group = 'field period sortMeasure direction limit';
const whole = `${members} filter { mainBox { entity } } structure {
  __typename id parentId sortOrder
  ... on PivotTable { entityType entityApiName entitySubtypes { entityType id } calculationFieldId tabs {
    profileId filter { operator mainBox { id entity ... on MainFilterBox { filterFields { field operator values } } } }
    view { rows { ${group} } columns { ${group} } measures { function field } subTotals grandTotals } } }
  ... on ReportTable { entityType columns orderBy { field direction } }
}`;

export const save = `mutation ($name: String!, $structure: [ReportItemInput!]!, $filter: FilterTabInput, $profileId: UUID,
  $description: String, $folderId: UUID, $shareMode: Int) {
  saved: saveReport(name: $name, structure: $structure, filter: $filter, profileId: $profileId, description: $description,
    folderId: $folderId, shareMode: $shareMode) { ${whole} }
}`;
export const change = (given: Json) => {
  const types: Json = {
    ...{ name: 'String', structure: '[ReportItemInput!]', filter: 'FilterTabInput', profileId: 'UUID' },
    ...{ description: 'String', folderId: 'UUID', shareMode: 'Int', revision: 'Int' },
  };
  const names = Object.keys(given).filter((name) => name !== 'id');
  const declared = names.map((name) => `, $${name}: ${types[name]}`).join('');
  const passed = names.map((name) => `, ${name}: $${name}`).join('');
  return `mutation ($id: UUID!${declared}) { saved: changeReport(id: $id${passed}) { ${whole} } }`;
};
export const one = `query ($id: UUID!) { savedReport(id: $id) { ${whole} } }`;
export const evaluation = `query ($structure: [ReportItemInput!], $reportId: UUID, $filter: FilterTabInput, $profileId: UUID, $itemIds: [ID!]) {
  evaluateReport(structure: $structure, reportId: $reportId, filter: $filter, profileId: $profileId, itemIds: $itemIds) {
    items { id ... on PivotTable { result { cells { values } } } ... on ReportTable { table: result { lines { values } } } }
  }
}`;
export const behind = `query ($structure: [ReportItemInput!], $reportId: UUID, $itemId: ID!, $filter: FilterTabInput, $profileId: UUID) {
  pivotRecords(structure: $structure, reportId: $reportId, itemId: $itemId, filter: $filter, profileId: $profileId) { items { name } }
}`;

export type Saved = { readonly saved: Json & { readonly id: string; readonly revision: number } };

const count = { function: 'Count' };
export const cities = {
  id: 'cities',
  pivotTable: { entityType: 'Account', rows: [{ field: 'city' }], measures: [count] },
};
export const names = {
  id: 'names',
  parentId: 'cities',
  sortOrder: 1,
  reportTable: { entityType: 'Account', columns: ['name'], orderBy: [{ field: 'name', direction: 'DESC' }] },
};
export const people = {
  id: 'people',
  parentId: 'cities',
  sortOrder: 2,
  pivotTable: { entityType: 'Contact', measures: [count] },
};
