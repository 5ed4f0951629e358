/**
 * Writes names and constants into SQL. Pure.
 */

/** A name in double quotes. Names come from the catalog, never from a request. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in single quotes. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
