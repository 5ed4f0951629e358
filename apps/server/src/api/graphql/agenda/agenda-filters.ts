/**
 * Reads the arguments that filter an agenda, one for each type of records.
 */
import type { AgendaFilterInput } from '@headwater/graphql-types';
import type { AgendaRequest, GivenFilter } from '../../../analytics/agenda/agenda-request.js';
import { parseFilterTab } from '../filters/parse-filter-tab.js';

type Given = AgendaFilterInput | null | undefined;

/** The arguments that filter. */
export interface GivenFilters {
  readonly appointments?: Given;
  readonly tasks?: Given;
  readonly opportunities?: Given;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for tabs that make no sense */
export function parseFilters(
  { appointments, tasks, opportunities }: GivenFilters,
  at: string,
): AgendaRequest['filters'] {
  const parse = (given: Given, name: keyof GivenFilters): GivenFilter => {
    const place = `${at}.${name}`;
    return { tab: parseFilterTab(given?.filter, `${place}.filter`), profileId: given?.profileId ?? null, at: place };
  };
  return {
    Appointment: parse(appointments, 'appointments'),
    Task: parse(tasks, 'tasks'),
    Opportunity: parse(opportunities, 'opportunities'),
  };
}
