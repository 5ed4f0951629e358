/**
 * The table of the root fields that are no standard operation of an entity type, by name.
 */
import { agendaFields } from './analytics/agenda-fields.js';
import { insightsFields } from './analytics/insights-fields.js';
import { reportFields } from './analytics/report-fields.js';
import { savedFilterMutations, savedFilterQueries } from './analytics/saved-filter-fields.js';
import { savedReportMutations, savedReportQueries } from './analytics/saved-report-fields.js';
import { changeQueries, changeSubscriptions } from './changes/change-fields.js';
import { nodeFields } from './nodes/node-fields.js';
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
