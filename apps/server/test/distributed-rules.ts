/**
 * What a distributed PostgreSQL asks of statements, as far as their text shows it. Each rule was seen enforced by such a database;
 * keeping to them on every database lets the same code run on all.
 */
import { unboundTables } from './space-rule.js';

interface Rule {
  readonly says: string;
  /** @returns the parts of a statement that break it */
  find(text: string): readonly string[];
}

const forbidden = (says: string, pattern: RegExp): Rule => ({
  says,
  find: (text) => [...text.matchAll(pattern)].map(([found]) => found),
});

const rules: readonly Rule[] = [
  { says: 'every table is bound to the space of the statement', find: unboundTables },
  {
    says: 'what may conflict is named with the space first',
    find: (text) =>
      [...text.matchAll(/ON CONFLICT\s*(\([^)]*\))?/g)]
        .filter(([, target = '']) => !/^\(\s*"?(?:space_id|name)"?/.test(target))
        .map(([found]) => found),
  },
  forbidden('a conflicting row takes its time from the values', /DO UPDATE SET[^;]*\b(?:now|CURRENT_TIMESTAMP)\b/g),
  forbidden('the space of a row never changes', /\bSET\s+(?:[^;]*?,\s*)?"?space_id"?\s*=/g),
  forbidden(
    'no value comes from a volatile function',
    /\b(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\s*\(/g,
  ),
  forbidden('nothing is done by the database on its own', /\b(?:CREATE\s+(?:TRIGGER|FUNCTION|PROCEDURE)|CALL\s)/g),
  forbidden('nothing is locked or sent beside the rows', /\b(?:pg_(?:try_)?advisory\w*|LISTEN|NOTIFY)\b/g),
  forbidden('rows are not merged by the database', /\bMERGE\s+INTO\b/g),
  forbidden('a deleted target does not empty references', /ON DELETE SET NULL/g),
  forbidden('rows are grouped once', /\bGROUPING\s+SETS\b|\bCUBE\s*\(|\bROLLUP\s*\(/g),
];

/**
 * Values of the scope that one plan is not made for. Where tables are spread, statements have the values in their places
 * (`PostgresDatabase.spread`).
 */
const unplanned = /\(SELECT (\$[13](?:::uuid)?)\)/g;

/** @returns one line for each part of the statement that breaks a rule; empty when nothing does */
export function brokenRules(given: string): string[] {
  const text = given.replaceAll(unplanned, '$1');
  return rules.flatMap(({ says, find }) => find(text).map((part) => `${says}: ${part}`));
}
