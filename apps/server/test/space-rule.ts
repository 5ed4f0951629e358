/**
 * The rule that lets spaces be spread over many databases: every table that a statement touches, in every sub-select, is bound to
 * the statement's own space (its first value), never only to the space of another row.
 */

/** Tables that are the service's own, small, and the same for all spaces. */
const settings = 'settings';
const directory = new Set(['spaces', settings]);
/** Has no columns but texts: the numbers of its rows are those that a bound row gives to the space. */
const numbered = 'search_parts';

/** @returns what breaks the rule, as it is in the statement; empty when nothing does */
export function unboundTables(text: string): string[] {
  const asked = text.replace(/^EXPLAIN (QUERY PLAN|ANALYZE) /, '');
  return [...unboundSelects(asked), ...unboundChanges(asked)];
}

function unboundSelects(text: string): string[] {
  const uses = new Map<string, string[]>();
  // What a statement names itself is no table.
  const named = new Set(
    [...text.matchAll(/[ ,](\w+)(?:\([^()]*\))? AS (?:MATERIALIZED )?\(SELECT /g)].map(([, name]) => name),
  );
  for (const [use, table = '', name = ''] of text.matchAll(/(?<!^DELETE )\b(?:FROM|JOIN)\s+"?(\w+)"?\s+(\w+)\b/g)) {
    if (directory.has(table) || named.has(table) || table === numbered) continue;
    const alias = name === 'WHERE' ? '' : `${name}\\.`;
    uses.set(alias, [...(uses.get(alias) ?? []), use]);
  }
  return [...uses].flatMap(([alias, found]) => {
    const bound = text.match(new RegExp(`(?<![\\w.])${alias}"?space_id"?\\s*=\\s*[$?]1\\b`, 'g')) ?? [];
    return found.slice(bound.length);
  });
}

function unboundChanges(text: string): string[] {
  const insert = /^INSERT INTO "?(\w+)"? \("?(\w+)"?.*? (?:VALUES \(|SELECT )([$?]1\b)?/.exec(text);
  if (insert?.[1] === settings) return [];
  if (insert) return insert[2] === 'space_id' && insert[3] !== undefined ? [] : [insert[0]];
  const change = /^(?:UPDATE|DELETE FROM) "?(\w+)"?/.exec(text);
  if (change?.[1] === settings) return [];
  return change && !/ WHERE "?space_id"? = [$?]1\b/.test(text) ? [change[0]] : [];
}
