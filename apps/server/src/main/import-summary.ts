/**
 * Says in words what an import did. Pure.
 */
import type { ImportSummary } from '../import/import-events.js';
import { table } from './table.js';

const heads = ['STEP', 'COLLECTION', 'LINES', 'CREATED', 'UPDATED', 'UNCHANGED', 'REJECTED', 'PASSED OVER'];

/** @returns several lines of text, without a line break at the end */
export function summaryText(summary: ImportSummary): string {
  const rows = summary.steps.map((step) => [
    step.step,
    step.collection,
    ...[step.lines, step.created, step.updated, step.unchanged, step.rejected, step.passedOver].map(number),
  ]);
  return [table(heads, rows), lookupsText(summary), mendedText(summary), notFoundText(summary)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function lookupsText({ steps }: ImportSummary): string {
  return steps
    .filter(({ createdForLookups }) => createdForLookups > 0)
    .map(
      ({ step, createdForLookups }) => `${step}: made ${number(createdForLookups)} records that lookups did not find.`,
    )
    .join('\n');
}

function mendedText({ mended }: ImportSummary): string {
  const lines = mended.map(({ step, column, from, to, missingIn, lines }) => {
    const why = missingIn === null ? '' : `is not in ${missingIn}; `;
    return `  ${step}, ${column}: "${from}" ${why}taken as "${to}" (${count(lines)})`;
  });
  return lines.length === 0 ? '' : ['Spellings that the mapping mends:', ...lines].join('\n');
}

function notFoundText({ notFound }: ImportSummary): string {
  const lines = notFound.map(({ step, column, place, text, lines }) => {
    const at = column === '' ? step : `${step}, ${column}`;
    return `  ${at}: "${text}" is not in ${place} (${count(lines)})`;
  });
  return lines.length === 0 ? '' : ['Looked up in vain:', ...lines].join('\n');
}

function count(lines: number): string {
  return lines === 1 ? '1 line' : `${number(lines)} lines`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
