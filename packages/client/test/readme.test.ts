/** The README shows what the examples hold, and the examples are run. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as client from '../src/index.js';

const root = new URL('..', import.meta.url);
const readme = await readFile(new URL('README.md', root), 'utf8');
const names = (await readdir(new URL('examples', root), { recursive: true })).filter((name) => name.endsWith('.ts'));
const examples = await Promise.all(names.map((name) => readFile(new URL(`examples/${name}`, root), 'utf8')));
const shown = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

describe('README.md', () => {
  it.each(shown)('takes from an example: %s', (code) => {
    expect(examples.filter((example) => example.includes(code))).toHaveLength(1);
  });

  it('shows something of every example', () => {
    const unseen = names.filter((_name, at) => !shown.some((code) => examples[at]?.includes(code)));
    expect(unseen).toEqual([]);
  });

  it('explains every error class', () => {
    const classes = Object.keys(client).filter((name) => name.endsWith('Error'));
    expect(classes.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
