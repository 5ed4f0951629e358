/**
 * Plans the filters of an agenda: those that came with the request, and the saved ones that it names.
 */
import { filterOf } from '../filters/read-filter.js';
import { planFilter } from '../plan/plan-filter.js';
import type { Predicate } from '../plan/predicate.js';
import type { Call } from '../records/call.js';
import type { RecordStore } from '../records/record-store.js';
import type { AgendaRequest, FilteredType, PlannedAgenda } from './agenda-request.js';

/** @throws ApiError `ERROR_PARAMETER_INVALID` for mistakes in the filters, or a saved one that is not there */
export async function planAgenda(store: RecordStore, call: Call, request: AgendaRequest): Promise<PlannedAgenda> {
  const days = { now: request.now, timeZone: request.period.timeZone };
  const plan = async (entityType: FilteredType): Promise<Predicate | null> => {
    const filter = await filterOf(store, call, { ...request.filters[entityType], ...days, entityType });
    return filter && planFilter(store.catalog, store.catalog.existing(entityType), filter);
  };
  const [Appointment, Task, Opportunity] = await Promise.all([plan('Appointment'), plan('Task'), plan('Opportunity')]);
  return { ...request, predicates: { Appointment, Task, Opportunity } };
}
