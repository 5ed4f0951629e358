/**
 * Query strings: names with brackets, repeated values, nothing dropped.
 */

/** Parameter names to values; a list sends the name once for each value. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** @returns the query with a leading `?`, percent-encoded, or an empty text when it has no parameters */
export function renderQuery(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) parameters.append(name, String(item));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
