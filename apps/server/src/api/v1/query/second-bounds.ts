/**
 * The first and the last moment of the second that a date-time names. Knows no field.
 *
 * REST v1 shows date-times to the second, while they are stored to the microsecond: a caller that filters by a value that
 * it was shown means the whole second.
 */

const wholeSecondForm = /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * @param text a date-time as sent
 * @returns both bounds, in the same form and zone; undefined when the text is not a date-time given to the second
 */
export function secondBounds(text: string): { readonly first: string; readonly last: string } | undefined {
  const [, moment, zone = ''] = wholeSecondForm.exec(text) ?? [];
  return moment === undefined ? undefined : { first: `${moment}.000000${zone}`, last: `${moment}.999999${zone}` };
}
