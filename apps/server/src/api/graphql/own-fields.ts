/**
 * The table of the root fields that have rules of their own. One line for each room that gives some.
 */
import { agendaFields } from './agenda/agenda-fields.js';
import { savedFilterFields } from './filters/saved-filter-fields.js';
import { insightsFields } from './insights/insights-fields.js';
import { nodeFields } from './nodes/node-fields.js';
import type { OwnFields } from './own-field.js';
import { reportFields } from './reports/report-fields.js';
import { savedReportFields } from './reports/saved-report-fields.js';

export const ownFields: OwnFields = {
  query: new Map([
    ...agendaFields,
    ...insightsFields,
    ...nodeFields,
    ...reportFields,
    ...savedFilterFields.query,
    ...savedReportFields.query,
  ]),
  mutation: new Map([...savedFilterFields.mutation, ...savedReportFields.mutation]),
};
