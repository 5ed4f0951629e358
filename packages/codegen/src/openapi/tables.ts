/** Tables of the spec's closed lists as Markdown, for descriptions in documents. Pure. */
import type { Placeholders } from '@headwater/contract';
import type { Spec } from '../spec/load-spec.js';

/** The placeholders that every file of a document may use. */
export function tablePlaceholders(spec: Spec): Placeholders {
  return {
    errorTable: table(
      ['Code', 'Name', 'Status', 'Meaning'],
      spec.errors.map((error) => [String(error.code), error.name, String(error.status ?? '-'), error.description]),
    ),
    operatorTable: table(
      ['Operator', 'Values', 'Meaning'],
      spec.operators.map((operator) => [operator.name, operator.operands, operator.description]),
    ),
  };
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
