/**
 * Statements as golden files: a change of one is a difference to review. `HEADWATER_TEST_UPDATE_GOLDEN=1` writes the files again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Statement } from '../../src/sql/binder.js';
import { formatSql } from './format-sql.js';

export const isUpdating = process.env.HEADWATER_TEST_UPDATE_GOLDEN === '1';

/**
 * @param statements that may run side by side, so that their order says nothing
 * @param file the golden file, which must be there
 * @param withNames puts names in the place of ids that differ from run to run
 */
export function expectStatements(
  statements: readonly Statement[],
  file: URL,
  withNames: (text: string) => string,
): void {
  const texts = statements.map(({ text, values }) => `${formatSql(text)};\n-- values: ${JSON.stringify(values)}\n`);
  const named = withNames(texts.sort().join('\n'));
  if (isUpdating) writeFileSync(file, named);
  if (!existsSync(file)) throw new Error(`golden file ${file.pathname} is missing; see expect-statements.ts`);
  expect(named).toBe(readFileSync(file, 'utf8'));
}
