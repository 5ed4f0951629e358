/**
 * The table of the root fields that are no standard operation of an entity type, by name.
 */
import { agendaFields } from './agenda/agenda-fields.js';
import { changeQueries, changeSubscriptions } from './changes/change-fields.js';
import { savedFilterMutations, savedFilterQueries } from './filters/saved-filter-fields.js';
import { insightsFields } from './insights/insights-fields.js';
import { nodeFields } from './nodes/node-fields.js';
import { reportFields } from './reports/report-fields.js';
import { savedReportMutations, savedReportQueries } from './reports/saved-report-fields.js';
import type { SpecialField, SubscriptionField } from './special-field.js';

type FieldTable = ReadonlyMap<string, SpecialField>;

const query: FieldTable = new Map<string, SpecialField>(
  Object.entries({
    ...agendaFields,
    ...changeQueries,
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

const subscription: ReadonlyMap<string, SubscriptionField> = new Map<string, SubscriptionField>(
  Object.entries(changeSubscriptions),
);

export const specialFields = { query, mutation, subscription } as const;
