import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Words that the field does not use in our sense, with the word that it uses. `docs/glossary.md` has the terms that are ours. */
const replaced = {
  refuse: 'reject',
  refusal: 'rejection',
  twin: 'paired field',
  heir: 'master',
  door: 'API',
  told: 'reported',
  whoever: 'the one who',
  mistake: 'error',
  settle: 'resolve',
  keptIn: 'stored in',
} as const;

/** Names of the interface, which stay, of the system and of the language. */
const exceptions = new RegExp(
  [
    String.raw`\b(Legacy)?(Merge|Batch|Delete)Refus(ed|al)\b|ERROR_MERGE_REFUSED|ECONNREFUSED|connection refused`,
    String.raw`\b(Field)?Mistakes?\b|\ballSettled\b|\bPromiseSettledResult\b`,
  ].join('|'),
  'g',
);

const folders = [
  'apps/server/src/',
  'apps/server/test/',
  'apps/server/bench/',
  'apps/console/src/',
  'packages/',
  'spec/',
  'docs/',
  'tools/',
  'examples/',
  '.changeset/',
];
const isText = /\.(tsx?|mjs|md|yaml|graphql)$/;
const isOther = /(^|\/)(node_modules|dist|generated|CHANGELOG\.md|terms\.test\.ts)(\/|$)/;

const files = folders
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => isText.test(file) && !isOther.test(file))
      .map((file) => folder + file),
  )
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md');

/** @returns the places of a word and its forms, also as a part of an identifier */
function placesOf(word: string): string[] {
  const stem = word.replace(/e$/, '');
  const capital = stem.charAt(0).toUpperCase() + stem.slice(1);
  const forms = new RegExp(`(?<![A-Za-z])${stem}(e?[sd]|e|ing)?(?![a-z])|${capital}(e?[sd]|e|ing)?(?![a-z])`);
  return files.flatMap((file) =>
    readFileSync(root + file, 'utf8')
      .replaceAll(exceptions, '')
      .split('\n')
      .flatMap((line, index) => (forms.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

it.each(Object.entries(replaced))('"%s" is "%s" in the words of the field', (word) => {
  expect(files.length).toBeGreaterThan(1000);
  expect(placesOf(word)).toEqual([]);
});
