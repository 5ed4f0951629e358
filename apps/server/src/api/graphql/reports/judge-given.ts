/**
 * What can be said of an item of a report before anything is read: its names and the filter that came with it.
 */
import { checkItem } from '../../../analytics/reports/check-report.js';
import type { ReportItem } from '../../../analytics/reports/report-item.js';
import type { FieldContext } from '../special-field.js';

/** @throws ParameterErrors for all that is wrong; the saved filter that it names is judged when it has been read */
export function judgeGiven({ catalog, reading }: Pick<FieldContext, 'catalog' | 'reading'>, item: ReportItem): void {
  const scope = { now: reading.filters.now, timeZone: 'UTC', profiles: new Map(), filters: [] };
  checkItem(catalog, { ...item, profileId: null }, scope);
}
