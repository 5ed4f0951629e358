/**
 * Tables in `docs/` that the code must agree with: settings, folders of the server, cases of the benchmark.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configVariables } from '../src/main/config.js';

const docs = new URL('../../../docs/', import.meta.url);

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
  const rows = page('benchmark.md').split('\n');
  expect(rows.filter((line) => /^\| .+ \| Headwater \| [\d,]+ \|/.test(line))).toHaveLength(8);
});

it('has every folder of the server once on the code map', () => {
  const map = page('architecture.md');
  const listed = [...map.matchAll(/^\| ((?:`[a-z0-9-]+\/`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -2)),
  );
  const folders = readdirSync(new URL('../src/', import.meta.url), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});
