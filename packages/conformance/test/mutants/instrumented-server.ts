/**
 * A copy of the built server that has every mutant in its code, behind a switch, and counts which ones are run.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import ts from 'typescript';
import type { Mutant } from './mutant.js';
import { mutableSources, serverFolder, sourceFolder } from './server-sources.js';

export interface InstrumentedServer {
  /** Holds `dist`. */
  readonly folder: string;
  readonly mutants: readonly Mutant[];
  /** Of the sources: the same text has the same mutants with the same ids. */
  readonly hash: string;
}

const log = () => undefined;
const isOff = () => false;
/** Of the instrumenter, which has nothing to say that counts. */
const silent = {
  ...{ trace: log, debug: log, info: log, warn: log, error: log, fatal: log },
  ...{ isTraceEnabled: isOff, isDebugEnabled: isOff, isInfoEnabled: isOff },
  ...{ isWarnEnabled: isOff, isErrorEnabled: isOff, isFatalEnabled: isOff },
};

/**
 * Makes the copy, or takes the one that an earlier run has made of the same sources.
 * @param folder where copies are kept; older ones are removed
 */
export async function instrumentServer(folder: string): Promise<InstrumentedServer> {
  const sources = mutableSources().map((file) => ({ file, text: readFileSync(join(sourceFolder, file), 'utf8') }));
  const hash = createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 12);
  const copy = join(folder, `server-${hash}`);
  const list = join(copy, 'mutants.json');
  if (!existsSync(list)) {
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.startsWith('server-')) rmSync(join(folder, name), { recursive: true });
    const making = join(folder, 'server-unfinished');
    copyServer(making);
    writeFileSync(join(making, 'mutants.json'), JSON.stringify(await instrument(sources, making)));
    renameSync(making, copy);
  }
  return { folder: copy, mutants: JSON.parse(readFileSync(list, 'utf8')), hash };
}

/** Links, but for what is built. */
function copyServer(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(serverFolder)) {
    if (name === 'dist') cpSync(join(serverFolder, name), join(to, name), { recursive: true });
    else if (name !== 'src' && name !== 'test') symlinkSync(join(serverFolder, name), join(to, name));
  }
}

/** Writes the instrumented sources to `dist` of the copy. */
async function instrument(
  sources: readonly { readonly file: string; readonly text: string }[],
  copy: string,
): Promise<readonly Mutant[]> {
  const files = sources.map(({ file, text }) => ({ name: file, mutate: true, content: text }));
  // Without its header, which each file would have: the process defines the functions once.
  const options = { plugins: [], excludedMutations: [], ignorers: [], noHeader: true };
  const instrumented = await new Instrumenter(silent).instrument(files, options);
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  for (const { name, content } of instrumented.files) {
    const { outputText } = ts.transpileModule(content, { compilerOptions });
    writeFileSync(join(copy, 'dist', name.replace(/\.ts$/, '.js')), outputText);
  }
  const linesOf = new Map(sources.map(({ file, text }) => [file, text.split('\n')]));
  return instrumented.mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: textAt(linesOf.get(fileName) ?? [], location),
    replacement: onOneLine(replacement),
  }));
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Lines and columns from 0. */
function textAt(
  lines: readonly string[],
  { start, end }: { readonly start: Position; readonly end: Position },
): string {
  const cut = lines.slice(start.line, end.line + 1);
  cut.push((cut.pop() ?? '').slice(0, end.column));
  cut[0] = (cut[0] ?? '').slice(start.column);
  return onOneLine(cut.join(' '));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
