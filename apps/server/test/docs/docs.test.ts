/**
 * Tables in `docs/` that the code must agree with: settings, folders of the server, cases of the benchmark.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { benchCases } from '../../bench/cases/all-cases.js';
import { configVariables } from '../../src/main/config-variables.js';

const docs = new URL('../../../../docs/', import.meta.url);

function page(name: string): string {
  return readFileSync(new URL(name, docs), 'utf8');
}

it('lists every setting of the server with its default and meaning', () => {
  const rows = configVariables.map(({ name, fallback, meaning }) =>
    `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${meaning} |`.replaceAll('|  |', '| |'),
  );
  const listed = page('settings.md').split('\n');
  expect(listed.filter((line) => line.startsWith('| `HEADWATER_'))).toEqual(rows);
});

it('has a row for every case of the benchmark', () => {
  const listed = [...page('benchmark.md').matchAll(/^\| `([a-z0-9][a-z0-9-]*)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(benchCases.map(({ name }) => name));
});

it('has every folder of the server once on the code map', () => {
  const map = page('architecture.md');
  const listed = [...map.matchAll(/^\| ((?:`[a-z0-9-]+\/`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -2)),
  );
  const folders = readdirSync(new URL('../../src/', import.meta.url), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

it('wraps its prose at 120 columns, as do spec/, the READMEs and the changesets', () => {
  const root = new URL('../../../../', import.meta.url);
  const markdownIn = (folder: string) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !/(^|\/)(node_modules|dist|guides|CHANGELOG\.md)/.test(file))
      .map((file) => `${folder}${file}`);
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...['docs/', 'spec/', 'examples/', 'apps/', '.changeset/'].flatMap(markdownIn),
  ];
  const packages = readdirSync(new URL('packages/', root)).flatMap((name) => {
    const isThere = readdirSync(new URL(`packages/${name}/`, root)).includes('README.md');
    return isThere ? [`packages/${name}/README.md`] : [];
  });
  const long = [...files, ...packages].flatMap((file) => {
    const text = readFileSync(new URL(file, root), 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```/gm, (code) =>
      code.replaceAll(/[^\n]/g, ''),
    );
    return text.split('\n').flatMap((line, index) => {
      const isProse = !/^(\s*\||\s*!\[| {4}\S)/.test(line);
      return isProse && line.length > 120 ? [`${file}:${index + 1}`] : [];
    });
  });
  expect(long).toEqual([]);
});
