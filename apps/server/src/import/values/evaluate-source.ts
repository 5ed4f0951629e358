/**
 * What a source of a mapping gives for one line. Waits on nothing: look-ups are answered from what was found beforehand.
 */
import { v5 as uuidV5 } from 'uuid';
import type { LookupPlan, Origin, SourcePlan } from '../mapping/import-plan.js';
import type { LineCondition, Scalar } from '../mapping/mapping.js';
import { renderTemplate } from '../mapping/template.js';

/** Why a line cannot become a record. */
export interface CellError {
  /** The columns at fault; none for constants. */
  readonly columns: readonly string[];
  readonly value: string;
  readonly reason: string;
  /** Where the value was looked up in vain. */
  readonly missingIn?: string;
}

/** Cells by the name of their column, cleaned. */
export type Cells = ReadonlyMap<string, string>;

export type LookupAnswer =
  | { readonly kind: 'found'; readonly id: string }
  /** Not asked yet. */
  | { readonly kind: 'unknown' }
  /** No record bears the text. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'error'; readonly reason: string };

export interface Evaluation {
  readonly cells: Cells;
  /** Answers at once; `unknown` when the text was not looked up yet. */
  find(lookup: LookupPlan, text: string): LookupAnswer;
  error(error: CellError): void;
}

/** @returns the value; undefined when it is empty or an error was taken down */
export function evaluateSource(source: SourcePlan, evaluation: Evaluation): Scalar | undefined {
  if (source.when !== undefined && !holds(source.when, evaluation.cells)) return undefined;
  const given = evaluateOrigin(source.origin, evaluation);
  if (given === undefined || given === '') return undefined;
  const value = source.map === undefined ? given : (source.map.get(String(given)) ?? source.otherwise ?? given);
  if (source.uuidNamespace !== undefined) return uuidV5(String(value), source.uuidNamespace);
  return source.lookup === undefined ? value : lookUp(source, source.lookup, String(value), evaluation);
}

function evaluateOrigin(origin: Origin, evaluation: Evaluation): Scalar | undefined {
  switch (origin.kind) {
    case 'column':
      return evaluation.cells.get(origin.column);
    case 'constant':
      return origin.value;
    case 'template':
      return renderTemplate(origin.template, (column) => evaluation.cells.get(column) ?? '');
    case 'first':
      for (const source of origin.sources) {
        const value = evaluateSource(source, evaluation);
        if (value !== undefined) return value;
      }
      return undefined;
  }
}

function lookUp(source: SourcePlan, lookup: LookupPlan, text: string, evaluation: Evaluation): string | undefined {
  const answer = evaluation.find(lookup, text);
  if (answer.kind === 'found') return answer.id;
  const rejection = rejectionOf(lookup, text, answer);
  if (rejection !== undefined) evaluation.error({ ...rejection, columns: source.columns });
  return undefined;
}

/** @returns why a look-up gives no id; undefined when it does, or was not asked yet */
export function rejectionOf(
  lookup: LookupPlan,
  value: string,
  answer: LookupAnswer,
): Omit<CellError, 'columns'> | undefined {
  if (answer.kind === 'missing') {
    return { value, reason: `no record of ${lookup.name} matches`, missingIn: lookup.name };
  }
  return answer.kind === 'error' ? { value, reason: answer.reason } : undefined;
}

/** @returns whether the condition of a step or source is true for the line */
export function holds(condition: LineCondition, cells: Cells): boolean {
  const cell = cells.get(condition.column) ?? '';
  return condition.is === undefined ? (cell !== '') === condition.filled : condition.is.includes(cell);
}
