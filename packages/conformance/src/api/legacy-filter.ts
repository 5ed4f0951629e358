/**
 * Writes filters of the legacy REST v1: phrases joined by `|`, parts by `::`, list items by `:`, all three escaped in values.
 */

export type LegacyOperator = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'll' | 'rl' | 'fl' | 'in';

/** @param operator left out when undefined; the interface then means `eq` */
export function legacyPhrase(name: string, value: string | readonly string[], operator?: LegacyOperator): string {
  const values = typeof value === 'string' ? [value] : value;
  const parts = [name, values.map(escapeValue).join(':')];
  return [...parts, ...(operator === undefined ? [] : [operator])].join('::');
}

/** @returns one filter text; all phrases must hold */
export function legacyFilter(...phrases: readonly string[]): string {
  return phrases.join('|');
}

function escapeValue(value: string): string {
  return value.replaceAll(/[\\|:]/g, (character) => `\\${character}`);
}
