/**
 * Dates and date-times: spans and periods. Pure.
 */

export type DayPeriod = 'Day' | 'Week' | 'Month' | 'Quarter' | 'Year';

export interface DateDialect {
  /** Whole seconds from 1970 to a date-time column, its fraction left out. */
  epochSeconds(column: string): string;
  /** Whole days since a date-time column; 0 when it is null. */
  daysSince(column: string): string;
  /**
   * The first day of the period that a date or date-time is in, as a date. Weeks begin on Monday.
   * @param offset an expression: seconds that the clocks are ahead of UTC; null: none
   */
  periodStart(expression: string, type: 'date' | 'datetime', period: DayPeriod, offset: string | null): string;
  /** A date column as the date-time at which the day begins. */
  dateAsDateTime(column: string): string;
}

/** @param text begins with the day */
function firstDay(text: string, period: DayPeriod): string {
  switch (period) {
    case 'Day':
      return `substr(${text}, 1, 10)`;
    case 'Week':
      return `date(substr(${text}, 1, 10), 'weekday 0', '-6 days')`;
    case 'Month':
      return `substr(${text}, 1, 7) || '-01'`;
    case 'Quarter':
      return `substr(${text}, 1, 4) || substr('-01-04-07-10', (substr(${text}, 6, 2) + 2) / 3 * 3 - 2, 3) || '-01'`;
    case 'Year':
      return `substr(${text}, 1, 4) || '-01-01'`;
  }
}

export const sqliteDates: DateDialect = {
  epochSeconds: (column) => `unixepoch(${column})`,
  daysSince: (column) => `coalesce(max(0, CAST(julianday('now') - julianday(${column}) AS INTEGER)), 0)`,
  periodStart(expression, type, period, offset) {
    if (type === 'date' || offset === null) return firstDay(expression, period);
    // Without the fraction, which would be rounded.
    const moment = `substr(${expression}, 1, 19), (${offset}) || ' seconds'`;
    if (period === 'Day') return `date(${moment})`;
    if (period === 'Week') return firstDay(`date(${moment})`, period);
    // No clock is a day off: away from the ends of months it tells the same one, and calculating costs ten times as much as cutting.
    const isInside = `substr(${expression}, 9, 2) BETWEEN '02' AND '27'`;
    return `CASE WHEN ${isInside} THEN ${firstDay(expression, period)} ELSE ${firstDay(`date(${moment})`, period)} END`;
  },
  dateAsDateTime: (column) => `CAST(${column} || 'T00:00:00.000000' AS TEXT)`,
};

export const postgresDates: DateDialect = {
  epochSeconds: (column) => `floor(date_part('epoch', ${column}))::bigint`,
  daysSince: (column) =>
    `coalesce(greatest(0, floor(extract(epoch FROM timezone('utc', now()) - ${column}) / 86400))::bigint, 0)`,
  periodStart(expression, type, period, offset) {
    const local = offset === null ? expression : `${expression} + (${offset}) * interval '1 second'`;
    if (period === 'Day') return type === 'date' ? expression : `(${local})::date`;
    return `date_trunc('${period.toLowerCase()}', ${type === 'date' ? `${expression}::timestamp` : local})::date`;
  },
  dateAsDateTime: (column) => `${column}::timestamp(6)`,
};
