/**
 * Plans the filters of an agenda: those that came with the request, and the saved ones that it names.
 */
import { ErrorCollector } from '../../errors/collect-errors.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Predicate } from '../../plan/list/predicate.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { filterOf } from '../filters/read-filter.js';
import type { AgendaRequest, FilteredType, PlannedAgenda } from './agenda-request.js';

/** @throws ParameterErrors for all errors in the filters, and saved ones that are not there */
export async function planAgenda(store: RecordStore, call: Call, request: AgendaRequest): Promise<PlannedAgenda> {
  const days = { now: request.now, timeZone: request.period.timeZone };
  const plan = async (entityType: FilteredType): Promise<Predicate | null> => {
    const filter = await filterOf(store, call, { ...request.filters[entityType], ...days, entityType });
    return filter && planFilter(store.catalog, store.catalog.existing(entityType), filter);
  };
  const errors = new ErrorCollector();
  const [Appointment = null, Task = null, Opportunity = null] = await Promise.all(
    (['Appointment', 'Task', 'Opportunity'] as const).map((entityType) => errors.wait(() => plan(entityType))),
  );
  errors.throwIfAny();
  return { ...request, predicates: { Appointment, Task, Opportunity } };
}
