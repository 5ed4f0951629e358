/**
 * docs/architecture.md shows the functions of a PATCH that are counted, and no others: those that ran, of the folders of the write path,
 * with enough lines; and which of them pass the write on.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { TestServer } from '../fixture.js';

const page = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');
const section = /^### A PATCH of a contact\n([\s\S]*?)^### /m.exec(page)?.[1] ?? '';

/** What the page says is counted. */
const counted = /^(api\/rest\/operations|plan\/change\/.*|records\/rules\/.*|records\/write\/.*)\.js$/;
const fewestLines = 10;

/** A function that ran. */
interface Ran {
  readonly file: string;
  readonly name: string;
  readonly isMethod: boolean;
  readonly isCounted: boolean;
  readonly parameters: string;
  readonly body: string;
}

/** As `file function`. */
interface Walk {
  readonly functions: readonly string[];
  readonly leaves: readonly string[];
}

/** @returns the named functions and methods of the folders that ran */
async function functionsOf(work: () => Promise<unknown>): Promise<Ran[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result.flatMap(({ url, functions }) => {
    const [, file = ''] = url.split('/apps/server/dist/');
    if (!counted.test(file)) return [];
    const source = readFileSync(fileURLToPath(url), 'utf8');
    return functions.flatMap(({ functionName: name, ranges: [range] }) => {
      // Constructors and getters, which set and ask, have other names.
      const isNamed = /^[a-z]\w*$/.test(name);
      if (!range || range.count === 0 || !isNamed) return [];
      const text = source.slice(range.startOffset, range.endOffset);
      return [{ file: file.replace(/js$/, 'ts'), name, ...partsOf(text) }];
    });
  });
}

function partsOf(text: string): Pick<Ran, 'isMethod' | 'isCounted' | 'parameters' | 'body'> {
  const start = text.indexOf('(');
  let end = start;
  for (let depth = 0; end < text.length; end++) {
    if ('({['.includes(text.charAt(end))) depth++;
    if (')}]'.includes(text.charAt(end)) && --depth === 0) break;
  }
  const isMethod = !/^(async )?(function\b|\()/.test(text);
  const isCounted = text.split('\n').length >= fewestLines;
  return { isMethod, isCounted, parameters: text.slice(start, end), body: text.slice(end) };
}

/** @returns the counted ones, as the page distinguishes them: what passes the write on, and leaves */
function walkOf(ran: readonly Ran[]): Walk {
  const called = new Map(ran.map((one) => [one, ran.filter((other) => other !== one && calls(one.body, other))]));
  const reaches = (one: Ran, start: Ran, passed: Set<Ran>): boolean =>
    (called.get(one) ?? []).some((other) => {
      if (other === start || passed.has(other)) return false;
      passed.add(other);
      return other.isCounted || reaches(other, start, passed);
    });
  const all = ran.filter(({ isCounted }) => isCounted);
  const passing = new Set(all.filter((one) => reaches(one, one, new Set()) || callsGiven(one)));
  const namesOf = (functions: readonly Ran[]) => functions.map(({ file, name }) => `${file} ${name}`);
  return { functions: namesOf([...passing]), leaves: namesOf(all.filter((one) => !passing.has(one))) };
}

/** Whether a function calls another one, or gives it to one that does. */
function calls(body: string, { name, isMethod }: Ran): boolean {
  if (isMethod) return new RegExp(`\\.${name}(\\?\\.)?\\(`).test(body);
  return callsByName(body, name) || new RegExp(`[(,]\\s*${name}\\s*[,)]`).test(body);
}

function callsByName(body: string, name: string): boolean {
  return new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name}(\\?\\.)?\\(`).test(body);
}

/** Whether a function calls one that it was given, by itself or as a part of something. */
function callsGiven({ parameters, body }: Ran): boolean {
  const parts = [...body.matchAll(/const ([{[][^}\]]*[}\]])/g)].map(([, names]) => names);
  const names = [parameters, ...parts].join(' ').match(/[A-Za-z]\w*/g) ?? [];
  return names.some((name) => callsByName(body, name));
}

/** @returns what the table has: in each row a file, its functions and its leaves */
function walkOnPage(): Walk {
  const walk = { functions: [] as string[], leaves: [] as string[] };
  for (const row of section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'))) {
    const cells = row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const [, , [file] = [], functions = [], leaves = []] = cells;
    walk.functions.push(...functions.map((name) => `${file} ${name}`));
    walk.leaves.push(...leaves.map((name) => `${file} ${name}`));
  }
  return walk;
}

const filesOf = (names: readonly string[]) => new Set(names.map((name) => name.split(' ')[0])).size;

it('shows the functions of a PATCH of a contact', async () => {
  const server = await TestServer.start('sqlite');
  try {
    const contact = await server.space.newContact({ city: 'Leeds' });
    // Once what is kept from one write to the next is there.
    await server.space.update('Contacts', contact.id, { city: 'York' });
    // Not once alone: what the engine has just made faster or thrown away is not counted the first time.
    const ran = await functionsOf(async () => {
      for (const city of ['Hull', 'Bath', 'Ely']) await server.space.update('Contacts', contact.id, { city });
    });
    const { functions, leaves } = walkOf(ran);
    const shown = walkOnPage();
    expect(shown.functions.toSorted()).toEqual(functions.toSorted());
    expect(shown.leaves.toSorted()).toEqual(leaves.toSorted());
    const all = [...functions, ...leaves];
    expect(section.replaceAll('\n', ' ')).toContain(
      ` ${functions.length} functions in ${filesOf(functions)} files pass the write on, and ${leaves.length} leaves work something ` +
        `out for them: ${all.length} functions in ${filesOf(all)} files.`,
    );
  } finally {
    await server.close();
  }
});
