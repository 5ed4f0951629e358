/**
 * docs/architecture.md shows the functions of a PATCH that are counted, and no others: those that ran, of the folders of the write path,
 * with enough lines.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { TestServer } from '../fixture.js';

const page = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');
const walk = /^### A PATCH of a contact\n([\s\S]*?)^### /m.exec(page)?.[1] ?? '';

/** What the page says is counted. */
const counted = /^(api\/rest\/operations|plan\/change\/.*|records\/rules\/.*|records\/write\/.*)\.js$/;
const fewestLines = 10;

/** @returns what is done by functions of ours, as `file function` */
async function functionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const [, file = ''] = url.split('/.compiled/');
    if (!counted.test(file)) return [];
    const text = readFileSync(fileURLToPath(url), 'utf8');
    return functions.flatMap(({ functionName, ranges: [range] }) => {
      const isNamed = /^[a-z]\w*$/.test(functionName);
      if (!range || range.count === 0 || !isNamed) return [];
      const lines = text.slice(range.startOffset, range.endOffset).split('\n').length;
      return lines < fewestLines ? [] : [`${file.replace(/js$/, 'ts')} ${functionName}`];
    });
  });
}

/** @returns what the table of the walk names, in the same form: a file in each row, and its functions */
function functionsOnPage(): string[] {
  const rows = walk.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  return rows.flatMap((row) => {
    const [file, ...functions] = [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    return functions.map((name) => `${file} ${name}`);
  });
}

it('shows the functions of a PATCH of a contact', async () => {
  const server = await TestServer.start('sqlite');
  try {
    const contact = await server.space.newContact({ city: 'Leeds' });
    // Once what is kept from one write to the next is there.
    await server.space.update('Contacts', contact.id, { city: 'York' });
    // Not once alone: what the engine has just made faster or thrown away is not counted the first time.
    const called = await functionsOf(async () => {
      for (const city of ['Hull', 'Bath', 'Ely']) await server.space.update('Contacts', contact.id, { city });
    });
    const shown = functionsOnPage();
    expect(shown.toSorted()).toEqual(called.toSorted());
    const files = new Set(shown.map((name) => name.split(' ')[0]));
    expect(walk).toContain(`\n${shown.length} functions in ${files.size} files`);
  } finally {
    await server.close();
  }
});
