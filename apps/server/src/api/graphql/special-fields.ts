/**
 * The table of the root fields that are no standard operation of an entity type, by name.
 */
import { agendaFields } from './agenda/agenda-fields.js';
import { savedFilterMutations, savedFilterQueries } from './filters/saved-filter-fields.js';
import { insightsFields } from './insights/insights-fields.js';
import { nodeFields } from './nodes/node-fields.js';
import { reportFields } from './reports/report-fields.js';
import { savedReportMutations, savedReportQueries } from './reports/saved-report-fields.js';
import type { SpecialField } from './special-field.js';

type FieldTable = ReadonlyMap<string, SpecialField>;

const query: FieldTable = new Map<string, SpecialField>(
  Object.entries({
    ...agendaFields,
    ...insightsFields,
    ...nodeFields,
    ...reportFields,
    ...savedFilterQueries,
    ...savedReportQueries,
  }),
);
const mutation: FieldTable = new Map<string, SpecialField>(
  Object.entries({ ...savedFilterMutations, ...savedReportMutations }),
);

export const specialFields = { query, mutation } as const;
