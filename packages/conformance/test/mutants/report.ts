/**
 * Renders results as Markdown. Pure.
 */
import { type Explanation, explanationOf } from './explained.js';
import type { Result } from './mutant.js';
import { folderOf, leftOut, leftOutFiles } from './server-sources.js';

interface Counts {
  noticed: number;
  survived: number;
  notRun: number;
  equivalent: number;
}

export interface ReportFacts {
  /** How the run can be had again. */
  readonly command: string;
  /** How many mutants there are. */
  readonly all: number;
  /** How many the sample has. */
  readonly wanted: number;
}

/** @returns the share of noticed mutants among those that change behaviour, and of those among them that any check runs */
export function scoresOf(counts: Counts): { readonly ofAll: number; readonly ofRun: number } {
  const { noticed, survived, notRun } = counts;
  return { ofAll: noticed / (noticed + survived + notRun), ofRun: noticed / (noticed + survived) };
}

export function countResults(results: readonly Result[], explanations: readonly Explanation[]): Counts {
  const counts: Counts = { noticed: 0, survived: 0, notRun: 0, equivalent: 0 };
  for (const result of results) {
    if (result.outcome === 'noticed') counts.noticed += 1;
    else if (explanationOf(result, explanations)?.because === 'equivalent') counts.equivalent += 1;
    else counts[result.outcome === 'survived' ? 'survived' : 'notRun'] += 1;
  }
  return counts;
}

export function renderReport(
  results: readonly Result[],
  explanations: readonly Explanation[],
  { command, all, wanted }: ReportFacts,
): string {
  const counts = countResults(results, explanations);
  const { ofAll, ofRun } = scoresOf(counts);
  const some = results.length < wanted ? `, ${results.length} of them tried` : '';
  return [
    '# Mutants of the server',
    '',
    `\`${command}\`: a sample of ${wanted} of ${all} mutants${some}.`,
    '',
    `The suite notices ${percent(ofAll)} of those that change behaviour, and ${percent(ofRun)} of those whose code it runs.`,
    '',
    ...folderTable(results, explanations, counts),
    '',
    ...section('Survived', 'survived', results, explanations),
    ...section('Not run', 'not-run', results, explanations),
    ...indirect(results),
    '## Left out',
    '',
    ...Object.entries({ ...leftOut, ...leftOutFiles }).map(([path, why]) => `- \`${path}\`: ${why}`),
    '',
  ].join('\n');
}

function folderTable(
  results: readonly Result[],
  explanations: readonly Explanation[],
  whole: Counts,
): readonly string[] {
  const folders = [...new Set(results.map(({ file }) => folderOf(file)))].sort();
  const row = (name: string, counts: Counts) => {
    const { noticed, survived, notRun, equivalent } = counts;
    return `| ${name} | ${noticed} | ${survived} | ${notRun} | ${equivalent} | ${percent(scoresOf(counts).ofAll)} |`;
  };
  return [
    '| Folder | Noticed | Survived | Not run | Equivalent | Share |',
    '| --- | --: | --: | --: | --: | --: |',
    ...folders.map((folder) => {
      const inFolder = results.filter(({ file }) => folderOf(file) === folder);
      return row(`\`${folder}\``, countResults(inFolder, explanations));
    }),
    row('all', whole),
  ];
}

function section(
  title: string,
  outcome: Result['outcome'],
  results: readonly Result[],
  explanations: readonly Explanation[],
): readonly string[] {
  const lines = results
    .filter((result) => result.outcome === outcome)
    .map((result) => {
      const explanation = explanationOf(result, explanations);
      const reason = explanation === undefined ? 'not read yet' : `${explanation.because}: ${explanation.why}`;
      return `- ${describe(result)} — ${reason}`;
    });
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines, ''];
}

/** They may be noticed by chance, and are worth a look. */
function indirect(results: readonly Result[]): readonly string[] {
  const lines = results
    .filter(({ isIndirect }) => isIndirect)
    .map((result) => `- ${describe(result)}, by \`${result.check}\``);
  return lines.length === 0 ? [] : ['## Noticed by checks that had not run the code', '', ...lines, ''];
}

/** One line for people: where it is, and what becomes of what. */
export function describe({ id, file, line, original, replacement }: Result): string {
  return `${id} \`${file}:${line}\` ${code(original)} → ${code(replacement)}`;
}

function code(text: string): string {
  const cut = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  return cut.includes('`') ? `\`\` ${cut} \`\`` : `\`${cut}\``;
}

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`;
}
